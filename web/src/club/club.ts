/** A person, their games, numbers and ratings, as the server tells them (docs/protocol.md). */
import { ask } from "../table/http";
import type { SeatToken } from "../table/keys";
import type { GameName } from "../table/table";
import type * as wire from "../wire/generated/types";

export type Me = wire.Me;
/** A seat of a game that goes on, or of a finished one. */
export type OngoingSeat = Pick<wire.OngoingSeat, "kind" | "name" | "level" | "score"> &
  Partial<Omit<wire.OngoingSeat, "score"> & Pick<wire.FinishedSeat, "won">>;
export type OngoingGame = wire.OngoingGame;
export type FinishedGame = wire.FinishedGame;
export type Finished = wire.Finished;
export type MyGames = wire.MyGames;
export type Tally = wire.Tally;
export type Statistics = wire.Statistics;
export type Member = wire.Member;
export type LeaderboardTable = wire.LeaderboardTable;
export type Device = wire.Device;

export const myGames = () => ask<MyGames>("/me/games");
export const older = (before: number) => ask<Finished>(`/me/finished?before=${before}`);
export const hide = (table: string, hidden: boolean) => ask(`/me/tables/${table}`, { hidden });
/** With the key of a guest's seat, or as the profile of this device. */
const withKey = (key?: SeatToken) => (key ? { seat: key.seat, token: key.token } : {});
export const leave = (table: string, key?: SeatToken) => ask(`/tables/${table}/leave`, withKey(key));
export const resign = (table: string, key?: SeatToken) => ask(`/tables/${table}/resign`, withKey(key));
export const statistics = () => ask<Statistics>("/me/statistics");
export const ratings = (game: GameName) => ask<wire.Ratings>(`/ratings/${game}`);
export const devices = () => ask<wire.Devices>("/me/devices").then((said) => said.devices);
export const signOut = (device: string) => ask(`/me/devices/${device}/sign_out`, {});
export const newLink = () => ask<wire.OneTimeLink>("/me/links", {});
export const newRecovery = () => ask<wire.RecoveryCode>("/me/recovery", {});

/** What its owner may call this device. */
export function deviceLabel(): string {
  const agent = navigator.userAgent;
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? "";
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  return [browser.replace("Edg", "Edge").replace("OPR", "Opera"), system].filter(Boolean).join(", ");
}
