// The page of a board in a browser: step through the game, try moves out, and send them by mail.
// Moves are tried out by the game's own rules.
import type { AnyGame, Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Spot, Tone } from '#games/kit/picture.ts';
import { type Sentences, say } from '#core/kernel/sentence.ts';
import type { BoardData, PageAct } from '#core/desk/pages/board-data.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { findById } from '../elements.ts';
import { type SendBar, type SendWay, WORDS, createSendBar, showActs, showLines, showMails } from './send-bar.ts';
import { type SpotsShown, createBoardView } from './spot-buttons.ts';
import {
  type Exploration,
  courseOf,
  findPosition,
  listTriedMoves,
  moveTo,
  playMove,
  removeVariation,
  stepBy,
} from './course.ts';
import { fragmentOf, parseExploration } from './fragment.ts';
import { createHandView, moveEntry } from './move-entry.ts';
import { type LetterWriter, createActLetter, findAwaited, listLetters } from './letters.ts';
import { type PlaceToLie, handOf, mapPlaces } from './pieces.ts';
import { type PageReader, chooseToken, findWriter, postFromPage, takeReader } from './sender.ts';
import { listenForSteps, showSteps } from './steps.ts';
import { type Tell, type Telling, describeStatus, labelOf, showWords, tellIn } from './telling.ts';

/** Where nothing can be tried the page stays as it came. */
export async function openBoard(game: AnyGame): Promise<void> {
  const section = findById('try', HTMLElement);
  const played = readGame(game, document);
  const reader = played && takeReader(game.name, played.data, location.hash.slice(1));
  const answer = await fetch(`/assets/sentences/${document.documentElement.lang}.json`);
  if (played === null || reader === null || !answer.ok) return;
  const sentences = (await answer.json()) as Sentences;
  explore({ ...played, sentences }, reader);
  section.hidden = false;
}

/** The game in a page. null: it does not replay by the rules of this script. */
function readGame(game: AnyGame, page: Document): Pick<Telling, 'data' | 'course'> | null {
  const data = JSON.parse(page.getElementById('board-data')?.textContent ?? '') as BoardData;
  const course = courseOf(game, data.setup, data.steps);
  return course && { data, course };
}

/** A question to a robot needs no second click. */
const AT_ONCE: ReadonlySet<string> = new Set(['hint', 'analyse']);

function explore(first: Telling, arrived: PageReader): void {
  let telling = first;
  let reader = arrived;
  const tell = tellIn(first.sentences);
  let exploration = parseExploration(telling.course, location.hash.slice(1), telling.data.ply);

  /** What the player is about to do besides a move. */
  let act: PageAct | null = null;

  const showExploration = (next: Exploration): void => {
    exploration = next;
    act = null;
    history.replaceState(null, '', addressOf(exploration));
    show();
  };
  const board = createTryingBoard(
    {
      ...{ telling: () => telling, exploration: () => exploration, hint: text => bar.hint(text) },
      ...{ isOwn: () => reader.reply !== null, isWaiting: () => bar.isWaiting() },
    },
    showExploration,
  );
  const way: SendWay = {
    isOwn: () => reader.reply !== null,
    send: postFromPage(tell, {
      ...{ bar: () => bar, known: () => telling.data, refresh: () => refresh() },
      done: isSpent =>
        isSpent ? showExploration(parseExploration(telling.course, '', telling.data.ply)) : beginAct(null),
    }),
  };
  const bar = createSendBar(tell, way, () => (act === null ? showExploration(takeBack(exploration)) : beginAct(null)));
  const beginAct = (begun: PageAct | null): void => {
    if (bar.isWaiting()) return;
    const letter = begun && createActLetter(begun, telling.data, findWriter(reader, telling.data));
    const isSent = letter !== null && letter.token !== null && AT_ONCE.has(letter.act ?? '');
    act = isSent ? null : begun;
    if (isSent) way.send(letter);
    else show();
    if (act?.line === WORDS) findById('message-text', HTMLElement).focus();
  };
  const show = (): void => {
    board.show();
    // The page is the same for everybody. A player is told it as in a mail.
    showTold(telling, exploration, telling.data.told[reader.reply?.player ?? -1] ?? telling.data.status);
    showSteps(exploration, showExploration);
    showLines(exploration, tell, showExploration);
    showMailing({ telling, exploration, act, writer: findWriter(reader, telling.data) }, { tell, way, bar, beginAct });
  };
  let last = Promise.resolve();
  /** Shows the server's present board, one request after the other. */
  const refresh = (): Promise<void> =>
    (last = last.then(async () => {
      const newer = await fetchNewer(telling).catch(() => null);
      if (newer === null) return;
      telling = newer;
      bar.wait(false);
      showExploration(goToNewest(telling, exploration));
    }));
  addEventListener('hashchange', ({ newURL }) => {
    const { course, data } = telling;
    const fresh = takeReader(course.game.name, data, new URL(newURL).hash.slice(1));
    if (fresh.reply === null) {
      showExploration(parseExploration(course, location.hash.slice(1), parsePly(location.search, course.moves.length)));
      findById('position', HTMLElement).scrollIntoView({ block: 'nearest' });
      return;
    }
    // The inbox shows another mail about this board.
    reader = { ...fresh, reply: chooseToken(reader.reply, fresh.reply) };
    show();
    void refresh().then(tap);
  });
  /** A tap on the picture of a mail about the present board chooses the spot here. */
  const tap = (): void => {
    if (reader.tapped !== null && findWriter(reader, telling.data).token !== null) board.pick(reader.tapped);
  };
  listenForSteps(findById('position', HTMLElement), () => exploration, showExploration);
  show();
  tap();
}

