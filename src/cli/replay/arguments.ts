// Reads the command line of `nexpost replay`: the verb's own flags have two dashes, the game's options one.
import { type AnyGame, type GivenOptions, withTyped } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { games, named } from '#games/index.ts';
import { parseGameOption } from '../shell/game-arguments.ts';

export interface ReplayArguments {
  readonly game: AnyGame;
  readonly given: GivenOptions;
  readonly position: string | null;
  readonly count: boolean;
  readonly hash: boolean;
  readonly many: boolean;
  readonly text: boolean;
  readonly record: boolean;
}

const FLAGS = ['--count', '--hash', '--many', '--text', '--record', '--json'];

/** The value of `--position TEXT` or `--position=TEXT`, and the words without it. */
function takePosition(words: readonly string[]): Result<{ position: string | null; rest: readonly string[] }, string> {
  const at = words.findIndex(word => word === '--position' || word.startsWith('--position='));
  const word = words[at];
  if (word === undefined) return ok({ position: null, rest: words });
  const inline = word.startsWith('--position=');
  const position = inline ? word.slice('--position='.length) : words[at + 1];
  if (position === undefined) return no('--position needs a text');
  const rest = [...words.slice(0, at), ...words.slice(at + (inline ? 1 : 2))];
  const isTwice = rest.some(other => other === '--position' || other.startsWith('--position='));
  return isTwice ? no('--position is given twice; once is enough') : ok({ position, rest });
}

/** The words behind the verb → what to do, or what is wrong with them. */
export function parseReplayArguments(words: readonly string[]): Result<ReplayArguments, string> {
  const taken = takePosition(words);
  if (!taken.ok) return taken;
  const { position, rest } = taken.value;
  const given: GivenOptions[number][] = [];
  const flags = new Set<string>();
  const names: string[] = [];
  for (const word of rest) {
    const option = parseGameOption(word);
    if (FLAGS.includes(word)) flags.add(word);
    else if (option !== null) given.push(option);
    else if (word.startsWith('-')) return no(`replay has no option ${word}`);
    else names.push(word);
  }
  const [name, surplus] = names;
  const known = games.map(game => game.name).join(', ');
  if (name === undefined) return no(`replay needs the name of a game: ${known}`);
  if (surplus !== undefined) return no(`replay takes one game; '${surplus}' is too much`);
  const found = named(name);
  if (found === null) return no(`there is no game '${name}'; there is ${known}`);
  const has = (flag: string): boolean => flags.has(flag);
  if (has('--record') && found.game.record === null) return no(`there is no game record for ${found.game.name}`);
  return ok({
    game: found.game,
    given: withTyped(found, given),
    position,
    count: has('--count'),
    hash: has('--hash'),
    many: has('--many'),
    text: has('--text'),
    record: has('--record'),
  });
}
