// Rules that find mistakes. Prettier takes care of formatting.
import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", "src/local/generated/", "src/rulebook/generated/", "src/wire/generated/", "fixtures/"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node, ...globals.serviceworker } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-constant-binary-expression": "error",
      "no-self-compare": "error",
      // TypeScript checks this better: it knows the types of the browser and of Node.
      "no-undef": "off",
      // Plain maps and sets are intended: they are replaced as a whole, or nothing is rendered from them.
      "svelte/prefer-svelte-reactivity": "off",
      // {" "} keeps a space that line breaks would lose.
      "svelte/no-useless-mustaches": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "Program > :matches(ExpressionStatement, VariableDeclaration, ExportNamedDeclaration) AwaitExpression:not(:function *)",
          message: "WebKit then runs modules that are loaded later before those that they import.",
        },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
);
