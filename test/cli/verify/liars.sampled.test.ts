// An operator that lies, and holds the key of the log: each lie that reaches two mailboxes is found by `nexpost verify`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Match } from '#core/board/match-document.ts';
import type { DocumentKey, Document } from '#core/kernel/documents.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { judge, readEvidence } from '#cli/verify/index.ts';
import { lab, type Lab } from '#test/service/lab.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { LOG_FIELD } from '#test/ledger/log-field.ts';

type Name = 'alice' | 'bob';
const NAMES: readonly Name[] = ['alice', 'bob'];

/** A line that a player sends, and the time since the one before. */
interface Step {
  readonly by: Name;
  readonly line: string;
  readonly ms: number;
}

/** A mail as its reader's server has filed it. */
interface Filed {
  readonly reader: Name;
  readonly step: number;
  readonly raw: string;
}

const MINUTE_MS = 60_000;
const CELLS = ['a', 'b', 'c', 'd'].flatMap(row => [1, 2, 3, 4].map(column => `${row}${column}`));

/** A game of Hex that somebody resigns: three stones of a colour join no sides of this board. */
function drawGame(rng: Random): readonly Step[] {
  const cells = CELLS.map(cell => ({ cell, order: rng.below(1_000_000) })).sort((a, b) => a.order - b.order);
  const moves = cells
    .slice(0, 4 + rng.below(3))
    .map(({ cell }, i) => ({ by: NAMES[i % 2]!, line: `hex move 101 ${cell}` }));
  const lines = [
    { by: 'alice' as const, line: 'hex challenge -size=4 alice bob' },
    ...moves,
    { by: NAMES[rng.below(2)]!, line: 'hex resign 101' },
  ];
  return lines.map(step => ({ ...step, ms: (15 + rng.below(300)) * MINUTE_MS }));
}

/** How the operator handles a step. Without a lie it is `write`. */
type Handle = (service: Lab, step: Step, number: number) => ReturnType<Lab['write']>;
const write: Handle = (service, { by, line }) => service.write(by, line);

async function play(steps: readonly Step[], handle = write): Promise<readonly Filed[]> {
  const service = lab();
  for (const name of NAMES) await service.write(name, `signup ${name}`);
  const filed: Filed[] = [];
  for (const [number, step] of steps.entries()) {
    service.pass(step.ms);
    const at = new Date(service.now()).toUTCString();
    for (const { to, raw } of await handle(service, step, number))
      for (const reader of NAMES.filter(name => to.includes(`${name}@example.test`)))
        filed.push({ reader, step: number, raw: `Received: from games by mx.test; ${at}\r\n${raw}` });
  }
  return filed;
}

/** Another cell than all of a game. */
const findOtherCell = (steps: readonly Step[]): string =>
  CELLS.find(cell => !steps.some(({ line }) => line.endsWith(cell)))!;
const moveElsewhere = (steps: readonly Step[], number: number): readonly Step[] =>
  steps.map((step, i) => (i === number ? { ...step, line: `hex move 101 ${findOtherCell(steps)}` } : step));

/** The lies, and whether one mailbox alone finds them. */
const LIES: Readonly<
  Record<
    string,
    readonly [isFoundAlone: boolean, tell: (steps: readonly Step[], rng: Random) => Promise<readonly Filed[]>]
  >
> = {
  'dates a move back before a mail that did not have it': [
    true,
    (steps, rng) => {
      const lie = 2 + rng.below(steps.length - 3);
      return play(steps, async (service, step, number) => {
        const back = number === lie ? step.ms + (15 + rng.below(60)) * MINUTE_MS : 0;
        service.pass(-back);
        const mails = await write(service, step, number);
        service.pass(back);
        return mails;
      });
    },
  ],
  'drops a move that it has confirmed, and lets the player move again': [
    true,
    (steps, rng) => {
      const lie = 1 + rng.below(steps.length - 2);
      return play(steps, async (service, step, number) => {
        if (number !== lie) return write(service, step, number);
        const key: DocumentKey<'match'> = 'match/hex/101';
        const before = await service.document(key);
        const mails = await write(service, step, number);
        const { versions } = await service.store.read([key]);
        await service.store.commit({
          cause: 'lie',
          expect: versions,
          documents: new Map<DocumentKey, Document>([[key, before satisfies Match]]),
          outgoing: [],
          at: service.now(),
        });
        return [...mails, ...(await write(service, moveElsewhere(steps, lie)[lie]!, number))];
      });
    },
  ],
  'shows two players two games': [
    false,
    async (steps, rng) => {
      const lie = 1 + rng.below(steps.length - 2);
      const [one, other] = [await play(steps), await play(moveElsewhere(steps, lie))];
      return [...one.filter(({ reader }) => reader === 'alice'), ...other.filter(({ reader }) => reader === 'bob')];
    },
  ],
  'gives two players two results': [
    false,
    async steps => {
      const turned = steps.map((step, i): Step =>
        i === steps.length - 1 ? { ...step, by: step.by === 'alice' ? 'bob' : 'alice' } : step,
      );
      const [one, other] = [await play(steps), await play(turned)];
      return [...one.filter(({ reader }) => reader === 'alice'), ...other.filter(({ reader }) => reader === 'bob')];
    },
  ],
  'writes the log anew with another move, in the middle of a game': [
    true,
    async (steps, rng) => {
      const lie = 2 + rng.below(steps.length - 3);
      const [one, other] = [await play(steps), await play(moveElsewhere(steps, 1))];
      return [...one.filter(({ step }) => step < lie), ...other.filter(({ step }) => step >= lie)];
    },
  ],
  'shows an old checkpoint again': [
    true,
    async (steps, rng) => {
      const lie = 3 + rng.below(steps.length - 4);
      const filed = await play(steps);
      const [, field = ''] = /\r\n(Nexpost-Log: [^]*?);\r\n b=/.exec(filed.find(({ step }) => step === 1)!.raw)!;
      return filed.map(each =>
        each.step === lie ? { ...each, raw: each.raw.replace(/Nexpost-Log: [^]*?\r\n(?! )/, `${field}\r\n`) } : each,
      );
    },
  ],
};

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-liars-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** What is wrong with these mails, as `nexpost verify` says it. */
async function findFaults(filed: readonly Filed[]): Promise<readonly string[]> {
  const files = filed.map((_, i) => join(dir, `${i}.eml`));
  for (const [i, { raw }] of filed.entries()) await writeFile(files[i]!, raw, 'latin1');
  return judge(await readEvidence(files)).flatMap(({ kind, text }) =>
    kind.startsWith('ok') ? [] : [`${kind}: ${text}`],
  );
}

describe('an operator', () => {
  it.each(seedsFor(import.meta.filename, times(1, 167)))('who tells the truth is not blamed (seed %i)', async seed => {
    const filed = await play(drawGame(createRandom(seed)));
    expect(filed.every(({ raw }) => LOG_FIELD.test(raw.slice(raw.indexOf('\n') + 1)))).toBe(true);
    expect(await findFaults(filed)).toEqual([]);
  });

  describe.each(Object.entries(LIES))('that %s', (_, [isFoundAlone, tell]) => {
    it.each(seedsFor(import.meta.filename, times(1, 167)))('is found out (seed %i)', async seed => {
      const rng = createRandom(seed);
      const filed = await tell(drawGame(rng), rng);
      expect(await findFaults(filed)).not.toEqual([]);
      for (const name of NAMES) {
        const faults = await findFaults(filed.filter(({ reader }) => reader === name));
        expect(faults.length > 0, `${name} alone: ${faults.join()}`).toBe(isFoundAlone);
      }
    });
  });
});
