/**
 * Messages with parameters, in parts, so that the page can render a parameter richly (a player with an emblem, a street
 * in italics) instead of gluing strings. Catalogues are ICU MessageFormat; `plugins/messages.ts` parses them at build
 * time.
 */
export type Params = Readonly<Record<string, unknown>>;

/** A compiled message: plain text, or a list of nodes. */
export type Compiled = string | Node[];
/** Text, `#`, a parameter, a choice by a parameter (1: a plural), or bold. */
export type Node =
  string | 0 | [name: string] | [name: string, cases: Record<string, Compiled>, plural?: 1] | { b: Compiled };

/** A subject's messages by their keys. */
export type Messages = Readonly<Record<string, Compiled>>;

/** A piece of a finished message: plain text, or a parameter by its name and value. */
export interface Part {
  text: string;
  /** The name of this parameter, or null for the message's own words. */
  param: string | null;
  bold: boolean;
}

/** The message in a language, as parts. A missing parameter shows as its name in braces: visible, never thrown. */
export function format(message: Compiled, params: Params, language: string): Part[] {
  const parts: Part[] = [];
  const walk = (nodes: Compiled, count: unknown, bold: boolean): void => {
    for (const node of typeof nodes === "string" ? [nodes] : nodes) {
      if (typeof node === "string") parts.push({ text: node, param: null, bold });
      else if (node === 0) parts.push({ text: String(count), param: null, bold });
      else if (!Array.isArray(node)) walk(node.b, count, true);
      else {
        const [name, cases, plural] = node;
        const value = params[name];
        if (!cases) parts.push({ text: String(value ?? `{${name}}`), param: name, bold });
        else if (plural) walk(cases[`=${value}`] ?? counted(cases, Number(value), language), value, bold);
        else walk(cases[String(value)] ?? cases["other"]!, count, bold);
      }
    }
  };
  walk(message, null, false);
  return parts;
}

function counted(cases: Record<string, Compiled>, count: number, language: string): Compiled {
  return cases[new Intl.PluralRules(language).select(count)] ?? cases["other"]!;
}

/** The same as plain text. */
export function text(message: Compiled, params: Params, language: string): string {
  return format(message, params, language)
    .map((part) => part.text)
    .join("");
}
