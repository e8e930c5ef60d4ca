// The tutorial: an unrated game on a small board with the weakest robot.
// Every mail of it says what to try next.
import { must } from '#games/kit/assert.ts';
import { type CommandContext, allow, type Decision } from '#core/decision/decision.ts';
import { listRunning } from '#core/matches/allowance.ts';
import { findFreeNumber } from '#core/matches/open.ts';
import { openedCharge } from '#core/players/quota-rules.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey, type MatchRef } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';

/** The game of the lessons (lesson.ts). They explain two sides to be joined, and neutral stones. */
const GAME = 'nex';
const SIZE = '4';

/** Opens a tutorial for the sender, or shows the one they play. null: the sender has no account, or there is no robot to play. */
export function openTutorial(context: CommandContext): Decision | null {
  const { state, actor, now } = context;
  const [robot] = state.robots.toSorted((a, b) => a.level - b.level);
  const game = state.games.find(({ name }) => name === GAME);
  if (actor === null || state.account(actor)?.closed !== false || robot === undefined || game === undefined)
    return null;
  const begun = findRunningTutorial(state, actor);
  if (begun !== null) return allow([], [{ kind: 'board-shown', match: begun, ply: null, as: actor }]);
  const setup = game.setup([['size', SIZE]]);
  const ref: MatchRef = { game: GAME, number: findFreeNumber(state, GAME) };
  // Without a time control a board has no clock: a tutorial causes no reminders, and is never lost on time.
  const match: Match = {
    ...{ ...ref, setup: must(setup.ok ? setup.value : null, 'the game has boards of this size'), swap: true },
    players: [actor, robot.userid].map(userid => ({ kind: 'account', userid })),
    ...{ challenger: actor, record: [], state: 'active', comment: null, threads: [null, null], opened: now },
    ...{ isUnrated: true, isTutorial: true },
  };
  return allow(
    [
      { kind: 'match-opened', match },
      { kind: 'charged', charges: [openedCharge(actor)], at: now },
    ],
    [{ kind: 'board-changed', match: ref, occasion: 'new', news: null }],
  );
}

/** The unfinished tutorial of this player. null: there is none. */
function findRunningTutorial(state: State, userid: string): MatchRef | null {
  const boards = state.boards(`running/player/${userid}`);
  state.requireLoaded(boards.map(ref => ({ kind: 'document', key: matchKey(ref) })));
  const match = listRunning(state, userid).find(each => each.isTutorial === true);
  return match === undefined ? null : { game: match.game, number: match.number };
}
