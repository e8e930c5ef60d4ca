// Formats what `nexpost referee` prints and stores: a record of every game and of the match.
// Writes JSON, a table, or files for `nexpost replay`.
import { SWAP } from '#games/kit/swap.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Seat } from '#games/game.ts';
import type { Agreement, PlayerFault } from '#referee/game-state.ts';
import { say, type Sentences } from '#core/kernel/sentence.ts';
import type { MatchGame } from '#referee/match.ts';

/** The match whose games are recorded. */
export interface RecordedMatch extends Pick<Agreement, 'game' | 'setup' | 'swapAfter'> {
  /** The names of the two contestants. */
  readonly names: readonly [string, string];
  readonly games: number;
  readonly seed: number;
  readonly sentences: Sentences;
}

/** What the protocol calls a seat: its colours, `black`, `blue+red`. */
export const listSeatNames = ({ game, setup }: Pick<RecordedMatch, 'game' | 'setup'>): readonly string[] =>
  game.seats(setup).map(({ colours }) => colours.join('+'));

/** The seat that --black names: the one that has Black, else the first. */
export const findBlackSeat = (match: Pick<RecordedMatch, 'game' | 'setup'>): Seat =>
  Math.max(0, listSeatNames(match).indexOf('black'));

/** In printable ASCII and on one line: foreign programs may say anything. */
const toPrintable = (text: string): string => text.replace(/[^ -~]+/g, ' ').trim() || '(nothing that can be printed)';

export function describeFault(sentences: Sentences, fault: PlayerFault): string {
  switch (fault.kind) {
    case 'illegal':
      return `it said '${toPrintable(fault.text)}': ${toPrintable(say(sentences, fault.refusal))}`;
    case 'timeout':
      return fault.due === 'move' ? `no move came in ${fault.ms} ms` : `no 'ok' came in ${fault.ms} ms`;
    case 'crash':
      return fault.how;
    case 'protocol':
      return describeBreach(fault);
  }
}

function describeBreach(fault: Extract<PlayerFault, { kind: 'protocol' }>): string {
  switch (fault.breach) {
    case 'flood':
      return 'it said more than any message has without ending one';
    case 'out-of-turn':
      return `it said '${toPrintable(fault.text)}' without being asked`;
    case 'refused':
      return `it refused '${toPrintable(fault.text)}'`;
    case 'ok-not-due':
      return "it said 'ok' where none was due";
    case 'ok-missing':
      return `it said '${toPrintable(fault.text)}' before an 'ok' that was due`;
  }
}

