// The page of a board in a browser: step through the game, try moves out, and send them by mail.
// Moves are tried out by the game's own rules.
import type { AnyGame, Opaque } from '#games/game.ts';
import { say, type Sentences } from '#core/kernel/sentence.ts';
import type { BoardData } from '#core/pages/board-data.ts';
import { drawPosition } from '#core/picture/drawn.ts';
import { findById } from '../elements.ts';
import { createBoardView } from './board-view.ts';
import { moveTo, courseOf, type Exploration, findLastPly, playMove, findPosition, stepBy } from './course.ts';
import { parseExploration, fragmentOf } from './fragment.ts';
import { createHandView } from './hand-view.ts';
import { showLines, showMails } from './lines-view.ts';
import { moveEntry } from './move-entry.ts';
import { handOf, type PlaceToLie, mapPlaces } from './pieces.ts';
import { type LetterWriter, readSender } from './sender.ts';
import type { SpotsShown } from './spot-buttons.ts';
import { listenForSteps, showSteps } from './steps.ts';
import { labelOf, showWords, describeStatus, tellIn, type Telling } from './telling.ts';

/** Where nothing can be tried the page stays as it came. */
export async function openBoard(game: AnyGame): Promise<void> {
  const data = JSON.parse(findById('board-data', HTMLScriptElement).text) as BoardData;
  const section = findById('try', HTMLElement);
  const sender = readSender(game.name, data);
  const course = courseOf(game, data.setup, data.steps);
  const answer = await fetch(`/assets/sentences/${document.documentElement.lang}.json`);
  if (course === null || !answer.ok) return;
  const sentences = (await answer.json()) as Sentences;
  explore({ data, course, sentences }, sender);
  section.hidden = false;
}

function explore(telling: Telling, writer: LetterWriter): void {
  const { data, course, sentences } = telling;
  const { game } = course;
  const tell = tellIn(sentences);
  const served = findById('status', HTMLElement).textContent;
  let sender = writer;
  let exploration = parseExploration(course, location.hash.slice(1), data.ply);

  const showExploration = (next: Exploration): void => {
    exploration = next;
    history.replaceState(null, '', addressOf(exploration, data));
    show();
  };
  const hand = createHandView(() => showNothingNamed(), tell);
  const entry = moveEntry({
    ...{ game, position: () => findPosition(exploration), places: hand.places },
    refusalTold: refusal => say(sentences, refusal),
    played: text => {
      const next = playMove(exploration, text);
      if (next === exploration) return tell('try-full');
      showExploration(next);
      return '';
    },
    changed: () => showBoard(),
  });
  const board = createBoardView(
    findById('position', HTMLElement),
    findById('try', HTMLElement).dataset['board'] ?? '',
    entry,
  );

  const showBoard = (): void => {
    const position = findPosition(exploration);
    board.show(drawPosition(game, position, null), listSpots(telling, position, entry.named(), hand.places()));
  };
  const showNothingNamed = (): void => {
    entry.clear();
    showBoard();
  };
  const show = (): void => {
    const position = findPosition(exploration);
    const { picture } = drawPosition(game, position, null);
    const tray = handOf(game, position, picture, data.setup);
    hand.show(tray, tray === null ? new Map() : mapPlaces(game, position, picture));
    showNothingNamed();
    showTold(telling, exploration, served);
    showSteps(exploration, showExploration);
    showLines(exploration, tell, showExploration);
    showMails(exploration, data, sender, tell);
  };

  addEventListener('hashchange', () => {
    const fresh = readSender(game.name, data);
    if (fresh.reply !== null) sender = fresh;
    showExploration(parseExploration(course, location.hash.slice(1), parsePly(location.search, course.moves.length)));
  });
  listenForSteps(findById('position', HTMLElement), {
    by: by => showExploration(stepBy(exploration, by)),
    to: ply => showExploration(moveTo(exploration, { variation: null, ply })),
    end: () => showExploration(moveTo(exploration, { ...exploration.place, ply: findLastPly(exploration) })),
  });
  show();
}

/** `places`: where the piece in hand may lie; null: none is chosen. */
function listSpots(
  telling: Telling,
  position: Opaque,
  named: readonly string[],
  places: readonly PlaceToLie[] | null,
): SpotsShown {
  const lying = places?.flatMap(({ spots }) => spots.map(({ name }) => name));
  const next = new Set(lying ?? telling.course.game.continuations(position, named));
  return { named, next, labelOf: labelOf(telling, position) };
}

/** What is said of the position; `served`: what the page says of the one it came with. */
function showTold(telling: Telling, exploration: Exploration, served: string): void {
  const { data, course } = telling;
  const position = findPosition(exploration);
  const isAsServed = exploration.place.variation === null && exploration.place.ply === data.ply;
  findById('status', HTMLElement).textContent = isAsServed ? served : describeStatus(telling, exploration);
  showWords(telling, position);
  findById('next-move', HTMLElement).hidden = course.game.toMove(position) === null;
}

/** After how many moves the address shows the game where it shows no line. */
function parsePly(query: string, last: number): number {
  const ply = new URLSearchParams(query).get('ply') ?? '';
  return /^\d{1,4}$/.test(ply) ? Number(ply) : last;
}

/** `/nex/101?ply=12#line=12/c2,d2&at=1.1` */
function addressOf(exploration: Exploration, { path }: BoardData): string {
  const { course, place } = exploration;
  const fragment = fragmentOf(exploration);
  const ply = place.variation === null && place.ply < course.moves.length ? `?ply=${place.ply}` : '';
  return path + ply + (fragment === '' ? '' : `#${fragment}`);
}
