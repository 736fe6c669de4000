/**
 * Messages with parameters: the useful part of ICU MessageFormat, parsed into parts so that the page can draw a
 * parameter richly (a player with an emblem, a street in italics) instead of gluing strings.
 *
 * `{name}` · `{n, plural, =0 {…} one {…} other {# …}}` · `{who, select, you {…} other {…}}` · `**bold**`
 */

export type Value = string | number;
export type Params = Readonly<Record<string, unknown>>;

/** A piece of a finished message: plain text, or a parameter by its name and value. */
export interface Part {
  text: string;
  /** The name of the parameter this is, or null for the message's own words. */
  param: string | null;
  bold: boolean;
}

type Node =
  | { kind: "text"; text: string }
  | { kind: "bold" }
  | { kind: "param"; name: string }
  | { kind: "count" }
  | { kind: "choice"; by: "plural" | "select"; name: string; cases: Map<string, Node[]> };

export class BadMessage extends Error {}

class Reader {
  at = 0;
  constructor(readonly source: string) {}

  nodes(nested: boolean): Node[] {
    const found: Node[] = [];
    let text = "";
    const flush = () => {
      if (text) found.push({ kind: "text", text });
      text = "";
    };
    while (this.at < this.source.length) {
      const sign = this.source[this.at]!;
      if (sign === "}" && nested) break;
      if (sign === "}") throw new BadMessage(`a closing brace too many in "${this.source}"`);
      if (sign === "'" && "{}".includes(this.source[this.at + 1] ?? " ") && this.source[this.at + 2] === "'") {
        text += this.source[this.at + 1];
        this.at += 3;
      } else if (sign === "{") {
        flush();
        found.push(this.argument());
      } else if (sign === "#" && nested) {
        flush();
        found.push({ kind: "count" });
        this.at++;
      } else if (this.source.startsWith("**", this.at)) {
        flush();
        found.push({ kind: "bold" });
        this.at += 2;
      } else {
        text += sign;
        this.at++;
      }
    }
    flush();
    return found;
  }

  private word(): string {
    this.space();
    const match = /^[\w=.-]+/.exec(this.source.slice(this.at));
    if (!match) throw new BadMessage(`a name is missing at ${this.at} in "${this.source}"`);
    this.at += match[0].length;
    this.space();
    return match[0];
  }

  private space(): void {
    while (/\s/.test(this.source[this.at] ?? "")) this.at++;
  }

  private expect(sign: string): void {
    if (this.source[this.at] !== sign) throw new BadMessage(`"${sign}" is missing at ${this.at} in "${this.source}"`);
    this.at++;
  }

  private argument(): Node {
    this.expect("{");
    const name = this.word();
    if (this.source[this.at] === "}") {
      this.at++;
      return { kind: "param", name };
    }
    this.expect(",");
    const by = this.word();
    if (by !== "plural" && by !== "select") throw new BadMessage(`"${by}" is not known in "${this.source}"`);
    this.expect(",");
    const cases = new Map<string, Node[]>();
    this.space();
    while (this.source[this.at] !== "}") {
      const label = this.word();
      this.expect("{");
      cases.set(label, this.nodes(true));
      this.expect("}");
      this.space();
      if (this.at >= this.source.length) throw new BadMessage(`a brace is not closed in "${this.source}"`);
    }
    this.at++;
    if (!cases.has("other")) throw new BadMessage(`"other" is missing in "${this.source}"`);
    return { kind: "choice", by, name, cases };
  }
}

const parsed = new Map<string, Node[]>();

function nodesOf(message: string): Node[] {
  let nodes = parsed.get(message);
  if (!nodes) parsed.set(message, (nodes = new Reader(message).nodes(false)));
  return nodes;
}

/** The message in a language, as parts. A missing parameter shows as its name in braces: seen, never thrown. */
export function format(message: string, params: Params, language: string): Part[] {
  const parts: Part[] = [];
  let bold = false;
  const walk = (nodes: Node[], count: number | null): void => {
    for (const node of nodes) {
      if (node.kind === "text") parts.push({ text: node.text, param: null, bold });
      else if (node.kind === "bold") bold = !bold;
      else if (node.kind === "count") parts.push({ text: String(count ?? "#"), param: null, bold });
      else if (node.kind === "param") {
        parts.push({ text: String(params[node.name] ?? `{${node.name}}`), param: node.name, bold });
      } else {
        const value = params[node.name] as Value | undefined;
        const label = node.by === "plural" ? pluralLabel(node.cases, Number(value), language) : String(value);
        walk(node.cases.get(label) ?? node.cases.get("other")!, node.by === "plural" ? Number(value) : count);
      }
    }
  };
  walk(nodesOf(message), null);
  return parts;
}

function pluralLabel(cases: Map<string, Node[]>, count: number, language: string): string {
  return cases.has(`=${count}`) ? `=${count}` : new Intl.PluralRules(language).select(count);
}

/** The names of all parameters a message uses: the same in every language, or a translation has lost something. */
export function placeholders(message: string): Set<string> {
  const names = new Set<string>();
  const walk = (nodes: Node[]): void => {
    for (const node of nodes) {
      if (node.kind === "param" || node.kind === "choice") names.add(node.name);
      if (node.kind === "choice") for (const inner of node.cases.values()) walk(inner);
    }
  };
  walk(nodesOf(message));
  return names;
}
