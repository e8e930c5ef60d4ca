// The page of a board in a browser: step through the game, try moves out by the game's own rules, and send them by mail.
import type { AnyGame } from '#games/game.ts';
import { say, type Sentences } from '#core/sentence.ts';
import type { BoardData } from '#core/pages/board-data.ts';
import { drawn } from '#core/picture/drawn.ts';
import { byId } from '../elements.ts';
import { boardView } from './board-view.ts';
import { at, courseOf, type Exploration, lastPly, played, positionAt, stepped } from './course.ts';
import { explorationIn, fragmentOf } from './fragment.ts';
import { handView } from './hand-view.ts';
import { showLines, showMails } from './lines-view.ts';
import { moveEntry } from './move-entry.ts';
import { handOf, placesByKey } from './pieces.ts';
import { type LetterWriter, senderIn } from './sender.ts';
import { listenForSteps, showSteps } from './steps.ts';
import { labelOf, showWords, statusAt, tellIn, type Telling } from './telling.ts';

/** Where nothing can be tried the page stays as it came. */
export async function openBoard(game: AnyGame): Promise<void> {
  const data = JSON.parse(byId('board-data', HTMLScriptElement).text) as BoardData;
  const section = byId('try', HTMLElement);
  const sender = senderIn(game.name, data, section.dataset['address'] ?? '');
  const course = courseOf(game, data.setup, data.steps);
  const answer = await fetch(`/assets/sentences/${document.documentElement.lang}.json`);
  if (course === null || !answer.ok) return;
  const sentences = (await answer.json()) as Sentences;
  explore({ data, course, sentences }, sender);
  section.hidden = false;
}

function explore(telling: Telling, sender: LetterWriter): void {
  const { data, course, sentences } = telling;
  const { game } = course;
  const tell = tellIn(sentences);
  const status = byId('status', HTMLElement);
  const served = status.textContent;
  let exploration = explorationIn(course, location.hash.slice(1), data.ply);

  const go = (next: Exploration): void => {
    exploration = next;
    history.replaceState(null, '', addressOf(exploration, data));
    show();
  };
  const hand = handView(
    () => entry.clear(),
    count => tell('try-places', { count }),
  );
  const entry = moveEntry({
    ...{ game, position: () => positionAt(exploration), places: hand.places },
    refusalTold: refusal => say(sentences, refusal),
    played: text => go(played(exploration, text)),
    changed: () => showBoard(),
  });
  const board = boardView(byId('position', HTMLElement), byId('try', HTMLElement).dataset['board'] ?? '', entry);

  const showBoard = (): void => {
    const position = positionAt(exploration);
    const named = entry.named();
    const places = hand.places()?.flatMap(({ spots }) => spots.map(({ name }) => name));
    const next = new Set(places ?? game.continuations(position, named));
    board.show(drawn(game, position, null), { named, next, labelOf: labelOf(telling, position) });
  };
  const show = (): void => {
    const position = positionAt(exploration);
    const { picture } = drawn(game, position, null);
    const tray = handOf(game, position, picture, data.setup);
    hand.show(tray, tray === null ? new Map() : placesByKey(game, position, picture));
    entry.clear();
    showBoard();
    const isAsServed = exploration.place.variation === null && exploration.place.ply === data.ply;
    status.textContent = isAsServed ? served : statusAt(telling, exploration);
    showWords(telling, position);
    byId('next-move', HTMLElement).hidden = tray === null && game.toMove(position) === null;
    showSteps(exploration, go);
    showLines(exploration, tell, go);
    showMails(exploration, data, sender, tell);
  };

  addEventListener('hashchange', () => {
    senderIn(game.name, data, '');
    go(explorationIn(course, location.hash.slice(1), exploration.place.ply));
  });
  listenForSteps(byId('position', HTMLElement), {
    by: by => go(stepped(exploration, by)),
    to: ply => go(at(exploration, { variation: null, ply })),
    end: () => go(at(exploration, { ...exploration.place, ply: lastPly(exploration) })),
  });
  show();
}

/** `/nex/101?ply=12#line=12/c2,d2&at=1.1` */
function addressOf(exploration: Exploration, { path }: BoardData): string {
  const { course, place } = exploration;
  const fragment = fragmentOf(exploration);
  const ply = place.variation === null && place.ply < course.moves.length ? `?ply=${place.ply}` : '';
  return path + ply + (fragment === '' ? '' : `#${fragment}`);
}
