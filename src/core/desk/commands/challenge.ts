// `challenge`: opens a board between players, or invites somebody by address.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame } from '#games/game.ts';
import { trimEnd } from '#games/kit/move-text.ts';
import { no, ok } from '#games/kit/result.ts';
import { deny } from '#core/players/decision.ts';
import { type Command, type CommandLine, parseChallengeOptions } from '#core/language/command.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { findOpening, openBoard, startAtFirstPosition } from '#core/board/acts/open.ts';
import { parseSeek } from '#core/features/seeks/commands.ts';

export const challenge: Command = {
  name: 'challenge',
  minLetters: 5,
  scope: 'game',
  usage: '<game> challenge [-options] a b',
  example: 'nex challenge -size=9 me bob',
  permission: 'account',
  parse: commandLine => {
    const game = must(commandLine.game, 'challenge is a command of a game');
    const names = commandLine.words.map(word => trimEnd(word.toLowerCase(), '.,!'));
    if (names.includes(ANYONE)) return parseSeekOfAnyone(game, commandLine, names);
    const options = parseChallengeOptions(game, commandLine.options);
    if (!options.ok) return options;
    const { from, gameOptions, ...terms } = options.value;
    const setup = game.setup(gameOptions);
    if (!setup.ok) return no(addSwapOption(game, setup.reason));
    const { usage } = commandLine;
    return ok({
      run: context => {
        const opening =
          from === null ? ok(startAtFirstPosition(setup.value)) : findOpening(context.state, from, context.now);
        if (!opening.ok) return opening;
        const isOther = gameOptions.some(([name]) => lookUp(setup.value, name) !== lookUp(opening.value.setup, name));
        if (from !== null && isOther)
          return deny(refused('from-options', { game: game.title, number: from.match.number }));
        return openBoard(context, { game, names, opening: opening.value, ...terms, usage });
      },
    });
  },
};

const ANYONE = 'anyone';

/** `challenge me anyone` is a seek: the opponents are players who seek the same. */
function parseSeekOfAnyone(
  game: AnyGame,
  commandLine: CommandLine,
  names: readonly string[],
): ReturnType<Command['parse']> {
  const others = names.filter(name => name !== ANYONE && name !== 'me' && name !== commandLine.userid);
  if (others.length > 0) return no(refused('challenge-anyone', { game: game.name, others: others.join(', ') }));
  return parseSeek(game, commandLine, { games: 1, isStanding: false });
}

/** Adds -swap to the options that a refusal lists: players see no difference from the game's own options. */
const addSwapOption = (game: AnyGame, reason: Refused): Refused =>
  reason.code === 'option-unknown' && game.swapAfter !== null
    ? {
        ...reason,
        parts: { ...reason.parts, known: [...game.options.map(({ name }) => `-${name}`), '-swap'].join(', ') },
      }
    : reason;
