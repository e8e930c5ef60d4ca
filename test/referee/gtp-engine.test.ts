// Our engines as GTP programs: each command, and what is refused.
import { expect, it } from 'vitest';
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { renderAscii } from '#core/writing/picture/text.ts';
import { runGtpEngine } from '#referee/run-gtp-engine.ts';
import { type GtpEngineState, createGtpEngine } from '#referee/gtp-engine.ts';
import { setupOf } from '../conformance/game.ts';

function createEngine(game: AnyGame, given: GivenOptions, swapAfter: number | null): GtpEngineState {
  const sentences = readSentences();
  const options = {
    ...{ game, given, notation: game.gtp!, name: 'first', version: '1', swapAfter },
    draw: (position: Parameters<AnyGame['picture']>[0]) =>
      renderAscii(game.picture(position, { seat: null })).join('\n'),
    explain: (refusal: Parameters<typeof say>[1]) => say(sentences, refusal),
  };
  return createGtpEngine(options, setupOf(game, given));
}

/** The answers to these lines. The engine swaps if it may, and else takes the first legal move. The times it may take are noted. */
async function talk(name: string, given: GivenOptions, text: string): Promise<{ answers: string[]; times: unknown[] }> {
  const game = findGame(name)!;
  const [answers, times]: [string[], unknown[]] = [[], []];
  await runGtpEngine(
    createEngine(
      game,
      given.filter(([option]) => option !== 'swap'),
      given.some(([option]) => option === 'swap') ? game.swapAfter : null,
    ),
    ({ position, moves, swapAfter }, mostMs) => {
      times.push(mostMs);
      if (moves.length === swapAfter) return Promise.resolve('swap');
      const [first] = game.moves(position);
      return Promise.resolve(game.format(position, first!));
    },
    {
      lines: (async function* () {
        for (const line of text.split('\n')) yield [await Promise.resolve({ text: line, cut: line.length > 500 })];
      })(),
      say: answer => {
        answers.push(answer);
        return Promise.resolve();
      },
    },
  );
  return { answers, times };
}

type Exchange = readonly [command: string, answer: string];

async function expectExchanges(name: string, given: GivenOptions, exchanges: readonly Exchange[]): Promise<void> {
  const { answers } = await talk(name, given, exchanges.map(([command]) => command).join('\n'));
  expect(answers).toEqual(exchanges.map(([, answer]) => `${answer}\n\n`));
}

it('answers what every controller asks', () =>
  expectExchanges('hex', [], [
    ['protocol_version', '= 2'],
    ['1 name', '=1 first'],
    ['\t22  version # twice\r', '=22 1'],
    ['known_command genmove', '= true'],
    ['known_command toString', '= false'],
    ['known_command', '= false'],
    ['komi 6.5', '= '],
    ['3 fly', '?3 unknown command'],
    ['toString', '? unknown command'],
    [`7 ${'x'.repeat(600)}`, '?7 line too long'],
    ['quit', '= '],
  ])); // prettier-ignore

it('skips empty lines and comments, and says nothing after quit', async () => {
  const { answers } = await talk('hex', [], '\n  \n# nothing\n\u0000\n4 quit\nname');
  expect(answers).toEqual(['=4 \n\n']);
});

it('plays Hex with the letter of the column first', () =>
  expectExchanges('hex', [['size', '3']], [
    ['play b C1', '= '],
    ['play b a1', '? it is the turn of white'],
    ['play green a1', '? invalid color or coordinate'],
    ['play white a1 a2', '? invalid color or coordinate'],
    ['play white a-1', '? invalid color or coordinate'],
    ['play white', '? invalid color or coordinate'],
    ['play white pass', '? invalid color or coordinate'],
    // Our boards call these cells a3 and a4.
    ['play white c1', '? illegal move'],
    ['play w d1', '? illegal move'],
    ['reg_genmove w', '= a1'],
    ['genmove w', '= a1'],
    ['all_legal_moves', '= b1 a2 b2 c2 a3 b3 c3'],
    ['final_score', '? cannot score'],
    ['play b c2', '= '],
    ['undo', '= '],
    ['genmove w', '? it is the turn of black'],
    ['play b c2', '= '],
    ['play w a2', '= '],
    ['play b c3', '= '],
    ['final_score', '= B+'],
    ['genmove w', '? the game is over'],
    ['all_legal_moves', '= '],
    ['clear_board', '= '],
    ['undo', '? cannot undo'],
  ])); // prettier-ignore

