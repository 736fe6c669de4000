/** Legal moves as buttons, grouped by what they are about: the first word of a move says that. */
import { moveText } from "../../shell/help/advice.svelte";
import type { Option } from "../../table/table";
import { capital, has, t } from "../../words/index.svelte";
import type { Speech } from "../../words/speech";

export interface Choice {
  option: Option;
  label: string;
}

export interface Group {
  /** Empty: every move stands for itself. */
  title: string;
  choices: Choice[];
}

const verbOf = ({ move }: Option) => move.split(" ", 1)[0]!;

export function groupsOf(speech: Speech, legal: readonly Option[]): Group[] {
  const groups = new Map<string, Option[]>();
  for (const option of legal) groups.set(verbOf(option), [...(groups.get(verbOf(option)) ?? []), option]);
  if (groups.size === legal.length)
    return legal.length ? [{ title: "", choices: legal.map((option) => choice(speech, option, false)) }] : [];
  return [...groups].map(([verb, options]) => {
    const key = `${speech.game}.group.${verb}` as const;
    return {
      title: has(key) ? t(key) : capital(verb),
      choices: options.map((option) => choice(speech, option, true)),
    };
  });
}

/** Under a title the verb need not be repeated, unless the game words its moves itself. */
function choice(speech: Speech, option: Option, titled: boolean): Choice {
  const verb = verbOf(option);
  const rest = option.move.slice(verb.length + 1);
  const worded = has(`${speech.game}.move.${verb}`);
  return { option, label: !worded && titled && rest ? capital(rest) : moveText(speech, option.move) };
}
