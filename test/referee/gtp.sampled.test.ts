// The parsers of GTP, with lines and answers by chance, in pieces of any size: they never throw, and the pieces do not matter.
import { expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { formatGtpAnswer, type GtpAnswer, parseGtpCommand, readGtpAnswers } from '#referee/gtp.ts';
import { createGtpProgram, takeProgramText, takeRefereeMessage } from '#referee/gtp-program.ts';
import { refereeLimits } from '#referee/protocol.ts';
import { seedsFor } from '#test/seeds.ts';
import { times } from '#test/sample.ts';
import { setupOf } from '../conformance/game.ts';

const SEEDS = seedsFor(import.meta.filename);
const WORDS = ['=', '?', '=1', ' ', '\n', '\n\n', '\r\n', '\t', '\0', '#', 'play', 'genmove', 'b', 'w', 'a1', 'C2', 'z99', 'resign', 'pass', 'swap', 'swap-pieces', 'x'.repeat(300), '12', 'é']; // prettier-ignore

const pick = <Item>(rng: Random, items: readonly Item[]): Item => items[rng.below(items.length)]!;
const babble = (rng: Random): string => Array.from({ length: rng.below(30) }, () => pick(rng, WORDS)).join('');

/** All answers in a text that comes in these pieces, up to the first breach. */
function readPieces(pieces: readonly string[]): readonly [answers: readonly GtpAnswer[], hasBreach: boolean] {
  const answers: GtpAnswer[] = [];
  let unread = '';
  for (const piece of pieces) {
    const read = readGtpAnswers(unread, piece);
    answers.push(...read.answers);
    if (read.breach !== null) return [answers, true];
    unread = read.unread;
    expect(unread.length).toBeLessThanOrEqual(refereeLimits.messageLength);
  }
  return [answers, false];
}

it.each(SEEDS)('of a program read the same in any pieces (seed %s)', seed => {
  const rng = createRandom(seed);
  for (let round = 0; round < times(300, 3_000, seed); round++) {
    const text = babble(rng);
    expect(readPieces(Array.from(text)), JSON.stringify(text)).toEqual(readPieces([text]));
  }
});

it.each(SEEDS)('of a controller give a command without control characters (seed %s)', seed => {
  const rng = createRandom(seed);
  for (let round = 0; round < times(300, 3_000, seed); round++) {
    const command = parseGtpCommand(babble(rng).replaceAll('\n', ''));
    if (command === null) continue;
    expect([command.name, ...command.words].join('')).not.toMatch(/[\s#\0]/);
    const answer = { isOk: round % 2 === 0, text: command.words.join(' ').slice(0, 400).trim() };
    expect(readGtpAnswers('', formatGtpAnswer(command.id, answer)).answers).toEqual([answer]);
  }
});

it.each(SEEDS)('never confuse the referee (seed %s)', seed => {
  const rng = createRandom(seed);
  for (let round = 0; round < times(100, 1_000, seed); round++) {
    const game = pick(rng, games.filter(({ gtp }) => gtp !== null)); // prettier-ignore
    const terms = {
      game,
      notation: game.gtp!,
      setup: setupOf(game, []),
      firstCommands: [],
      moveMs: 1000,
      swapAfter: rng.below(2) === 0 ? game.swapAfter : null,
    };
    let state = createGtpProgram(terms);
    for (let step = 0; step < 20; step++) {
      const kind = pick(rng, ['board', 'ask', 'played', 'won', 'babble', 'babble'] as const);
      const move =
        step % 7 === 3 ? 'swap' : game.format(game.start(terms.setup), game.randomMove(game.start(terms.setup), rng));
      const message =
        kind === 'board' ? { kind, rows: 9, columns: 9 } : kind === 'played' ? { kind, move } : { kind: kind === 'babble' ? 'ask' : kind }; // prettier-ignore
      const next = kind === 'babble' ? takeProgramText(state, babble(rng)) : takeRefereeMessage(state, message);
      for (const { text } of next.effects) expect(text).toMatch(/^[^\n]+\n$/);
      state = next.state;
    }
  }
});
