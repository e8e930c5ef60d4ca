// The page of a board, at present or after some moves, and its files.
import { titleOf } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { computeClock } from '#core/board/clocks/match-clock.ts';
import type { Match } from '#core/board/match-document.ts';
import { type LoadedMatch, matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import { FIRST_CALENDAR } from '#core/kernel/calendar.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { type Sentences, formatInstant } from '#core/kernel/sentence.ts';
import { findSoleWinner } from '#core/board/acts/list.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { PAINT } from '#core/writing/picture/paint.ts';
import { signsExplained } from '#core/writing/picture/text.ts';
import { isRobot } from '#core/players/robots.ts';
import { findEasierRobot, formatOptions, listBoardActs } from '#core/writing/board-names.ts';
import {
  type ShownBoard,
  formatAims,
  formatPlaces,
  formatRatings,
  formatStatus,
  listToldThoughts,
  thoughtPhrase,
} from '#core/writing/board-status.ts';
import { sayPhrase } from '#core/writing/compose-context.ts';
import { formatPlayerName, listMoveNotes } from '#core/writing/text.ts';
import { type PageContext, boardPath, findBoardOnWeb, playerPath } from '#core/writing/on-web.ts';
import { createRecordFiles } from '#core/writing/attached-files.ts';
import { type PageAct, type BoardData, buildBoardData } from './board-data.ts';

/** What programs read of a board: colours by name, moves in the canonical text, the position as `--position` takes it. */
export function writeBoardJson({ game, match, matchState, message }: ShownBoard): object {
  const { plies, position, outcome } = matchState;
  const turn = match.state === 'active' || message.ply !== null ? turnOf(game, match, matchState) : null;
  return {
    ...{ game: game.name, board: match.number, setup: match.setup },
    players: matchState.holders.map(holder => {
      const player = match.players[holder];
      return player?.kind === 'account' ? player.userid : null;
    }),
    record: plies.map(({ colour, text }, index) => ({ ply: index + 1, by: colour, move: text })),
    toMove: turn?.colour.name ?? null,
    ...(outcome === null
      ? { status: match.state === 'invited' ? 'invited' : 'playing', winner: null }
      : {
          status: 'over',
          winner: game.seats(match.setup)[findSoleWinner(outcome.ranks)]?.colours[0] ?? null,
          reason: outcome.reason,
          scores: outcome.scores,
        }),
    position: game.encode(position),
  };
}

/** The board in letters. */
export const writeBoardText = ({ game, matchState }: ShownBoard, sentences: Sentences): string =>
  `${drawPosition(game, matchState.position, null).text(sentences)}\n`;

/** As other programs for this game open it; null: there is no such file. */
export function writeGameFile({ game, match }: ShownBoard): string | null {
  const [file] = createRecordFiles(game, match);
  return game.record === null ? null : (file?.text ?? null);
}

// The page has what its template needs. `createPublicView` (board/match-definition.ts) has removed players' words and addresses before.

interface PageSeat {
  /** 'Black'; 'Blue and Red'. */
  readonly side: string;
  /** Of its stones: '#1e1d1c'. */
  readonly colours: readonly string[];
  readonly player: string;
  /** null: the player has no page. */
  readonly href: string | null;
  readonly isRobot: boolean;
}

interface PageMove {
  readonly ply: number;
  readonly side: string;
  readonly text: string;
  readonly href: string;
  readonly isShown: boolean;
  /** What happened behind it: sides changed, moves taken back. */
  readonly notes: readonly string[];
}

export interface BoardPage extends Pick<BoardData, 'title' | 'number' | 'ply' | 'path'> {
  readonly game: string;
  readonly last: number;
  /** A sentence. */
  readonly clock: string;
  readonly news: readonly string[];
  readonly seats: readonly PageSeat[];
  readonly moves: readonly PageMove[];
  /** What happened before the first move. */
  readonly notesBefore: readonly string[];
  /** The position for the ear. */
  readonly words: readonly string[];
  /** Below the board: what its signs mean, what is forbidden. */
  readonly notes: readonly string[];
  readonly aims: string;
  readonly options: string;
  /** Pixels. */
  readonly picture: { readonly width: number; readonly height: number };
  /** Where the steps lead; null: there is nowhere to go. */
  readonly steps: Readonly<Record<'first' | 'previous' | 'next' | 'last', string | null>>;
  /** How the files of the board end: 'json', 'svg', 'sgf'. */
  readonly forms: readonly string[];
  /** What an engine found about the finished game. null: it was not asked. */
  readonly review: PageReview | null;
  /** What the players thought, after the end. */
  readonly thoughts: readonly { readonly heading: string; readonly href: string; readonly text: string }[];
  /** For visitors who try moves out in the browser. */
  readonly data: BoardData;
}

interface PageReview {
  readonly told: readonly string[];
  /** The chance of the first player at each position, 0 … 100 (null: unknown), with the address of the position. */
  readonly bars: readonly (Pick<PageMove, 'ply' | 'href'> & {
    readonly chance: number | null;
    readonly isMarked: boolean;
  })[];
  /** Better moves, with the fragment that shows each tried out. */
  readonly better: readonly { readonly label: string; readonly href: string }[];
}

/** The board after `ply` moves. null: there is no such board on the web, or no such move. `ply` null: at present. */
export function findShownBoard(state: PageContext['state'], ref: MatchRef, ply: number | null): ShownBoard | null {
  const table = findBoardOnWeb(state, ref);
  if (table === null) return null;
  const { game, match, matchState } = table;
  const last = matchState.plies.length;
  if (ply !== null && (ply < 0 || ply > last)) return null;
  // The last move's own page shows the board at present, with later resignations.
  const shown = ply === null || ply === last ? null : ply;
  const message = { occasion: 'show', ply: shown } as const;
  return { game, match, matchState: shown === null ? matchState : matchStateOf(game, match, shown), message };
}

export function buildBoardPage(context: PageContext, ref: MatchRef, ply: number | null): BoardPage | null {
  const sight = findShownBoard(context.state, ref, ply);
  if (sight === null) return null;
  const { game, match, matchState } = sight;
  const whole: LoadedMatch = { game, match, matchState: matchStateOf(game, match) };
  const told = (phrase: Phrase): string => sayPhrase(context, phrase);
  const statusOf = (player: number): string => formatStatus(sight, player).map(told).join(' ');
  const board = drawPosition(game, matchState.position, null);
  const shown = matchState.plies.length;
  const last = whole.matchState.plies.length;
  const path = boardPath(game.name, match.number);
  const { moves, notesBefore } = movesShown(context, whole, shown);
  const { width, height } = board.drawing();
  const named = { title: titleOf(game, match.setup), number: match.number, path, ply: shown };
  const players = match.players.map(player =>
    player.kind === 'account' && !isRobot(context.state, player.userid) ? player.userid : null,
  );
  return {
    ...{ ...named, game: game.name, last },
    data: buildBoardData(whole, {
      ...{ ...named, players },
      ...{ status: statusOf(-1), told: players.map((_, player) => statusOf(player)) },
      acts: players.map((userid, player) => (userid === null ? [] : listActs(context, whole, player))),
    }),
    clock: clockTold(context, sight),
    news: [...formatPlaces(sight), ...formatRatings(sight, -1)].map(told),
    seats: seatsOf(context, whole),
    ...{ moves, notesBefore },
    words: board.words(context.templates.sentences),
    notes: [...signsExplained(board.picture), ...board.picture.notes].map(told),
    aims: formatAims(context, sight, board.picture, 'page').replace(/\n/g, ' '),
    options: formatOptions(context, sight),
    picture: { width, height },
    review: buildReview(context, match, path),
    thoughts: listToldThoughts(context.state, match).map(({ by, after, text }) => ({
      ...{ heading: told(thoughtPhrase(match, { by, after })), href: plyPath(path, Math.min(after, last)), text },
    })),
    steps: stepsAt(path, shown, last),
    forms: ['svg', 'png', 'txt', 'json', ...(game.record === null ? [] : [game.record.extension]), 'atom'],
  };
}

function listActs(context: PageContext, board: LoadedMatch, player: number): readonly PageAct[] {
  const easier = findEasierRobot(context.state, board, player);
  const hasReaders = board.match.players.some(
    (each, other) => other !== player && each.kind === 'account' && !isRobot(context.state, each.userid),
  );
  const lines = [...listBoardActs(context.state, board, player), ...(hasReaders ? ['chat'] : [])];
  const label = (code: string): string => sayPhrase(context, { code, parts: { robot: easier ?? '' } });
  return [
    ...lines.map(line => ({ line, label: label(`act-${line}`) })),
    ...(easier === null ? [] : [{ line: `rematch ${easier}`, label: label('act-easier') }]),
  ];
}

const plyPath = (path: string, ply: number): string => `${path}?ply=${ply}`;

function buildReview(context: PageContext, { review }: Match, path: string): PageReview | null {
  if (review === undefined) return null;
  const { chances, plies, marked, better } = review.graph;
  return {
    told: review.told.map(phrase => sayPhrase(context, phrase)),
    bars: plies.map((ply, at) => {
      const chance = chances[at] ?? null;
      const isMarked = marked.includes(at);
      return { ply, chance: chance && Math.round(chance * 100), isMarked, href: plyPath(path, ply) };
    }),
    better: better.map(({ ply, move }) => ({
      label: sayPhrase(context, { code: 'web-better', parts: { move, number: ply + 1 } }),
      href: `#line=${ply}/${move}&at=1.1`,
    })),
  };
}

const stepsAt = (path: string, shown: number, last: number): BoardPage['steps'] => ({
  first: shown > 0 ? plyPath(path, 0) : null,
  previous: shown > 0 ? plyPath(path, shown - 1) : null,
  next: shown < last ? plyPath(path, shown + 1) : null,
  last: shown < last ? path : null,
});

/** The deadline of the player to move: as a date, so that the page stays the same until something happens. */
function clockTold(context: PageContext, { game, match, matchState, message }: ShownBoard): string {
  if (message.ply !== null || match.state !== 'active') return '';
  const clock = computeClock({ game, match, matchState }, context.state, context.now);
  if (matchState.pause !== null) return sayPhrase(context, { code: 'board-clocks-stopped', parts: {} });
  if (clock === null || clock.isStopped) return '';
  const player = playerName(match.players[clock.player]);
  return sayPhrase(context, {
    code: 'web-clock',
    parts: { player, until: formatInstant(FIRST_CALENDAR.zone, clock.deadline) },
  });
}

function seatsOf({ state, templates }: PageContext, { game, match, matchState }: LoadedMatch): readonly PageSeat[] {
  const colours = game.colours(match.setup);
  return game.seats(match.setup).map(({ title, colours: own }, seat) => {
    const player = match.players[matchState.holders[seat] ?? -1];
    const userid = player?.kind === 'account' ? player.userid : null;
    return {
      side: sayPhrase({ templates }, { code: 'colour', parts: { title } }),
      colours: colours.flatMap(({ name, tone }) => (own.includes(name) ? [PAINT[tone].ground] : [])),
      player: formatPlayerName(phrase => sayPhrase({ templates }, phrase), playerName(player)),
      href: userid === null ? null : playerPath(userid),
      isRobot: userid !== null && isRobot(state, userid),
    };
  });
}

/** The moves that stand, each with its address; `shown`: after how many of them the board is shown. */
export function movesShown(
  context: PageContext,
  table: LoadedMatch,
  shown: number,
): Pick<BoardPage, 'moves' | 'notesBefore'> {
  const { game, match, matchState } = table;
  const notes = listMoveNotes(table, phrase => sayPhrase(context, phrase));
  const notesAt = (ply: number): readonly string[] => (notes.get(ply) ?? []).map(({ text }) => text);
  const titles = new Map(
    game
      .colours(match.setup)
      .map(({ name, title }) => [name, sayPhrase(context, { code: 'colour', parts: { title } })] as const),
  );
  const path = boardPath(game.name, match.number);
  const moves = matchState.plies.map((ply, index) => ({
    ...{ ply: index + 1, text: ply.text, href: plyPath(path, index + 1), isShown: index + 1 === shown },
    side: must(titles.get(ply.colour), 'every colour has its title'),
    notes: notesAt(index + 1),
  }));
  return { moves, notesBefore: notesAt(0) };
}
