/** The rules in force at a table: its edition, and what differs from what that edition prints. */
import { games, type GameInfo } from "../../table/http";
import { FAIR_START, type TableInfo } from "../../table/table";
import { has, need, t } from "../../words/index.svelte";

export interface ChangedRule {
  key: string;
  name: string;
  clause: string;
  here: string;
  printed: string;
}

export class RulesInForce {
  private game = $state.raw<GameInfo | null>(null);

  constructor(private readonly info: () => TableInfo) {
    const { game } = info();
    void Promise.all([games(), need(`${game}/setup`)])
      .then(([found]) => (this.game = found.find(({ name }) => name === game) ?? null))
      .catch(() => {}); // without a server: the edition alone
  }

  /** The game's drawing, if the page has no art of it. */
  get drawing(): string | undefined {
    return this.game?.drawing;
  }

  get title(): string {
    const { game, edition } = this.info();
    const key = `${game}.edition.${edition}` as const;
    return (this.houseRules && !this.editions) || !edition || !has(key) ? t("rules.own") : t(key);
  }

  /** The title in a letter or two: the language of the edition, or whether all is as printed. */
  get sign(): string {
    const [language, ...rest] = (this.info().edition ?? "").split("-");
    if (this.editions && language) return [language, ...rest.map((part) => part[0])].join("·").toUpperCase();
    return this.houseRules ? "" : "✓";
  }

  private get houseRules(): number {
    return this.changed.filter(({ key }) => key !== FAIR_START).length;
  }

  /** What is added to the title: a fair start, and how many rules are changed. Empty: everything is as printed. */
  get more(): string {
    const start = this.changed.find(({ key }) => key === FAIR_START)?.name ?? "";
    const rules = this.houseRules ? t("rules.changed", { n: this.houseRules }) : "";
    return [start, rules].filter(Boolean).join(", ");
  }

  /** The same in a letter or two. */
  get moreSign(): string {
    return this.houseRules ? `+${this.houseRules}` : this.changed.length ? "=" : "";
  }

  /** Whether the game was printed with several sets of rules. */
  private get editions(): boolean {
    return Object.keys(this.game?.editions ?? {}).length > 1;
  }

  get changed(): ChangedRule[] {
    const { game, edition, rules } = this.info();
    if (!this.game) return [];
    // a record may name an edition that we do not know: its rules are compared with ours
    const printed = this.game.editions[edition ?? ""] ?? this.game.editions[this.game.default_edition]!;
    const said = (name: string, value: string | number) =>
      typeof value === "number"
        ? t(`${game}.switch.${name}.value`, { n: value })
        : t(`${game}.switch.${name}.${value}`);
    return Object.keys(this.game.switches)
      .filter((name) => name in rules && rules[name] !== printed[name])
      .map((name) => ({
        key: name,
        name: t(`${game}.switch.${name}.short`),
        clause: this.game!.switches[name]!.clause,
        here: said(name, rules[name]!),
        printed: said(name, printed[name]!),
      }));
  }
}
