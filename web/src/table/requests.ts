/**
 * What happens rarely at a table, wherever it runs: on a server, or on this device. New tables are made on the server;
 * without one, on this device.
 */
import * as http from "./http";
import type { FairRecord, Frames, NewTable } from "./http";
import { seatsOf } from "./keys";
import { isLocal, serverThere, Unreachable } from "./reach.svelte";
import { saveFile } from "./save";
import type { TableInfo } from "./table";

/** Loaded only when somebody plays offline. */
const here = () => import("../local/requests");

/** Makes a table. Only a server has seats for others, who come by a link. */
export async function make(wish: NewTable, seed = ""): Promise<{ table: string; links: Record<string, string> }> {
  const forMe = wish.seats.every((seat) => seat.kind !== "open");
  if (serverThere()) {
    try {
      return await http.make(wish);
    } catch (error) {
      if (!(error instanceof Unreachable) || !forMe) throw error;
    }
  }
  return { table: await (await here()).make(wish, seed), links: {} };
}

export async function rematch(id: string): Promise<string> {
  return isLocal(id) ? (await here()).rematch(id) : http.rematch(id);
}

export async function info(id: string): Promise<Pick<TableInfo, "status" | "seats">> {
  return isLocal(id) ? (await here()).info(id) : http.info(id);
}

export async function record(id: string): Promise<FairRecord> {
  return isLocal(id) ? (await here()).record(id) : http.record(id);
}

/**
 * Whether the revealed seed is the one committed to when we came, whether our contributions were used, and whether both
 * give every draw; and how many draws were prepared for a lesson. Who only watched uses the commitment the table shows.
 */
export async function fairly(id: string, shown: string): Promise<{ fair: boolean; prepared: number }> {
  const [played, house, own] = [await record(id), await here(), seatsOf(id)];
  const commitments = [...new Set(own.map((seat) => seat.commitment ?? shown))];
  const contributions = own.flatMap((seat) => seat.contribution ?? []);
  const fair = commitments.length < 2 && (await house.fair(played, commitments[0] ?? shown, contributions));
  return { fair, prepared: played.fair?.prepared ?? 0 };
}

/** The record of a game on this device, as a file. */
export async function saveRecord(id: string): Promise<void> {
  saveFile(`piazzetta-${id}.json`, "application/json", JSON.stringify(await record(id)));
}

export async function replay(id: string, viewer: number): Promise<Frames> {
  return isLocal(id) ? (await here()).replay(id, viewer) : http.replay(id, viewer);
}

/** An imported record, as frames. */
export async function replayRecord(given: unknown, viewer: number): Promise<Frames> {
  if (serverThere()) {
    try {
      return await http.replayRecord(given, viewer);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
  }
  return (await here()).replayRecord(given, viewer);
}
