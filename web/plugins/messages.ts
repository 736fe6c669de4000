import { existsSync, readFileSync } from "node:fs";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";
import type { Compiled, Node } from "../src/words/message.ts";

/** A message in the form that `src/words/message.ts` renders: parsed at build time, so the page needs no parser. */
export function compile(message: string): Compiled {
  return short(parse(message));
}

function short(elements: MessageFormatElement[]): Compiled {
  const nodes = elements.map(node);
  if (nodes.length === 0) return "";
  return nodes.length === 1 && typeof nodes[0] === "string" ? nodes[0] : nodes;
}

function node(element: MessageFormatElement): Node {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.argument:
      return [element.value];
    case TYPE.pound:
      return 0;
    case TYPE.select:
      return [element.value, cases(element.options)];
    case TYPE.plural:
      return [element.value, cases(element.options), 1];
    case TYPE.tag:
      if (element.value === "b") return { b: short(element.children) };
  }
  throw new Error(`the page does not say ${JSON.stringify(element)}`);
}

function cases(options: Record<string, { value: MessageFormatElement[] }>): Record<string, Compiled> {
  return Object.fromEntries(Object.entries(options).map(([label, { value }]) => [label, short(value)]));
}

const GAME = /(.*\/games\/)\w+\/(words\/\w+\/\w+\.json)$/;

/** Compiles message catalogues (`…/words/LANGUAGE/*.json`); a game's includes the messages that all games share. */
export function messages(): Plugin {
  return {
    name: "messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/words\/\w+\/[\w-]+\.json$/ },
      handler(code, id) {
        const shared = GAME.exec(id)?.slice(1).join("") ?? "";
        if (existsSync(shared)) this.addWatchFile(shared);
        const texts: Record<string, string> = {
          ...(existsSync(shared) ? JSON.parse(readFileSync(shared, "utf8")) : {}),
          ...JSON.parse(code),
        };
        const compiled = Object.entries(texts).map(([key, text]) => {
          try {
            return [key, compile(text)];
          } catch (error) {
            return this.error(`${key}: ${String(error)}`);
          }
        });
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
      },
    },
  };
}
