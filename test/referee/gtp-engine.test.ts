// Our engines as GTP programs: each command, and what is refused.
import { expect, it } from 'vitest';
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { readMainLine } from '#games/sgf.ts';
import { findGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { renderAscii } from '#core/writing/picture/text.ts';
import { type GtpEngineState, createGtpEngine, runGtpEngine } from '#referee/gtp-engine.ts';
import { setupOf } from '../conformance/game.ts';

function createEngine(game: AnyGame, given: GivenOptions, swapAfter: number | null): GtpEngineState {
  const sentences = readSentences();
  const options = {
    ...{ game, given, notation: game.gtp!, name: 'first', version: '1', swapAfter },
    draw: (position: Parameters<AnyGame['picture']>[0]) =>
      renderAscii(game.picture(position, { seat: null })).join('\n'),
    explain: (refusal: Parameters<typeof say>[1]) => say(sentences, refusal),
    computeCpuTime: () => 1.5,
  };
  return createGtpEngine(options, setupOf(game, given));
}

/** The answers to these lines. The engine swaps if it may, and else takes the first legal move. The times it may take are noted. */
async function talk(
  name: string,
  given: GivenOptions,
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ answers: string[]; times: unknown[] }> {
  const game = findGame(name)!;
  const [answers, times]: [string[], unknown[]] = [[], []];
  await runGtpEngine(
    createEngine(
      game,
      given.filter(([option]) => option !== 'swap'),
      given.some(([option]) => option === 'swap') ? game.swapAfter : null,
    ),
    {
      choose: ({ position, moves, swapAfter }, mostMs) => {
        times.push(mostMs);
        if (moves.length === swapAfter) return Promise.resolve('swap');
        const [first] = game.moves(position);
        return Promise.resolve(game.format(position, first!));
      },
      lines: (async function* () {
        for (const line of text.split('\n')) yield [await Promise.resolve({ text: line, cut: line.length > 500 })];
      })(),
      say: answer => {
        answers.push(answer);
        return Promise.resolve();
      },
      load: file => {
        const nodes = readMainLine(files[file] ?? '');
        return Promise.resolve(nodes.ok ? game.record!.read(nodes.value) : nodes);
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

const CORNER = 'play b b1';

it.each<[string, readonly Exchange[]]>([
  ['Hex, whose next move is black again', [
    [CORNER, '= '], ['play w swap-pieces', '= '], ['play w a1', '? it is the turn of black'],
    // The stone is white now, and lies on a2.
    ['play b a2', '? illegal move'], ['genmove b', '= a1'], ['play w c1', '= '], ['all_legal_moves', '= a3 b1 b2 b3 c2 c3'],
    ['gogui-rules_board', '= \n...\nO..\nX.O'],
  ]],
  ['Hex, to the end, with the winner as the controller names it', [
    [CORNER, '= '], ['play w SWAP-PIECES', '= '], ['play b b1', '= '], ['play w b2', '= '], ['play b a1', '= '], ['play w c2', '= '],
    ['final_score', '= W+'], ['gogui-rules_final_result', '= white'], ['gogui-rules_side_to_move', '= black'],
  ]],
  ['Hex, and takes it back', [
    [CORNER, '= '], ['play w swap-pieces', '= '], ['play b a1', '= '], ['undo', '= '], ['undo', '= '], ['play w a2', '= '],
    ['play b swap-pieces', '? illegal move: You can swap only right after move 1.'], ['clear_board', '= '], [CORNER, '= '],
  ]],
])('swaps the pieces of %s', (_, exchanges) => expectExchanges('hex', [['size', '3'], ['swap', true]], exchanges)); // prettier-ignore

it.each([
  [
    'hex',
    [
      ['size', '6x5'],
      ['swap', true],
    ],
  ],
  ['gomoku', [['swap', true]]],
  [
    'y',
    [
      ['size', '5'],
      ['swap', true],
    ],
  ],
] as const)('refuses to swap the pieces of %s, where there is no mirror', async (name, given) => {
  const { answers } = await talk(name, given, 'play b a5\nplay w swap-pieces');
  expect(answers).toEqual(['= \n\n', '? illegal move\n\n']);
});

it('has ids up to the largest of 31 bits, and bears a byte order mark', async () => {
  const { answers } = await talk(
    'hex',
    [],
    '\ufeff2147483647 version\n2147483648 version\n0000000001 version\n1893456000 fly',
  );
  expect(answers).toEqual([
    '=2147483647 1\n\n',
    '? unknown command\n\n',
    '=0000000001 1\n\n',
    '?1893456000 unknown command\n\n',
  ]);
});

it.each(['komi', 'komi x', 'komi 6.5 x', 'komi 1e999', 'komi 0x10', 'komi .'])('refuses %s', line =>
  expectExchanges(
    'gonnect',
    [],
    [
      ['komi -0.5', '= '],
      [line, '? syntax error'],
    ],
  ),
);

it('answers the controller of Pentobi', () =>
  expectExchanges('nexos', [], [
    ['set_game Nexos Two-Player', '= '],
    ['cputime', '= 1.500'],
    ['all_legal 2', '? it is the turn of 1'],
    ['all_legal', '? invalid color or coordinate'],
    ['gogui-rules_board', '? GoGui cannot show this board'],
  ])); // prettier-ignore

it.each<[string, GivenOptions, readonly Exchange[]]>([
  ['hex', [['size', '2']], [
    ['gogui-rules_game_id', '= hex'], ['gogui-rules_board_size', '= 2'], ['gogui-rules_side_to_move', '= black'], ['play b b1', '= '],
    ['gogui-rules_board', '= \n..\n.X'], ['gogui-rules_side_to_move', '= white'], ['gogui-rules_legal_moves', '= a1 a2 b2'],
    ['gogui-rules_final_result', '= unknown'], ['all_legal w', '= a1 a2 b2'], ['all_legal b', '? it is the turn of white'],
  ]],
  ['gomoku', [['size', '5']], [['play b a5', '= '], ['play w e1', '= '], ['gogui-rules_board', '= \nX....\n.....\n.....\n.....\n....O']]],
  ['y', [['size', '4']], [['play b d1', '= '], ['play w a4', '= '], ['gogui-rules_board', '= \nO...\n....\n....\n...X'], ['gogui-rules_board_size', '= 4'], ['gogui-rules_final_result', '= unknown']]],
  ['hex', [['size', '2x3']], [['gogui-rules_board_size', '? GoGui cannot show this board']]],
])('shows itself to GoGui: %s', (name, given, exchanges) => expectExchanges(name, given, exchanges)); // prettier-ignore

it('scores a game of Nexos by the lead of a player, or by the points of four', async () => {
  const turns = Array(40).fill('genmove 1\ngenmove 2\ngenmove 3\ngenmove 4').join('\n');
  const [two, four] = [
    await talk('nexos', [], `${turns}\nfinal_score`),
    await talk('nexos', [['players', '4']], `${turns}\nfinal_score`),
  ];
  const points = four.answers.at(-1)!.slice(2).trim().split(' ').map(Number);
  expect(points).toHaveLength(4);
  // The same moves: Blue and Red against Yellow and Green.
  const lead = points[0]! + points[2]! - points[1]! - points[3]!;
  expect(two.answers.at(-1)).toBe(lead === 0 ? '= 0\n\n' : `= ${lead > 0 ? 'B' : 'W'}+${Math.abs(lead)}\n\n`);
});

it.each<[string, string, readonly string[], readonly string[]]>([
  ['a whole game', '(;GM[11]SZ[3];B[b1];W[c3];B[b2])', ['loadsgf f', 'all_legal_moves'], ['= ', '= a1 c1 a2 c2 a3 b3']],
  ['a game up to a move', '(;GM[11]SZ[3];B[b1];W[c3];B[b2])', ['loadsgf f 2', 'play w b2', 'undo', 'undo', 'undo'], ['= ', '= ', '= ', '= ', '? cannot undo']],
  ['a game that White begins', '(;GM[11]SZ[3];W[c1];B[a2])', ['loadsgf f', 'gogui-rules_board', 'gogui-rules_side_to_move', 'play w b1', 'undo', 'undo', 'gogui-rules_board', 'undo', 'play w a1', 'clear_board', 'play b a1'], ['= ', '= \n...\nX..\n..O', '= white', '= ', '= ', '= ', '= \n...\n...\n..O', '= ', '= ', '= ', '= ']],
  ['such a game with swapped pieces', '(;GM[11]SZ[3];W[c1];B[swap-pieces];W[a2])', ['loadsgf f', 'gogui-rules_board', 'gogui-rules_side_to_move', 'undo', 'undo', 'gogui-rules_board', 'play b a2'], ['= ', '= \nX..\nO..\n...', '= black', '= ', '= ', '= \n...\n...\n..O', '= ']],
  ['only the start, before a move 0', '(;GM[11]SZ[2];B[b1];W[a1])', ['loadsgf f 0', 'all_legal_moves'], ['= ', '= a1 b1 a2 b2']],
  ['a game that ends before a move', '(;GM[11]SZ[2];B[b1];W[a1])', ['loadsgf f 99999', 'all_legal_moves'], ['= ', '= a2 b2']],
  ['a game with swapped pieces', '(;GM[11]SZ[3];B[b1];W[swap-pieces];B[c3])', ['loadsgf f', 'play w b1', 'gogui-rules_board'], ['= ', '= ', '= \n..X\nO..\n.O.']],
  ['such a game before the swap', '(;GM[11]SZ[3];B[b1];W[swap-pieces];B[c3])', ['loadsgf f 2', 'play w c3'], ['= ', '= ']],
  ['such a game after the swap', '(;GM[11]SZ[3];B[b1];W[swap-pieces];B[c3])', ['loadsgf f 3', 'play b a2'], ['= ', '? illegal move']],
])('loads %s', async (_, text, lines, wanted) => {
  const { answers } = await talk('hex', [], lines.join('\n'), { f: text });
  expect(answers).toEqual(wanted.map(line => `${line}\n\n`));
}); // prettier-ignore

it.each([
  ['loadsgf', '(;)', /^\? syntax error/],
  ['loadsgf f', '(;GM[11]SZ[3];B[b1];W[b1])', /^\? cannot load file: move 2 is illegal/],
  ['loadsgf f', '(;GM[11]SZ[3];B[b1];B[b2])', /^\? cannot load file: move 2 is illegal/],
  ['loadsgf f', '(;GM[11]SZ[3];B[b1];W[c3];B[b2];W[swap-pieces])', /^\? cannot load file: You can swap only/],
  ['loadsgf f', '(;GM[11]SZ[27])', /^\? cannot load file: -size/],
  ['loadsgf f', '(;GM[11]AB[b1])', /^\? cannot load file: .*pieces on the board/],
  ['loadsgf f', '(;GM[11]SZ[3:2];W[c1])', /^\? cannot load file: White begins on a board that is not square/],
  ['loadsgf none', '', /^\? cannot load file: /],
])('refuses to load: %s %s, and keeps its game', async (line, text, wanted) => {
  const { answers } = await talk('hex', [['size', '3']], `play b a1\n${line}\nplay w a2`, { f: text });
  expect(answers[1]).toMatch(wanted);
  expect(answers[2]).toBe('= \n\n');
});
