// Golden games of the referee: what two players say and when, one readable file each, and what the referee says to that.
// Run with `-u` to write anew what it answers, and read the difference before committing it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import type { ArbiterEvent, Dialect, Transition } from '#referee/game-state.ts';
import { findGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { describeFault } from '#cli/referee/records.ts';
import { handleArbiterEvent, startGame, wakeAt } from '#referee/arbiter.ts';
import { boardOf, write } from '#referee/protocol.ts';
import { setupOf } from '../conformance/game.ts';

const folder = join(import.meta.dirname, '..', 'golden', 'referee');
const sentences = readSentences();

/** `nex -size=2, 10 s a move, 60 s a game, swap, black later` → the game agreed on. */
function agreementIn(line: string): Parameters<typeof startGame>[0] {
  const [words = '', ...terms] = line.split(', ');
  const [name = '', ...options] = words.split(' ');
  const game = findGame(name)!;
  const given = options.map(option => option.slice(1).split('=') as [string, string]) satisfies GivenOptions;
  const setup = setupOf(game, given);
  const seconds = (what: string): number | null => {
    const term = terms.find(each => each.endsWith(` s a ${what}`));
    return term === undefined ? null : 1000 * Number.parseFloat(term);
  };
  const dialect = (seat: string): Dialect =>
    (terms.find(each => each.startsWith(`${seat} `))?.split(' ')[1] as Dialect | undefined) ?? 'unknown';
  return {
    game,
    setup,
    board: boardOf(game, setup),
    moveMs: seconds('move') ?? 10_000,
    gameMs: seconds('game'),
    swapAfter: terms.includes('swap') ? game.swapAfter : null,
    dialects: [dialect('first'), dialect('second')],
  };
}

const unescaped = (text: string): string =>
  text.replace(/\\(n|r|0)/g, (_, letter: string) => ({ n: '\n', r: '\r' })[letter] ?? '\0');

const SEATS = ['first', 'second'];

/** What the referee does, as lines. */
function told({ effects }: Transition, now: number): string[] {
  const time = `${(now / 1000).toFixed(3)} s`.padStart(11);
  return effects.flatMap(effect => {
    if (effect.kind === 'tell') return [`${time}  → ${SEATS[effect.seat]!}: ${write(effect.message).trimEnd()}`];
    const { winner, reason, moves, ms, faults, dialects } = effect.result;
    return [
      `${time}  winner: ${winner === null ? 'nobody' : SEATS[winner]!}, ${reason}, ${moves.length} plies (${moves.join(' ')})`,
      `${time}  thought for ${ms.join(' and ')} ms; dialects ${dialects.join(' and ')}`,
      ...faults.map(({ seat, fault }) => `${time}  ${SEATS[seat]!}: ${describeFault(sentences, fault)}`),
    ];
  });
}

function eventIn(line: string): ArbiterEvent {
  const {
    seat = '',
    what,
    text = '',
  } = /^(?<seat>first|second)(?<what>:| leaves:) ?(?<text>.*)$/.exec(line)?.groups ?? {};
  expect(what, `a line of a session: '${line}'`).toBeDefined();
  if (what === ' leaves:') return { kind: 'left', seat: SEATS.indexOf(seat), how: text };
  return { kind: 'said', seat: SEATS.indexOf(seat), text: unescaped(text).replace(/\{(.) x (\d+)\}/g, (_, piece: string, count) => piece.repeat(Number(count))) }; // prettier-ignore
}

function replay(text: string): string {
  const [title = '', ...parts] = text.split(/^=== /m);
  const out = [title.trimEnd(), ''];
  for (const part of parts) {
    const [head = '', ...lines] = part.trimEnd().split('\n');
    out.push(`=== ${head}`);
    let now = 0;
    let game = startGame(agreementIn(head), now);
    out.push(...told(game, now));
    const happens = (event: ArbiterEvent): void => {
      game = handleArbiterEvent(game.state, event, now);
      out.push(...told(game, now));
    };
    const pass = (until: number): void => {
      for (now = wakeAt(game.state); now <= until; now = wakeAt(game.state)) happens({ kind: 'time' });
      now = until;
    };
    for (const line of lines.filter(each => each !== '' && !/^ *\d+\.\d{3} s {2}/.test(each))) {
      out.push(line);
      const passing = /^(\d+) ms pass$/.exec(line)?.[1];
      if (passing === undefined) happens(eventIn(line));
      else pass(now + Number(passing));
    }
    out.push('');
  }
  return `${out.join('\n').trimEnd()}\n`;
}

describe('the referee', () => {
  it.each(readdirSync(folder))('%s', async name => {
    const path = join(folder, name);
    await expect(replay(readFileSync(path, 'utf8'))).toMatchFileSnapshot(path);
  });

  it('has a session for each way a game can end', () => {
    const all = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8')).join('\n'); // prettier-ignore
    const reasons = new Set([...all.matchAll(/winner: \w+, ([a-z-]+)/g)].map(found => found[1]));
    expect([...reasons].sort()).toEqual([
      'connection',
      'crash',
      'illegal',
      'no-move',
      'protocol',
      'resigned',
      'timeout',
    ]);
  });
});
