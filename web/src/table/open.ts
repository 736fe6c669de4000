/** Opens a table by its id: a live one on our server, or one on this device. */
import { embedded } from "../embed/embedded";
import { info } from "./http";
import { RemoteTable } from "./remote.svelte";
import { isLocal } from "./reach.svelte";
import type { Table } from "./table";
import { seatsOf, keepSeat, type SeatToken } from "./keys";

export async function open(id: string): Promise<Table> {
  if (isLocal(id)) return (await import("../local/requests")).open(id);
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/tables/${id}/live`;
  if (embedded) return new RemoteTable(address, [], true);
  takeKeyFromAddress(id);
  return new RemoteTable(address, await committed(id));
}

/** Our seats with the commitment to the draws: we keep it before we contribute, so that the seed cannot change later. */
async function committed(id: string): Promise<SeatToken[]> {
  const unseen = seatsOf(id).filter((seat) => seat.commitment === undefined);
  if (unseen.length) {
    const { commitment, status, seats } = await info(id);
    for (const key of unseen) {
      const late = status !== "waiting" || seats[key.seat]?.contributed;
      keepSeat(id, { ...key, contribution: late ? null : key.contribution!, commitment: commitment! });
    }
  }
  return seatsOf(id);
}

/** The seat of a link without a key: an open one, to take with a name. */
export function wantedSeat(): number | null {
  const key = new URLSearchParams(location.hash.slice(1));
  return key.has("s") && !key.has("k") ? Number(key.get("s")) : null;
}

/** A seat link has its key after the `#`, so that it never reaches a server's log; store it and tidy the address. */
function takeKeyFromAddress(id: string): void {
  const key = new URLSearchParams(location.hash.slice(1));
  const seat = key.get("s");
  const token = key.get("k");
  if (seat === null || token === null) return;
  keepSeat(id, { seat: Number(seat), token } satisfies SeatToken);
  history.replaceState(null, "", location.pathname);
}
