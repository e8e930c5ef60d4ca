// Lines by chance that players might write: every command there is with words that may fit it, moves, conditions, prose, and pieces of each mixed.
import { games } from '#games/registry/index.ts';
import type { AnyGame } from '#games/game.ts';
import type { Random } from '#games/kit/random.ts';
import { commands } from '#core/features.ts';
import { matchStateOf } from '#core/board/match.ts';
import type { Match } from '#core/board/match-document.ts';

export const PEOPLE = ['alice', 'bob', 'carol', 'dave'];

/** Boards so small that games end. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  nex: ['-size=4', '-size=3x4'],
  hex: ['-size=4', '-swap=off'],
  y: ['-size=4'],
  neuy: ['-size=4'],
  gomoku: ['-size=6'],
  neugomoku: ['-size=6'],
  gonnect: ['-size=4'],
  neugonnect: ['-size=4'],
  hexafive: ['-radius=3 -pieces=6'],
  nexos: ['-players=2', '-players=4'],
};
const TIMES = [
  '--nagtime=2 --forfeittime=4',
  '--totaltime=6 --increment=1',
  '--totaltime=9 --cap=9',
  '--rated=no',
  '--nonsense',
];
const WORDS = [
  ...['on', 'off', 'list', 'all', 'new', 'yes', 'no', 'me', 'anyone', '1', '2', '99', '#1', '#3', '0', 'accept'],
  ...['weekends=off', 'timezone=Asia/Kathmandu', 'per=digest', 'per=none', 'ask=on', 'mail=text', 'reminders=1d,3h'],
  ...['digest=07:30', 'view=own', '2026-12-01..2026-12-05', '3', 'resign', 'swap', 'draw', 'undo', 'secret', 'hello'],
  ...['someone@else.test', 'robot1', 'robot3', '-size=4', '=', '""', '101', '102', '103', 'cancel', 'forget'],
];

export interface Chance {
  readonly rng: Random;
  /** Running and finished boards, as stored. */
  readonly boards: readonly Match[];
}

const oneOf = <Item>({ below }: Random, items: readonly Item[]): Item => items[below(items.length)]!;

const gameAt = (match: Match): AnyGame => games.find(({ name }) => name === match.game)!;

/** A move that is legal now, or anything of its shape. */
function moveAt(rng: Random, match: Match): string {
  const game = gameAt(match);
  const { position } = matchStateOf(game, match);
  if (rng.below(6) === 0 || game.toMove(position) === null) return oneOf(rng, ['b3,a3', 'c2', 'C4,D4', 'a1', 'b2,b2']);
  return game.format(position, game.randomMove(position, rng));
}

function challenge({ rng }: Chance): string {
  const game = oneOf(rng, games).name;
  const options = [oneOf(rng, OPTIONS[game] ?? ['']), ...(rng.below(2) === 0 ? [oneOf(rng, TIMES)] : [])];
  const count = options[0] === '-players=4' ? 4 : 1 + rng.below(2);
  const names = Array.from({ length: count }, () => oneOf(rng, [...PEOPLE, ...PEOPLE, 'me', 'robot1']));
  return `${game} challenge ${options.join(' ')} ${names.join(' ')}`;
}

/** Whoever leaves writes nothing any more. */
const lasting = commands.filter(({ name }) => !['signoff', 'change', 'stop'].includes(name));

/** A command of the list with so many words behind it. */
function anyCommand({ rng, boards }: Chance): string {
  const { name, aliases = [], scope } = oneOf(rng, rng.below(8) === 0 ? commands : lasting);
  const verb = oneOf(rng, [name, name, ...aliases]);
  const board = boards.length > 0 && rng.below(4) > 0 ? oneOf(rng, boards) : null;
  const game = board?.game ?? oneOf(rng, games).name;
  const words = Array.from({ length: rng.below(4) }, () => oneOf(rng, [...WORDS, ...PEOPLE]));
  const move = board !== null && rng.below(3) === 0 ? [moveAt(rng, board)] : [];
  const at = board === null ? [] : [String(board.number)];
  return [...(scope === 'game' ? [game, verb, ...at] : [verb]), ...move, ...words].join(' ');
}

function condition(rng: Random, board: Match): string {
  const [a, b, c] = [moveAt(rng, board), moveAt(rng, board), moveAt(rng, board)];
  return oneOf(rng, [`if ${a} then ${b}`, `if ${a} then ${b} if ${c} then resign`, `if ${a} then ${b} else ${c}`, 'else resign']); // prettier-ignore
}

/** What is written into the Subject, or a line that stands alone. */
export const anyCommandLine = (chance: Chance): string =>
  chance.rng.below(4) === 0 ? challenge(chance) : anyCommand(chance);

/** What is written below a board. */
export function anyReplyLine(chance: Chance, board: Match): string {
  const { rng } = chance;
  switch (rng.below(12)) {
    case 0:
      return condition(rng, board);
    case 1:
      return oneOf(rng, ['undo', 'draw', 'accept', 'reject', 'resign', 'swap', 'rematch', 'yes', 'no', 'confirm']);
    case 2:
      return anyCommand(chance).split(' ').slice(1).join(' ');
    case 3:
      return oneOf(rng, ['', 'Well played, I did not see that.', '> b3,a3', 'secret: not for them', '-- ']);
    case 4:
      return `${oneOf(rng, ['preview', 'submit', 'queue', 'note', 'chat', 'replay'])} ${moveAt(rng, board)}`;
    default:
      return moveAt(rng, board);
  }
}
