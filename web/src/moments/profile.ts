/**
 * Moments follow a profile: what this device keeps is joined with what the server keeps of us, reviews by their time.
 * Without a profile or a network everything stays here until the next time. Games of this device alone stay here anyway,
 * and so do those of a guest or of somebody who was signed in before: the sender of a link must not get them.
 */
import { ask } from "../table/http";
import { guestTables, isKept, tablesKept } from "../table/keys";
import { isLocal } from "../table/reach.svelte";
import type * as wire from "../wire/generated/types";
import { allMoments, dueTonight, HANDFUL, write, type KeptMoment } from "./cards";
import type { MomentCard } from "./moment";
import { remembered, type Review } from "./schedule";

const AT_ONCE = 10; // the server lets an address change only so much; the rest another time

/** Its name on the server. */
const nameOf = (moment: KeptMoment) => moment.id.replaceAll("/", "-");
const isOurs = (table: string) => !isLocal(table) && tablesKept().includes(table) && !guestTables().includes(table);
/** The moments that the server keeps, as far as we know. */
const served = new Set<string>();
let joining: Promise<void> | null = null;

/** Join this device's moments with those of the profile, once while the page lives. */
export const joinProfile = (now: Date): Promise<void> => (joining ??= isKept() ? join(now) : Promise.resolve());

async function join(now: Date): Promise<void> {
  try {
    const { moments } = await ask<wire.KeptMoments>("/me/moments");
    for (const { id } of moments) served.add(id);
    const here = new Map((await allMoments()).map((moment) => [nameOf(moment), moment]));
    const elsewhere: wire.KeptMoment[] = [];
    for (const known of moments) {
      const own = here.get(known.id);
      if (own) await joinReviews(own, known.reviews);
      else elsewhere.push(known);
    }
    await fetchDue(elsewhere, now);
    const untold = [...here.values()].filter((moment) => !served.has(nameOf(moment)) && isOurs(moment.table));
    for (const moment of untold.slice(0, AT_ONCE)) await tellProfile(moment);
  } catch {
    joining = null; // no network, or signed out: another time
  }
}

async function joinReviews(own: KeptMoment, theirs: readonly Review[]): Promise<void> {
  const all = new Map([...theirs, ...own.reviews].map((review) => [review.time, review]));
  const reviews = [...all.values()].toSorted((a, b) => a.time - b.time);
  const moment = { ...own, reviews, memory: remembered(own.kept, reviews) };
  if (reviews.length > own.reviews.length) await write(moment);
  if (reviews.length > theirs.length) await tellProfile(moment);
}

/** Fetch what is due of the moments that other devices keep. The others can wait there. */
async function fetchDue(elsewhere: readonly wire.KeptMoment[], now: Date): Promise<void> {
  const found = elsewhere.map(({ id, kept, reviews }) => ({ id, kept, reviews, memory: remembered(kept, reviews) }));
  for (const { id, kept, reviews, memory } of dueTonight(found, now).slice(0, HANDFUL)) {
    const { card } = await ask<{ card: unknown }>(`/me/moments/${id}`);
    const [table, seat, index] = id.split("-");
    await write({ id: `${table}/${seat}/${index}`, table: table!, kept, card: card as MomentCard, reviews, memory });
  }
}

/** Tell the server of a moment and its reviews; without an answer, the next `joinProfile` does. */
export async function tellProfile(moment: KeptMoment): Promise<void> {
  const name = nameOf(moment);
  if (!isKept() || (!served.has(name) && !isOurs(moment.table))) return;
  const { kept, reviews } = moment;
  const { names: _, ...record } = moment.card.record; // the others' names are theirs to delete
  const card = { ...moment.card, record };
  try {
    await ask(`/me/moments/${name}`, served.has(name) ? { kept, reviews } : { kept, reviews, card });
    served.add(name);
  } catch {
    joining = null;
  }
}
