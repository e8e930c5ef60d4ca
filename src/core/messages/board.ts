// The board mail: whose turn it is, what happened, the moves, the board, the comment, how to answer; as text and as HTML.
import type { AnyGame, Opaque, Seat } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { soleWinner } from '../matches/list.ts';
import { maySwap } from '../matches/swap.ts';
import type { Picture } from '#games/kit/picture.ts';
import type { BoardMessage } from './message.ts';
import { gameOf, type MatchState, matchStateOf, playerName, turnOf, userids } from '../matches/match.ts';
import { robotNamed, robots } from '../identity/robots.ts';
import { defaultSettings } from '../accounts/settings.ts';
import { drawn } from '../picture/drawn.ts';
import { type BoardParts, boardShown } from './board-parts.ts';
import { isSameBoard, type Match, matchKey } from '../state/documents.ts';
import { tokenOf, withDetail } from '../identity/token.ts';
import { type ComposeContext, type Draft, tell, threadOf } from './compose-context.ts';
import { asciiHtml, moveList, paragraph, quoted } from './text.ts';

interface Seen {
  readonly game: AnyGame;
  readonly match: Match;
  /** As the letter shows it: as it stands, or after some moves. */
  readonly standing: MatchState;
  readonly letter: BoardMessage;
}

export function boardDraft(desk: ComposeContext, letter: BoardMessage): Draft {
  const match = must(
    desk.world.document('match', matchKey(letter.match).slice('match/'.length)),
    'a board that is told of exists',
  );
  const game = gameOf(desk.world, match);
  const seen: Seen = { game, match, standing: matchStateOf(game, match, letter.ply), letter };
  const player = playerIndex(desk, seen);
  const token = player === -1 ? offeredToken(desk, seen) : boardToken(desk, seen, player);
  const settings = desk.world.document('account', letter.reader ?? '')?.settings ?? defaultSettings;
  const board = drawn(game, seen.standing.position, settings.view === 'own' ? seatOf(seen, player) : null);
  const shown = boardShown(desk, board, settings, desk.sign(`picture|${desk.cause}|${matchKey(match)}|${player}`));
  const view = boardView(desk, seen, { player, token, board: shown.parts, picture: board.picture });
  return {
    to: letter.to,
    subject: subjectOf(seen),
    token,
    text: desk.stationery.render('board.txt', view),
    html: settings.mail === 'text' ? null : asciiHtml(desk.stationery.render('board.html', view)),
    picture: shown.picture,
    files: [],
    thread: threadOf(match, player),
    charge: 'answer',
    unsubscribe: null,
  };
}

/** Which player the reader is; one who plays both sides is the one to move. -1: none. */
function playerIndex(desk: ComposeContext, { game, match, standing, letter }: Seen): number {
  const isReader = (index: number): boolean => {
    const player = match.players[index];
    return (
      player?.kind === 'account' &&
      player.userid === letter.reader &&
      desk.world.document('account', player.userid) !== null
    );
  };
  const toMove = turnOf(game, match, standing)?.player ?? -1;
  return toMove >= 0 && isReader(toMove) ? toMove : match.players.findIndex((_, index) => isReader(index));
}

function boardToken(desk: ComposeContext, { game, match }: Seen, player: number): string {
  const ply = matchStateOf(game, match).plies.length;
  const userid = playerName(match.players[player]);
  return tokenOf({ kind: 'board', match: { game: match.game, number: match.number }, player, ply, userid }, desk.sign);
}

/** Whoever answers an invitation goes on holding it until they have taken the seat. */
const offeredToken = ({ offered, detail }: ComposeContext, { match, letter }: Seen): string | null =>
  letter.to.kind === 'address' && offered !== null && isSameBoard(offered, match) ? detail : null;

