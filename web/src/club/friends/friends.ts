/** Friends, as the server tells them (docs/protocol.md). */
import { ask } from "../../table/http";

export interface Somebody {
  id: string;
  name: string;
  avatar: string;
}

export interface Friend extends Somebody {
  here: boolean;
  table: string | null;
}

export interface Friends {
  shown: boolean;
  friends: Friend[];
  asking: Somebody[];
  asked: Somebody[];
  invitations: { name: string; avatar: string; table: string; time: number }[];
}

export const friends = () => ask<Friends>("/me/friends");
export const find = (name: string) =>
  ask<{ people: (Somebody & { rating: number | null })[] }>(`/me/friends/find?name=${encodeURIComponent(name)}`).then(
    ({ people }) => people,
  );
/** Also to say yes to whoever has asked. */
export const befriend = (person: string) => ask<Friends>("/me/friends/ask", { person });
export const remove = (person: string) => ask<Friends>("/me/friends/remove", { person });
export const beSeen = (shown: boolean) => ask<Friends>("/me/friends/presence", { shown });
export const invite = (person: string, table: string) => ask("/me/friends/invite", { person, table });
