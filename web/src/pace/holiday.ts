/** A person's holiday, as the server tells it (docs/protocol.md). */
import { ask } from "../table/http";
import type { Holiday } from "../wire/generated/types";

export type { Holiday };

export const holiday = (): Promise<Holiday> => ask("/me/holiday");
export const goOnHoliday = (until: number | null): Promise<Holiday> => ask("/me/holiday", { until });
