/** A person's holiday, as the server tells it (docs/protocol.md). */
import { ask } from "../table/http";

export interface Holiday {
  /** Milliseconds since 1970; null: not on holiday. */
  until: number | null;
  /** Milliseconds that may still be taken, of so many in a year. */
  left: number;
  most: number;
}

export const holiday = (): Promise<Holiday> => ask("/me/holiday");
export const goOnHoliday = (until: number | null): Promise<Holiday> => ask("/me/holiday", { until });
