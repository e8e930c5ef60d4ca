// Adds the date to answers about time: until when the player to move has, and what can be done.
import { lookUp } from '#games/kit/look-up.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { titleOf } from '#games/game.ts';
import { loadMatch, loadRunningMatches } from '../matches/require-match.ts';
import { isDeclining } from '../matches/resign.ts';
import { playerName } from '../board/match.ts';
import { userids } from '../board/match-document.ts';
import type { CommandContext } from '../decision/decision.ts';
import { computeCalendar } from '../kernel/calendar.ts';
import { formatDuration, formatInstant } from '../kernel/sentence.ts';
import { formatCommaList } from '#games/kit/lists.ts';
import { type CoreRefusal, type Refused, refused } from '../kernel/refusal.ts';
import type { Statement } from '../reading/statement.ts';
import { type Deadline, findDeadline } from '../wording/attached-files.ts';

/** Boards that the answer to a mail without a board names. */
const MOST_BOARDS = 5;

/** What an answer is about: whose deadlines it tells. */
const ABOUT: Readonly<Partial<Record<CoreRefusal, 'all' | 'others' | 'own'>>> = {
  'everyday-time': 'all',
  'everyday-time-left': 'all',
  'everyday-more-time': 'own',
  'everyday-opponent': 'others',
  'everyday-remind': 'others',
};

/** The same answer with the dates of the board, or of the sender's boards. Other refusals stay. */
export function addDeadline(context: CommandContext, reason: Refused, { match }: Pick<Statement, 'match'>): Refused {
  const board = match ?? context.board?.match ?? null;
  const about = lookUp(ABOUT, reason.code);
  if (about === undefined || context.actor === null) return reason;
  if (board === null) return listDeadlines(context, context.actor, reason, about);
  const loadedMatch = loadMatch(context.state, board);
  const deadline = loadedMatch.ok ? findDeadline(loadedMatch.value, context.state, context.now) : null;
  return deadline === null ? reason : answerAtBoard(context, reason, deadline);
}

const playerOf = ({ loadedMatch: { match }, player }: Deadline): string => playerName(match.players[player]);

/** The date in the time zone of the reader, and the time until then. */
function partsOf({ state, actor, now }: CommandContext, { at }: Deadline): Record<'until' | 'left', Phrase> {
  const { zone } = computeCalendar(state.account(actor ?? '')?.calendar ?? []);
  return { until: formatInstant(zone, at), left: formatDuration(at - now) };
}

function answerAtBoard(context: CommandContext, { code }: Refused, deadline: Deadline): Refused {
  const { loadedMatch } = deadline;
  const player = playerOf(deadline);
  const parts = partsOf(context, deadline);
  const others = formatCommaList(userids(loadedMatch.match).filter(userid => userid !== context.actor));
  if (player === context.actor) {
    if (code === 'everyday-more-time') return refused('deadline-more', { ...parts, others });
    const isAboutOthers = lookUp(ABOUT, code) === 'others';
    return isAboutOthers ? refused('deadline-your-turn', { ...parts, others }) : refused('deadline-yours', parts);
  }
  if (code === 'everyday-more-time') return refused('deadline-give', { ...parts, player });
  if (code === 'everyday-remind') return refused('deadline-remind', { ...parts, player });
  const end = {
    code: isDeclining(loadedMatch, player) ? 'deadline-end-removed' : 'deadline-end-lost',
    parts: { player },
  };
  return refused('deadline-theirs', { ...parts, player, end });
}

/** The answer, and the first deadlines of the sender's boards. Without any, the answer alone. */
function listDeadlines(
  context: CommandContext,
  actor: string,
  answer: Refused,
  about: 'all' | 'others' | 'own',
): Refused {
  const rows = loadRunningMatches(context.state, actor)
    .flatMap(match => {
      const loadedMatch = loadMatch(context.state, match);
      return loadedMatch.ok ? (findDeadline(loadedMatch.value, context.state, context.now) ?? []) : [];
    })
    .filter(deadline => about === 'all' || (about === 'own') === (playerOf(deadline) === actor))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MOST_BOARDS)
    .map(deadline => formatRow(context, deadline));
  const [first, ...others] = rows;
  if (first === undefined) return answer;
  const boards = others.reduce((before, row): Phrase => ({ code: 'deadline-rows', parts: { before, row } }), first);
  return refused('deadline-boards', { answer, boards });
}

function formatRow(context: CommandContext, deadline: Deadline): Phrase {
  const { game, match } = deadline.loadedMatch;
  const parts = { ...partsOf(context, deadline), game: titleOf(game, match.setup), number: match.number };
  const player = playerOf(deadline);
  return player === context.actor
    ? { code: 'deadline-row-yours', parts }
    : { code: 'deadline-row', parts: { ...parts, player } };
}
