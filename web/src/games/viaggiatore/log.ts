/** How the log tells the events of Il Commercio Viaggiatore, and what they brought. */
import type { LogStyle } from "../../shell/rail/log-style";
import { objectsText } from "../../words/speech";

export const log: LogStyle = {
  silent: new Set(["turn", "turn_ended", "drawing", "bid_laid", "dealt"]),
  read: new Set(["last_round", "game_over"]),
  short({ key, params }, message, speech) {
    const short = (icon: string, text: string, times = 1) => ({ icon, text, times });
    switch (key) {
      case "auction_won":
        return short("u-bag", objectsText(speech, params.objects as number[]));
      case "travelled":
      case "rode":
        return params.arrived ? short("u-city", "") : short("walker", String(params.at));
      case "shop":
        return short("star-won", String(params.total));
      case "drew":
        return short("u-cards", "", Number(message.params.n ?? 1));
    }
    return null;
  },
  gains: ({ key, params }) => (key === "shop" ? [[Number(params.seat), Number(params.total)]] : []),
  joined: { event: "drew", message: "viaggiatore-table.log.drew" },
};
