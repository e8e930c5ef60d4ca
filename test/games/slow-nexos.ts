// The rules of Nexos a second time, written straight from the rules text and slowly, to hold the fast ones against.

/** An intersection or the middle of a segment, letters and numbers of its name counted from 0. */
type Place = readonly [x: number, y: number];

const nameOf = ([x, y]: Place): string => `${'abcdefghijklmnopqrstuvwxy'[x]}${y + 1}`;

const placeOf = (name: string): Place => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

const COLOURS = ['blue', 'yellow', 'red', 'green'];
const STARTS = ['e21', 'u21', 'u5', 'e5'];

/** The segments of the board with the intersections at their ends, and the other way round. */
const ends = new Map<string, readonly string[]>();
const meeting = new Map<string, string[]>();
for (let x = 0; x < 25; x++) {
  for (let y = 0; y < 25; y++) {
    if (x % 2 === y % 2) continue;
    const beside: Place[] = x % 2 === 1 ? [[x - 1, y], [x + 1, y]] : [[x, y - 1], [x, y + 1]]; // prettier-ignore
    ends.set(nameOf([x, y]), beside.map(nameOf));
    for (const end of beside.map(nameOf)) meeting.set(end, [...(meeting.get(end) ?? []), nameOf([x, y])]);
  }
}

/** How it stands after some moves. */
interface State {
  readonly taken: ReadonlySet<string>;
  readonly straight: ReadonlySet<string>;
  /** By colour: the intersections it touches, the shapes it has placed, its segments. */
  readonly touched: readonly ReadonlySet<string>[];
  readonly shapes: readonly ReadonlySet<string>[];
  readonly points: readonly number[];
  readonly due: number;
}

const START: State = {
  taken: new Set(),
  straight: new Set(),
  touched: STARTS.map(start => new Set([start])),
  shapes: STARTS.map(() => new Set()),
  points: [0, 0, 0, 0],
  due: 0,
};

const sorted = (names: readonly string[]): string[] =>
  names.toSorted((a, b) => {
    const [[ax, ay], [bx, by]] = [placeOf(a), placeOf(b)];
    return ay - by || ax - bx;
  });

const shapesKnown = new Map<string, string>();

/** The same text for pieces that are the same when moved by whole steps, turned and turned over. */
function shapeOf(names: readonly string[]): string {
  const places = names.map(placeOf);
  const corner = (all: readonly Place[]): string => {
    const even = (least: number): number => least - (((least % 2) + 2) % 2);
    const [left, low] = [even(Math.min(...all.map(([x]) => x))), even(Math.min(...all.map(([, y]) => y)))];
    return all.map(([x, y]) => `${x - left}.${y - low}`).sort().join(' '); // prettier-ignore
  };
  const here = corner(places);
  const known = shapesKnown.get(here);
  if (known !== undefined) return known;
  const turns: ((place: Place) => Place)[] = [
    ([x, y]) => [x, y], ([x, y]) => [-x, y], ([x, y]) => [x, -y], ([x, y]) => [-x, -y],
    ([x, y]) => [y, x], ([x, y]) => [-y, x], ([x, y]) => [y, -x], ([x, y]) => [-y, -x],
  ]; // prettier-ignore
  const shape = turns.map(turn => corner(places.map(turn))).sort()[0]!;
  shapesKnown.set(here, shape);
  return shape;
}

/** Where exactly two segments of the piece meet, one the continuation of the other. */
function straightIn(names: readonly string[]): string[] {
  const at = [...new Set(names.flatMap(name => ends.get(name)!))];
  return at.filter(end => {
    const [first, second, third] = names.filter(name => ends.get(name)!.includes(end)).map(placeOf);
    return second !== undefined && third === undefined && (first![0] === second[0] || first![1] === second[1]);
  });
}