function subjectOf({ game, match, standing, letter }: Seen): string {
  const board = `${game.title} Board ${match.number}`;
  if (letter.occasion === 'error') return `${board} Error`;
  const turn = match.state === 'active' ? turnOf(game, match, standing) : null;
  const toMove = turn === null ? '' : ` ${playerName(match.players[turn.player])}`;
  const comment = match.comment !== null && letter.occasion !== 'show' ? ' **' : '';
  return `${letter.occasion === 'new' ? 'New ' : ''}${board}${toMove}${comment}`;
}

/** Everything the two templates of a board mail show. */
export interface BoardView {
  readonly status: string;
  readonly news: readonly string[];
  readonly refused: readonly { readonly line: string; readonly why: string }[];
  readonly moves: string;
  readonly board: BoardParts;
  readonly aims: string;
  readonly options: string;
  /** Who of the players is a program, a sentence each. */
  readonly robots: readonly string[];
  readonly comment: { readonly by: string; readonly text: string; readonly quoted: string } | null;
  readonly undelivered: string;
  /** null: the reader has nothing to answer here. */
  readonly answer: {
    readonly examples: readonly { readonly move: string; readonly meaning: string; readonly padded: string }[];
    readonly others: string;
    readonly links: readonly { readonly word: string; readonly href: string }[];
  } | null;
}

/** The seat a player holds; one with several looks from the first. null: none. */
function seatOf({ standing }: Seen, player: number): Seat | null {
  const seat = standing.holders.indexOf(player);
  return seat === -1 ? null : seat;
}

/** The reader, and the board as they see it. */
interface Sight {
  readonly player: number;
  readonly token: string | null;
  readonly board: BoardParts;
  readonly picture: Picture;
}

function boardView(desk: ComposeContext, seen: Seen, { player, token, board, picture }: Sight): BoardView {
  const { game, match, standing, letter } = seen;
  const isWhole = letter.occasion === 'new' || letter.occasion === 'show' || match.state === 'over';
  const swapNote = tell(desk, { code: 'swap-note', parts: { player: swapper(seen) } });
  // Nobody who was invited reads the inviter's words before the invitation is accepted.
  const isSilent = letter.ply !== null || letter.occasion === 'error' || match.state === 'invited';
  const comment = isSilent ? null : match.comment;
  return {
    status: paragraph(tell(desk, statusOf(seen))),
    news: [...letter.news, ...placesOf(seen)].map(phrase => paragraph(tell(desk, phrase))),
    refused: letter.refusedLines.map(({ line, refused }) => ({ line, why: paragraph(tell(desk, refused)) })),
    moves: moveList({ game, match, standing }, { isWhole, swapNote }).join('\n'),
    board,
    aims: aimsLines(desk, seen, picture),
    options: paragraph(optionsLine(desk, seen)),
    robots: robotLines(desk, seen),
    comment: comment === null ? null : { ...comment, quoted: quoted(comment.text) },
    undelivered: letter.undelivered === '' ? '' : quoted(letter.undelivered),
    answer:
      player === -1 || token === null || match.state !== 'active' || letter.ply !== null
        ? null
        : answerOf(desk, seen, player, token),
  };
}

const swapper = ({ match, standing }: Seen): string => playerName(match.players[standing.swapped?.by ?? -1]);

function statusOf(seen: Seen): Phrase {
  const { game, match, standing, letter } = seen;
  const board = { game: game.title, number: match.number };
  if (letter.ply !== null) {
    return { code: 'status-at', parts: { ...board, ply: letter.ply, last: matchStateOf(game, match).plies.length } };
  }
  if (match.state === 'invited') return { code: 'board-waits', parts: board };
  const turn = turnOf(game, match, standing);
  if (turn !== null) {
    const parts = { ...board, player: playerName(match.players[turn.player]), colour: turn.colour.title };
    return { code: letter.occasion === 'error' ? 'board-turn-error' : 'board-turn', parts };
  }
  const outcome = must(standing.outcome, 'a board without a turn is over');
  const reason: Phrase = { code: outcome.reason, parts: {} };
  const seat = soleWinner(outcome.ranks);
  if (seat === -1) return { code: 'board-drawn', parts: { ...board, reason } };
  const parts = { ...board, player: playerName(match.players[standing.holders[seat] ?? -1]), reason };
  return { code: 'board-won', parts: { ...parts, side: game.seats(match.setup)[seat]?.title ?? '' } };
}