it('takes the sizes of the game', () =>
  expectExchanges('hex', [['size', '3']], [
    ['boardsize 2', '= '],
    ['play b b2', '= '],
    ['boardsize 20', "? unacceptable size: -size can't be '20x20'. It can be 2 to 19, or rows x columns such as 2x3."],
    ['boardsize two', '? boardsize not an integer'],
    ['boardsize', '? boardsize not an integer'],
    ['boardsize 3 2 1', '? boardsize not an integer'],
    ['all_legal_moves', '= a1 b1 a2'],
    ['boardsize 3 2', '= '],
    ['all_legal_moves', '= a1 b1 c1 a2 b2 c2'],
  ])); // prettier-ignore

it('has the cells of Go in Gonnect and Gomoku, and our own in Y', async () => {
  await expectExchanges('gonnect', [], [['boardsize 13', '= '], ['play b J13', '= '], ['play w i1', '? illegal move: There is no i1 on this board. It has no column i, because i looks too much like j or 1.']]); // prettier-ignore
  await expectExchanges('gomoku', [], [['play b A1', '= '], ['play w a1', '? illegal move: a1 is taken by a black stone.']]); // prettier-ignore
  await expectExchanges('y', [['size', '5']], [['play b a5', '= '], ['play w e5', '= ']]); // prettier-ignore
});

it('plays Nexos as Pentobi does', () =>
  expectExchanges('nexos', [], [
    ['set_game Nexos', '? invalid game'],
    ['set_game Nexos Two-Player', '= '],
    ['boardsize 13', '? unacceptable size'],
    ['play 2 e21', '? it is the turn of 1'],
    ['play 1 f21,g20,g18', '= '],
    ['play Yellow t21,s20,s18', '= '],
    ['play 3 pass', '? invalid color or coordinate'],
    ['undo', '= '],
    ['final_score', '? cannot score'],
  ])); // prettier-ignore

it('draws the board', async () => {
  const { answers } = await talk('hex', [['size', '2']], 'play b b1\nshowboard');
  expect(answers[1]).toMatch(/^= \n {7}1 {2}2\n.*B.*\n/);
  expect(answers[1]!.trimEnd()).not.toContain('\n\n');
});

it('swaps sides where the next player may', () =>
  expectExchanges('hex', [['size', '3'], ['swap', true]], [
    ['play w swap-sides', '? it is the turn of black'],
    ['play b swap-sides', '? illegal move: You can swap only right after move 1.'],
    ['play b b1', '= '],
    ['reg_genmove w', '= swap-sides'],
    ['genmove w', '= swap-sides'],
    // The stones stay, and the other player has white now.
    ['play w swap-sides', '? illegal move: You can swap only right after move 1.'],
    ['genmove w', '= a1'],
    ['undo', '= '],
    ['undo', '= '],
    ['play w swap-sides', '= '],
    ['undo', '= '],
    ['undo', '= '],
    ['undo', '? cannot undo'],
  ])); // prettier-ignore

it('refuses a swap in a game without one', () =>
  expectExchanges('y', [['size', '5']], [
    ['play b c3', '= '],
    ['play w swap-sides', '? illegal move: This game is played without swapping. `-swap=on` in a challenge allows it.'],
    ['genmove w', '= e1'],
  ])); // prettier-ignore

it('takes its time from the commands', async () => {
  const lines = ['genmove b', 'time_settings 100 30 5', 'genmove w', 'time_left b 30 5', 'genmove b', 'genmove w', 'time_left b 0 0',
    'genmove b', 'time_settings 0 2 1', 'genmove w', 'time_settings 0 2 0', 'genmove b', 'time_settings 5', 'time_left b', 'time_left x 1 1']; // prettier-ignore
  const { answers, times } = await talk('hex', [['size', '5']], lines.join('\n'));
  expect(times).toEqual([null, 8000, 4800, 8000, 1, 1600, null]);
  expect(answers.slice(-3)).toEqual(Array(3).fill('? syntax error\n\n'));
});