/** Every legal piece of a colour, as segments in the order of the text. */
function* pieces(state: State, colour: number): Generator<string[]> {
  const isFree = (name: string): boolean => !state.taken.has(name);
  const around = (name: string): string[] =>
    ends
      .get(name)!
      .flatMap(end => meeting.get(end)!)
      .filter(isFree);
  const first = [...state.touched[colour]!].flatMap(end => meeting.get(end)!).filter(isFree);
  let all = new Map([...new Set(first)].map(name => [name, [name]]));
  for (let size = 1; size <= 4; size++) {
    for (const piece of all.values()) {
      const isNew = !state.shapes[colour]!.has(shapeOf(piece));
      if (isNew && !straightIn(piece).some(end => state.straight.has(end))) yield piece;
    }
    if (size === 4) return;
    const larger = [...all.values()].flatMap(piece =>
      piece.flatMap(around).flatMap(name => (piece.includes(name) ? [] : [sorted([...piece, name])])),
    );
    all = new Map(larger.map(piece => [piece.join(), piece]));
  }
}

const mover = (state: State): number | null =>
  [0, 1, 2, 3].map(i => (state.due + i) % 4).find(colour => pieces(state, colour).next().done !== true) ?? null;

function after(state: State, colour: number, piece: readonly string[]): State {
  const own = <Value>(all: readonly Value[], change: (value: Value) => Value): Value[] =>
    all.map((value, each) => (each === colour ? change(value) : value));
  return {
    taken: new Set([...state.taken, ...piece]),
    straight: new Set([...state.straight, ...straightIn(piece)]),
    touched: own(state.touched, set => new Set([...set, ...piece.flatMap(name => ends.get(name)!)])),
    shapes: own(state.shapes, set => new Set([...set, shapeOf(piece)])),
    points: own(state.points, sum => sum + piece.length),
    due: (colour + 1) % 4,
  };
}

/** Texts seen before: games are asked move by move, and each text begins like the one before it. */
const states = new Map<string, { readonly state: State; readonly turn: number | null }>([
  ['', { state: START, turn: 0 }],
]);

function read(text: string): { readonly state: State; readonly turn: number | null } {
  const known = states.get(text);
  if (known !== undefined) return known;
  const at = text.lastIndexOf('/');
  const before = read(text.slice(0, Math.max(0, at)));
  const state = after(before.state, before.turn!, text.slice(at + 1).split(','));
  const fresh = { state, turn: mover(state) };
  states.set(text, fresh);
  return fresh;
}

const movesKnown = new Map<string, Map<string, string>>();

/** Every legal move with the position after it: moves so far joined by '/' → move → the same with one more. */
export function slowNexosMoves(text: string): Map<string, string> {
  const known = movesKnown.get(text);
  if (known !== undefined) return known;
  const { state, turn } = read(text);
  const found = turn === null ? [] : [...pieces(state, turn)].map(piece => piece.join());
  const moves = new Map(found.map(move => [move, text === '' ? move : `${text}/${move}`]));
  movesKnown.set(text, moves);
  return moves;
}

/** The points of each colour so far, with 10 more for 24 pieces. */
export const slowNexosPoints = (text: string): number[] => {
  const { state } = read(text);
  return state.points.map((sum, colour) => (state.shapes[colour]!.size === 24 ? sum + 10 : sum));
};

/** 'blue+red', 'yellow+green' or a colour alone in front; null: not over, or a draw. */
export function slowNexosWinner(text: string, players: 2 | 4): string | null {
  if (read(text).turn !== null) return null;
  const points = slowNexosPoints(text);
  const sides = COLOURS.slice(0, players).map((_, seat) => {
    const own = COLOURS.map((_colour, colour) => colour).filter(colour => colour % players === seat);
    return { name: own.map(colour => COLOURS[colour]).join('+'), sum: own.reduce((sum, colour) => sum + points[colour]!, 0) }; // prettier-ignore
  });
  const best = Math.max(...sides.map(({ sum }) => sum));
  const first = sides.filter(({ sum }) => sum === best);
  return first.length === 1 ? first[0]!.name : null;
}