/** Who came where, when it is over and there is more to say than who won. */
function placesOf({ game, match, standing, letter }: Seen): readonly Phrase[] {
  const ranks = letter.ply === null ? (standing.outcome?.ranks ?? []) : [];
  if (new Set(ranks).size < 3) return [];
  const titles = game.seats(match.setup).map(({ title }) => title);
  const places = ranks
    .map((rank, seat) => ({
      rank,
      text: `${rank}. ${playerName(match.players[standing.holders[seat] ?? -1])} (${titles[seat] ?? ''})`,
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ text }) => text);
  return [{ code: 'places', parts: { places: places.join(', ') } }];
}

/** What each colour is after, and what the letters mean that belong to none. */
function aimsLines(desk: ComposeContext, { game, match }: Seen, picture: Picture): string {
  const colours = game.colours(match.setup);
  const others = picture.legend.filter(({ piece }) => !colours.some(colour => colour.letter === piece.letter));
  const legend = others.map(({ piece, title }) =>
    tell(desk, { code: 'legend', parts: { letter: piece.letter, title: title.toLowerCase() } }),
  );
  const aims = picture.aims.map(aim => tell(desk, aim)).join(', ');
  return [paragraph(`${aims.charAt(0).toUpperCase()}${aims.slice(1)}.`), ...legend].join('\n');
}

function optionsLine(desk: ComposeContext, { game, match }: Seen): string {
  const own = Object.entries(match.setup).map(([name, value]) => `${name} ${value}`);
  const swap = game.swapAfter === null ? [] : [`swap ${match.swap ? 'on' : 'off'}`];
  return tell(desk, { code: 'options-line', parts: { options: [...own, ...swap].join(', ') } });
}

const robotLines = (desk: ComposeContext, { match }: Seen): readonly string[] =>
  userids(match)
    .flatMap(userid => robotNamed(desk.world.robots, userid) ?? [])
    .map(({ userid, level }) =>
      paragraph(tell(desk, { code: 'robot-note', parts: { robot: userid, level, levels: robots.length } })),
    );

function answerOf(desk: ComposeContext, seen: Seen, player: number, token: string): BoardView['answer'] {
  const { game, match, letter } = seen;
  const standing = matchStateOf(game, match);
  const isTheirs = turnOf(game, match, standing)?.player === player;
  const examples = isTheirs
    ? game.examples(standing.position).map(move => exampleOf(desk, game, standing.position, move))
    : [];
  const width = Math.max(12, ...examples.map(({ move }) => move.length + 4));
  const swap = isTheirs && maySwap({ game, match, standing }) ? ['swap'] : [];
  const record = game.record === null ? [] : ['record'];
  const resign = standing.holders.some((holder, seat) => holder === player && !standing.retired.includes(seat))
    ? ['resign']
    : [];
  const words = [...swap, ...resign, 'show', 'chat', ...record, `help ${game.name}`];
  const subject = `Re: ${subjectOf({ ...seen, letter: { ...letter, occasion: 'position' } }).replace(' **', '')}`;
  const href = (body: string): string =>
    `mailto:${encodeURIComponent(withDetail(desk.own, token)).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return {
    examples: examples.map(({ move, meaning }) => ({ move, meaning, padded: move.padEnd(width) })),
    others: words.join('  '),
    links: ['move', ...words].map(word => ({ word, href: href(word === 'move' ? '' : word) })),
  };
}

const exampleOf = (
  desk: ComposeContext,
  game: AnyGame,
  position: Opaque,
  move: Opaque,
): { readonly move: string; readonly meaning: string } => ({
  move: game.format(position, move),
  meaning: tell(desk, game.describe(position, move)),
});