const mapBySeat = <Value>(match: RecordedMatch, values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(listSeatNames(match).map((name, seat) => [name, values[seat] as Value]));

/** Contestants by the seat they had. */
const listNames = ({ names }: RecordedMatch, { seated }: MatchGame): readonly string[] =>
  seated.map(contestant => names[contestant] ?? '');

/** Faults as sentences, with the seat's name. */
const faultsOf = (match: RecordedMatch, { result }: MatchGame): readonly { by: string; message: string }[] =>
  result.faults.map(({ seat, fault }) => ({
    by: listSeatNames(match)[seat] ?? '',
    message: describeFault(match.sentences, fault),
  }));

const winnerOf = (match: RecordedMatch, { result }: MatchGame): string | null =>
  result.winner === null ? null : (listSeatNames(match)[result.winner] ?? null);

export function createGameRecord(match: RecordedMatch, played: MatchGame): Readonly<Record<string, unknown>> {
  const { number, result } = played;
  const faults = faultsOf(match, played);
  return {
    game: number,
    ...mapBySeat(match, listNames(match, played)),
    winner: winnerOf(match, played),
    plies: result.moves.length,
    moves: result.moves,
    ...(match.swapAfter === null ? {} : { swappedAfter: result.swappedAfter }),
    ms: mapBySeat(match, result.ms),
    reason: result.reason,
    ...(faults.length === 0 ? {} : { faults }),
  };
}

/** How a contestant fared. A game without a winner is drawn, unless a fault of its own ended it. */
function countResults(match: RecordedMatch, played: readonly MatchGame[], contestant: number) {
  const winsBy = Object.fromEntries(listSeatNames(match).map(name => [name, 0]));
  const score = { wins: 0, losses: 0, draws: 0 };
  for (const game of played) {
    const seat = game.seated.indexOf(contestant);
    const { winner, faults } = game.result;
    if (winner === seat) {
      score.wins += 1;
      const name = listSeatNames(match)[seat] ?? '';
      winsBy[name] = (lookUp(winsBy, name) ?? 0) + 1;
    } else if (winner === null && !faults.some(fault => fault.seat === seat)) score.draws += 1;
    else score.losses += 1;
  }
  return { program: match.names[contestant], ...score, winsBy };
}

const computeAveragePlies = (played: readonly MatchGame[]): number | null => {
  const plies = played.reduce((sum, { result }) => sum + result.moves.length, 0);
  return played.length === 0 ? null : Math.round((10 * plies) / played.length) / 10;
};

export function createSummary(match: RecordedMatch, played: readonly MatchGame[]): Readonly<Record<string, unknown>> {
  const reasons: Record<string, number> = {};
  for (const { result } of played) reasons[result.reason] = (lookUp(reasons, result.reason) ?? 0) + 1;
  return {
    summary: match.game.name,
    options: { ...match.setup, ...(match.swapAfter === null ? {} : { swap: 'on' }) },
    games: played.length,
    programs: [countResults(match, played, 0), countResults(match, played, 1)],
    reasons,
    averagePlies: computeAveragePlies(played),
    seed: match.seed,
  };
}

const NAME_WIDTH = 30;
/** Command lines differ at their ends as often as at their beginnings. */
const cut = (text: string): string => {
  const name = toPrintable(text);
  const half = (NAME_WIDTH - 4) / 2;
  return (name.length > NAME_WIDTH ? `${name.slice(0, half)} .. ${name.slice(-half)}` : name).padEnd(NAME_WIDTH);
};

const formatRow = (number: string, names: readonly string[], rest: readonly [string, string, string]): string =>
  `${number.padStart(5)}  ${names.map(cut).join('  ')}  ${rest[0].padEnd(12)}  ${rest[1].padEnd(10)}  ${rest[2].padStart(5)}`;

export const formatTableHead = (match: RecordedMatch): string =>
  formatRow('Game', listSeatNames(match), ['Winner', 'Reason', 'Plies']);

export const formatTableRow = (match: RecordedMatch, played: MatchGame): string =>
  [
    formatRow(String(played.number), listNames(match, played), [
      winnerOf(match, played) ?? 'nobody',
      played.result.reason,
      String(played.result.moves.length),
    ]),
    ...faultsOf(match, played).map(({ by, message }) => `       ${by}: ${message}`),
  ].join('\n');

export function formatTableFoot(match: RecordedMatch, played: readonly MatchGame[]): string {
  const lines = match.names.map((name, contestant) => {
    const { wins, losses, draws } = countResults(match, played, contestant);
    return `       ${cut(name)}  ${wins} won, ${losses} lost, ${draws} drawn`;
  });
  return ['', ...lines, `       ${computeAveragePlies(played) ?? 0} plies a game`].join('\n');
}

/** `game-001.txt`: as many figures as the match needs, three at least. */
export const formatFileName = ({ games }: RecordedMatch, { number }: MatchGame): string =>
  `game-${String(number).padStart(Math.max(3, String(games).length), '0')}.txt`;

/** A game as `nexpost replay` reads it, with --many or without. */
export function formatGameFile(match: RecordedMatch, played: MatchGame): string {
  const { result, number } = played;
  const colours = listSeatNames(match);
  const { moves, swappedAfter } = result;
  const lines = swappedAfter === null ? moves : moves.toSpliced(swappedAfter, 0, SWAP);
  const options = match.swapAfter === null ? match.setup : { ...match.setup, swap: 'on' };
  return [
    `# Game ${number} of ${match.games} by nexpost referee: nexpost replay ${match.game.name} < this file`,
    ...listNames(match, played).map((name, seat) => `# ${colours[seat] ?? ''}: ${toPrintable(name)}`),
    `# Winner: ${winnerOf(match, played) ?? 'nobody'} (${result.reason})`,
    ...faultsOf(match, played).map(({ by, message }) => `# ${by}: ${message}`),
    `options: ${Object.entries(options)
      .map(([name, value]) => `-${name}=${value}`)
      .join(' ')}`,
    ...lines,
    '',
  ].join('\n');
}