/** The newest position of the game. Tried moves stay in the list if they are legal. */
function goToNewest({ course, data }: Telling, exploration: Exploration): Exploration {
  const kept = parseExploration(course, fragmentOf(exploration), data.ply);
  return moveTo(kept, { variation: null, ply: data.ply });
}

/** What can be sent from the position shown. */
interface Sendable {
  readonly telling: Telling;
  readonly exploration: Exploration;
  /** What the player is about to do besides a move. null: nothing. */
  readonly act: PageAct | null;
  readonly writer: LetterWriter;
}

interface Mailing {
  readonly tell: Tell;
  readonly way: SendWay;
  readonly bar: SendBar;
  readonly beginAct: (act: PageAct) => void;
}

/** Shows the mails that can be sent: in the bar, and below the lines tried. */
function showMailing(
  { telling: { data, course }, exploration, act, writer }: Sendable,
  { tell, way, bar, beginAct }: Mailing,
): void {
  const letters = listLetters(exploration, data, writer, tell);
  showActs(data.acts[writer.player ?? -1] ?? [], act, beginAct);
  const begun = act === null ? null : createActLetter(act, data, writer);
  const awaited = writer.player === null ? null : findAwaited(course, data, writer.player);
  // A player who waits can prepare an answer.
  const tried = letters.find(({ move }) => move !== null || awaited !== null) ?? null;
  showMails(letters, tried, tell, way);
  bar.show(begun ?? tried, {
    isTried: listTriedMoves(exploration).length > 0,
    isOver: course.game.toMove(must(course.positions.at(-1), 'a game begins somewhere')) === null,
    isRunning: data.isRunning,
    awaited,
    canSend: writer.token !== null,
  });
}

/** What is shown at present. */
interface Shown {
  readonly telling: () => Telling;
  readonly exploration: () => Exploration;
  /** Says what is missing of a move that was begun. '': none was. */
  readonly hint: (text: string) => void;
  /** Is the reader of the page known? */
  readonly isOwn: () => boolean;
  /** Is a mail with the move on its way? */
  readonly isWaiting: () => boolean;
}

/** The board, the pieces in hand and the field, in which a move is put together. */
function createTryingBoard(shown: Shown, go: (next: Exploration) => void) {
  const { course, sentences } = shown.telling();
  const { game } = course;
  const tell = tellIn(sentences);
  const findShown = (): Opaque => findPosition(shown.exploration());
  const hand = createHandView(() => showNothingNamed(), tell);
  const entry = moveEntry({
    ...{ game, position: findShown, places: hand.places },
    refusalTold: refusal => say(sentences, refusal),
    played: text => {
      const next = playMove(shown.exploration(), text);
      if (next === shown.exploration()) return tell('try-full');
      go(next);
      return '';
    },
    changed: () => {
      showBoard();
      shown.hint(findMissing(entry.named()));
    },
    takeBackAt: spot => takeBackAt(shown, spot, go),
  });
  /** Why what is named is no whole move yet, in the words of the rules. */
  const findMissing = (named: readonly string[]): string => {
    const isBegun = named.length > 0 && hand.places() === null && game.continuations(findShown(), named).length > 0;
    const move = isBegun ? game.parse(findShown(), named.join(',')) : null;
    if (move === null || move.ok) return '';
    // The half of it is no fault.
    if (move.reason.code === 'cell-occupied') return tell('try-next');
    return move.reason.code === 'needs-neutral-cell' ? tell('try-neutral') : say(sentences, move.reason);
  };
  const board = createBoardView(
    findById('position', HTMLElement),
    { board: findById('try', HTMLElement).dataset['board'] ?? '', whole: tell('try-whole-board') },
    entry,
  );
  const showBoard = (): void => {
    const { picture } = drawPosition(game, findShown(), null);
    board.show(picture, listSpots(shown.telling(), findShown(), entry.named(), hand.places()));
  };
  const showNothingNamed = (): void => {
    entry.clear();
    showBoard();
  };
  return {
    show: (): void => {
      const position = findShown();
      const { picture } = drawPosition(game, position, null);
      const tray = handOf(game, position, picture, shown.telling().data.setup);
      hand.show(tray, tray === null ? new Map() : mapPlaces(game, position, picture));
      showNothingNamed();
    },
    /** As a click on the spot of this name does. */
    pick: (name: string): void => {
      const spot = drawPosition(game, findShown(), null).picture.spots.find(each => each.name === name);
      if (spot !== undefined) entry.pick(spot);
    },
  };
}

