/** Keys that are composed at run time: everything with such a prefix counts as used. */
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
