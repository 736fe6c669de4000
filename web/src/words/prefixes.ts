/** Keys that are put together while the page runs: everything that begins so counts as used. */
export const PREFIXES = [
  "portobello.",
  "viaggiatore.",
  "server.",
  "interface.can.",
  "interface.coach.",
  "interface.front.edition.",
  "interface.level.",
  "interface.link.",
  "interface.short.",
  "interface.source.",
  "interface.strength.",
  "viaggiatore-table.act.",
  "viaggiatore-table.auction.why.",
  "viaggiatore-table.coach.",
  "viaggiatore-table.stamp.",
] as const;
