"""What the messages of Il Commercio Viaggiatore name besides players and numbers: cards, objects, vehicles, bids."""

from __future__ import annotations

from typing import Any

from piazzetta.games.words.speech import Speech

_KINDS = ("clothes", "hats", "shoes", "accessories")


class ViaggiatoreSpeech(Speech):
    """Talks about a deck, which knows what a card shows: ``face(12)["bid"]``."""

    def objects_text(self, objects: Any) -> str:
        """ "2 hats and 1 accessory"."""
        texts = [self.reader.t("objects." + _KINDS[kind], {"n": n}) for kind, n in enumerate(objects) if n]
        return self.reader.listed(texts) if texts else self.reader.t("objects.none", {})

    def card_text(self, number: int) -> str:
        """A card by its distinguishing features. Cards have no printed number; only people who type moves see it."""
        card = self.components.face(number)
        if card is None:
            return str(number)
        text = self.reader.t("card.short", {"bid": card["bid"], "ticket": card["ticket"]})
        if self.reader.shows_keys:
            text = self.reader.t("card.numbered", {"number": number, "card_text": text})
        return str(text)

    def whole_card_text(self, card: Any) -> str:
        """Everything on a card, for those who cannot see it."""
        asked = [
            self.reader.t("card.shop_asks", {"kind": _KINDS[kind], "least": "none" if least is None else least})
            for kind, least in enumerate(card["shop"])
        ]
        params = {
            "bid": card["bid"],
            "objects_text": self.objects_text(card["objects"]),
            "first": card["vehicles"][0],
            "second": card["vehicles"][1],
            "ticket": card["ticket"],
            "shop_text": ", ".join(asked),
        }
        return self.reader.t("card.full", params)

    def single(self, name: str, value: Any) -> dict[str, Any]:
        found = super().single(name, value)
        if isinstance(value, int):
            if name == "bid" or name == "card":
                found["card_text"] = self.card_text(value)
            elif name == "top" or name == "pending":
                found[name + "_text"] = self.card_text(value)
        return found

    def several(self, name: str, values: Any) -> dict[str, Any]:
        if name == "points":
            paid = [self.reader.t("kind." + _KINDS[kind], {}) for kind, point in enumerate(values) if point]
            return {"kinds_text": self.reader.listed(paid), "kinds_count": len(paid)}
        if name == "objects":
            return {"objects_text": self.objects_text(values)}
        if name == "carriers":
            return {"carriers_text": self.reader.listed([self.reader.t("vehicle." + name, {}) for name in values])}
        if name == "bids":
            return {"bids_text": ", ".join([self._bid(bid) for bid in values])}
        return super().several(name, values)

    def _bid(self, bid: Any) -> str:
        params = self.about(bid["seat"])
        params["value"] = bid["value"]
        return self.reader.t("bid.bluffed" if bid["bid"] == "bluff" else "bid.shown", params)

    def move(self, text: str, setting: bool = False, row: bool = False) -> Any:
        """A move, or the kind of moves that an opening explorer counts together: "bid worth 3", "carry by train"."""
        words = text.split(" ")
        given: dict[str, Any] = {}
        if len(words) == 3 and words[1] == "worth":
            return "move.bid_worth", self.params({"value": int(words[2])})
        if len(words) == 3 and words[1] == "by":
            return "move." + words[0] + "_by", self.params({"vehicle": words[2]})
        if len(words) > 1:
            given["card"] = int(words[1])
            face = self.components.face(given["card"])
            if face is not None:
                given["worth"], given["ticket"] = face["bid"], face["ticket"]
        if len(words) > 2:
            given["vehicle"] = words[2]
        return "move." + words[0], self.params(given)
