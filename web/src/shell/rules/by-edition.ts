/**
 * What a clause says in one edition. A rule file is a synopsis: a sentence of some editions begins with their codes
 * ("IT, FR: …"), and a remark in brackets says who prints it ("(IT; *ruling* for DE)"). The engine reads the same in
 * `games/rulebooks/by_edition.py`.
 */
import type { Clause } from "./rulebook";

const CODE = "(?:IT|ES|FR|FM|DE)";
const CODES = `${CODE}(?:, ${CODE})*(?: (?:and|e|y|et|und) ${CODE})?`;
const TAGGED = new RegExp(`^(${CODES})\\s?: `);
const REMARK = new RegExp(
  `\\s\\((?:(${CODES})(?=\\)|\\s?;))?(?:\\s?; )?(?:(\\*[\\p{L}\\d_]+\\*) (?:for|per|para|pour|für) (${CODES}))?\\)`,
  "gu",
);
const SENTENCES = /(?:(?<=[.!?])|(?<=[.!?]\*\*)) (?=[A-ZÀ-ÖØ-Þ*„«“¿¡])/;

/** The code of an edition in the rule files. */
export const codeOf = (edition: string) => (edition === "fr-memo" ? "FM" : edition.toUpperCase());

const has = (codes: string | undefined, code: string) => Boolean(codes?.match(new RegExp(`\\b${code}\\b`)));

/** A paragraph as the edition with this code has it. */
export function inEdition(text: string, code: string): string {
  return text
    .replace(/[ \n]+/g, " ")
    .trim()
    .split(SENTENCES)
    .flatMap((said) => {
      const tag = TAGGED.exec(said);
      return tag && !has(tag[1], code) ? [] : [tag ? said.slice(tag[0].length) : said];
    })
    .map((said) =>
      said.replace(REMARK, (_, _printed, ruling?: string, ruled?: string) => (has(ruled, code) ? ` (${ruling})` : "")),
    )
    .join(" ");
}

/** A clause with its cases as an edition has it; without a text if it is not part of that edition. */
export function clauseInEdition({ number, text }: Clause, code: string): Clause {
  const [first = "", ...cases] = text.replace(/^- /, "").split(/\n\s+- /);
  const head = first.startsWith(`${number} `) ? first.slice(number.length + 1) : first;
  const said = [inEdition(head, code), ...cases.map((one) => inEdition(one, code))].filter(Boolean);
  return { number, text: said.join("\n  - ") };
}