/** A request without an answer must not hold up those behind it. */
const PATIENCE_MS = 20_000;

/** Loads the server's present page, and replaces what this page tells about the game. null: nothing is new. Throws if it cannot be loaded. */
async function fetchNewer({ data, course, sentences }: Telling): Promise<Telling | null> {
  const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const newer = readGame(course.game, page);
  if (newer === null || JSON.stringify(newer.data) === JSON.stringify(data)) return null;
  for (const part of document.querySelectorAll('[data-fresh]')) {
    const fresh = page.getElementById(part.id);
    if (fresh !== null) part.replaceWith(document.importNode(fresh, true));
  }
  return { ...newer, sentences };
}

/** One move back, and without the line where it was the only one. */
function takeBack(exploration: Exploration): Exploration {
  const { variation, ply } = exploration.place;
  return variation !== null && ply === 1 ? removeVariation(exploration, variation) : stepBy(exploration, -1);
}

/** Takes back the tried move that names this spot, and the moves after it. Returns its other spots. null: no tried move names it. */
function takeBackAt(shown: Shown, spot: string, go: (next: Exploration) => void): readonly string[] | null {
  let next = shown.exploration();
  const { game } = next.course;
  const position = findPosition(next);
  const moves = listTriedMoves(next).map(move => move.split(','));
  const ply = moves.findLastIndex(names => names.includes(spot));
  // A visitor may try out an answer that names the same spot.
  const isAnswer = !shown.isOwn() && game.continuations(position, []).includes(spot);
  if (ply === -1 || isAnswer || shown.isWaiting()) return null;
  for (let count = moves.length; count > ply; count--) next = takeBack(next);
  go(next);
  const others = moves[ply]?.filter(name => name !== spot) ?? [];
  const isByHand = drawPosition(game, position, null).picture.trays.length > 0;
  return !isByHand && game.continuations(findPosition(next), others).length > 0 ? others : [];
}

/** `places`: of the chosen piece. null: no piece is chosen. */
function listSpots(
  telling: Telling,
  position: Opaque,
  named: readonly string[],
  places: readonly PlaceToLie[] | null,
): SpotsShown {
  const lying = places?.flatMap(({ spots }) => spots.map(({ name }) => name));
  const next = new Set(lying ?? telling.course.game.continuations(position, named));
  return { named, next, labelOf: labelOf(telling, position), toneOf: findTones(telling, position, named) };
}

/** The stone that a move puts on a spot: the mover's first, then a neutral one, if the game has them. Stones change their side. */
function findTones(
  { course: { game }, data }: Telling,
  position: Opaque,
  named: readonly string[],
): (spot: Spot) => Tone | null {
  const mover = game.colours(data.setup).find(({ name }) => name === game.toMove(position))?.tone ?? null;
  const { legend } = drawPosition(game, position, null).picture;
  const hasNeutrals = legend.some(({ piece }) => piece.tone === 'neutral');
  return ({ name, piece }) => {
    const isFirst = named.length === 0 || named[0] === name;
    if (piece === null) return isFirst || !hasNeutrals ? mover : 'neutral';
    if (!hasNeutrals) return null;
    return piece.tone === 'neutral' ? mover : 'neutral';
  };
}

/** What is said about the position. `served`: what the page said when it was loaded. */
function showTold(telling: Telling, exploration: Exploration, served: string): void {
  const { data, course } = telling;
  const position = findPosition(exploration);
  const isAsServed = exploration.place.variation === null && exploration.place.ply === data.ply;
  const status = findById('status', HTMLElement);
  status.textContent = isAsServed ? served : describeStatus(telling, exploration);
  status.classList.toggle('as-served', isAsServed && data.isRunning);
  showWords(telling, position);
  // A tried move that ends the game can be sent, and no other one follows it.
  const isFinal = course.game.toMove(position) === null;
  for (const part of findById('next-move', HTMLElement).querySelectorAll<HTMLElement>('label, input, [type=submit]'))
    part.hidden = isFinal;
}

/** After how many moves the address shows the game where it shows no line. */
function parsePly(query: string, last: number): number {
  const ply = new URLSearchParams(query).get('ply') ?? '';
  return /^\d{1,4}$/.test(ply) ? Number(ply) : last;
}

/** `/nex/101?ply=12#line=12/c2,d2&at=1.1` */
function addressOf(exploration: Exploration): string {
  const { course, place } = exploration;
  const fragment = fragmentOf(exploration);
  const ply = place.variation === null && place.ply < course.moves.length ? `?ply=${place.ply}` : '';
  return location.pathname + ply + (fragment === '' ? '' : `#${fragment}`);
}
