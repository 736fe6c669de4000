// The peer of `benchmarks.server`: boardgame.io as it ships, with a card game for four players with secret hands that
// tells about as much as Il Commercio Viaggiatore. Run by `benchmarks/serving/boardgame_io.py`: PORT.
const { Server } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const cards = {
  name: "cards",
  setup: ({ random }) => {
    const deck = random.Shuffle(Array.from({ length: 96 }, (_, card) => card));
    const players = {};
    const seats = [];
    for (let seat = 0; seat < 4; seat++) {
      players[seat] = { hand: deck.splice(0, 5), bid: null };
      seats.push({ held: 5, baggage: 0, steps: 0, points: 0, objects: [0, 0, 0, 0], carriers: [0, 0, 0, 0] });
    }
    return { players, seats, lots: [], pile: [], turn: 0, secret: { deck } };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      move: ({ G, playerID }, card) => {
        const { hand } = G.players[playerID];
        const at = hand.indexOf(card);
        if (at < 0) return "INVALID_MOVE";
        hand.splice(at, 1);
        G.pile.push(card);
        if (!G.secret.deck.length) G.secret.deck = G.pile.splice(0, G.pile.length);
        hand.push(G.secret.deck.shift());
        const seat = G.seats[playerID];
        seat.points += card % 4;
        seat.objects[card % 4]++;
        G.lots.push({ seat: Number(playerID), card, vehicle: card % 4, face_down: false });
        if (G.lots.length > 12) G.lots.shift();
        G.turn++;
      },
      client: false,
    },
  },
};

const [port] = process.argv.slice(2);
Server({ games: [cards], origins: ["*"] }).run({ port: Number(port) }, () => console.log("ready"));
