// The rules as the page of a board has them, in Chromium, say what the server's rules say.
// They are asked on every game and position made by programs that are not ours.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { clubOf } from '#test/service/lab.ts';
import { type Website, website } from '#test/adapters/web/website.ts';
import { realBrowser } from './browser.ts';

/** What is asked of the rules, here and there: plain JSON. */
interface Question {
  readonly id: string;
  readonly given: GivenOptions;
  /** The position it begins with; null: the game's first. */
  readonly position: string | null;
  readonly moves: readonly string[];
  /** Not legal after so many moves. */
  readonly bad: readonly (readonly [ply: number, text: string])[];
  /** The text of the last position, in part, and the scores, as the other program knows them; null: it was not asked. */
  readonly end: string | null;
}

/**
 * The answers, a line for everything asked. It runs in the browser as it stands here, so that it may use nothing from outside.
 * Legal moves are listed up to a number, and counted beyond it.
 */
function answers(game: AnyGame, { given, position, moves, bad }: Question): string[] {
  const said: string[] = [];
  const setup = game.setup(given);
  if (!setup.ok) return [JSON.stringify(setup.reason)];
  const begun = position === null ? null : game.decode(setup.value, position);
  if (begun?.ok === false) return [JSON.stringify(begun.reason)];
  let at = begun === null ? game.start(setup.value) : begun.value;
  const refuse = (ply: number): void => {
    for (const [, text] of bad.filter(each => each[0] === ply)) said.push(JSON.stringify(game.parse(at, text)));
  };
  const tell = (): void => {
    const count = game.countMoves(at);
    said.push(`${game.encode(at)} ${count} ${String(game.toMove(at))} ${JSON.stringify(game.outcome(at))}`);
    if (count > 400) return;
    said.push(Array.from(game.moves(at), move => game.format(at, move)).join(' '));
    said.push(game.continuations(at, []).join(' '));
  };
  tell();
  moves.forEach((text, ply) => {
    refuse(ply);
    const passed = game.parsePass(at, text);
    const move = game.parse(at, text);
    said.push(`${text}: ${passed === null ? JSON.stringify(move) : 'skipped'}`);
    if (passed !== null) at = passed;
    else if (move.ok) at = game.play(at, move.value);
    tell();
  });
  refuse(moves.length);
  return said;
}

function vectors(name: string): readonly string[] {
  const file = new URL(`../vectors/${name}.jsonl.gz`, import.meta.url);
  return gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
}

/** Of Nex and Hexafive: a game with its moves, a position, or one with a move in question. */
interface StonesVector {
  readonly id: string;
  readonly board?: string;
  readonly turn?: string;
  readonly ban?: string | null;
  readonly move?: string | null;
  readonly plies?: readonly (readonly [string])[];
  readonly bad?: readonly (readonly [number, string, string])[];
  readonly final?: string;
  /** null: it goes round in circles, and ends earlier here. */
  readonly why?: string | null;
}

const question = (vector: StonesVector, given: GivenOptions, turn = vector.turn): Question => ({
  ...{ id: vector.id, given },
  position: vector.board === undefined ? null : [vector.board, turn, ...banOf(vector)].join(' '),
  moves: vector.plies?.map(([text]) => text) ?? [vector.move ?? []].flat(),
  bad: vector.bad?.map(([ply, text]) => [ply, text] as const) ?? [],
  end: vector.why === null ? null : (vector.final ?? null),
});

const banOf = ({ ban = null }: StonesVector): readonly string[] => (ban === null ? [] : [`ban=${ban}`]);

interface NexVector extends StonesVector {
  readonly rows: number;
  readonly cols: number;
  readonly variant: string;
}

function nexQuestion(line: string): Question {
  const vector = JSON.parse(line) as NexVector;
  const { rows, cols, variant } = vector;
  return question(vector, Object.entries({ size: `${rows}x${cols}`, endgame: variant }));
}

interface HexafiveVector extends StonesVector {
  readonly size: number;
  readonly special: boolean;
  readonly capture: string;
  readonly pieces?: number;
}

function hexafiveQuestion(line: string): Question {
  const vector = JSON.parse(line) as HexafiveVector;
  const { size, special, capture, pieces } = vector;
  const kind = special ? { special: '1' } : { radius: `${size}`, ...(pieces && { pieces: `${pieces}` }) };
  return question(vector, Object.entries({ ...kind, capture }), vector.turn === 'White' ? 'O' : 'X');
}

interface NexosVector {
  readonly id: string;
  readonly variant: string;
  readonly moves: readonly { readonly move: string }[];
  readonly scores: readonly number[];
}

function nexosQuestion(line: string): Question {
  const { id, variant, moves, scores } = JSON.parse(line) as NexosVector;
  const byColour = Object.fromEntries(['blue', 'yellow', 'red', 'green'].map((colour, i) => [colour, scores[i]]));
  return {
    ...{ id, position: null, bad: [] },
    given: [['players', variant === 'Nexos' ? '4' : '2']],
    moves: moves.map(({ move }) => move),
    end: `"scores":${JSON.stringify(byColour)}`,
  };
}

const QUESTIONS: Readonly<Record<string, () => readonly Question[]>> = {
  nex: () => ['nex-games', 'nex-positions', 'nex-cases'].flatMap(vectors).map(nexQuestion),
  hexafive: () => ['hexafive-games', 'hexafive-positions', 'hexafive-cases'].flatMap(vectors).map(hexafiveQuestion),
  nexos: () => vectors('nexos-games').map(nexosQuestion),
};

const browser = realBrowser();
let web: Website;
beforeAll(async () => {
  const { club, send } = await clubOf(['alice', 'bob']);
  for (const name of Object.keys(QUESTIONS)) await send('alice', `${name} challenge alice bob`);
  web = await website(club);
});
afterAll(() => web.close());

it.each(Object.keys(QUESTIONS))(
  'says of %s what the server says',
  async name => {
    const questions = QUESTIONS[name]!();
    const { page, complaints } = await browser.visitor();
    await page.goto(`http://127.0.0.1:${web.port}/${name}/101`);
    await page.locator('#try:not([hidden])').waitFor({ state: 'attached' });
    const bundle = await page.locator('script[src*="/boards/"]').getAttribute('src');
    const game = findGame(name)!;
    for (const each of questions) {
      const found = await page.evaluate<string[]>(
        `import('${bundle}').then(({ game }) => (${answers.toString()})(game, ${JSON.stringify(each)}))`,
      );
      expect(found, each.id).toEqual(answers(game, each));
      if (each.end !== null) expect(found.join('\n'), each.id).toContain(each.end);
    }
    expect(questions.length).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  },
  300_000,
);
