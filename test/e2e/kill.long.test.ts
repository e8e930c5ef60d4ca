// kill -9 in the middle of the conversation, again and again, at seeded moments: no move lost, none done twice, no mail missing, none twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReadOnly } from '#adapters/store/json/state.ts';
import { listLedgerFaults } from '#test/ledger/ledger-faults.ts';
import { createRandom } from '#games/kit/random.ts';
import { converse, expectGoodMails, steps } from './conversation.ts';
import { builtProgram, freePorts, type Program, type Serving } from './program.ts';
import { players } from './setting.ts';
import { SEED } from '#test/seeds.ts';

const KILLS = 8;

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

/** A service on ports that stay, so that mail programs find it again after every kill; `killAndRestart` gives the milliseconds until it was ready. */
async function mortal(
  data: string,
): Promise<{ readonly now: () => Serving; readonly killAndRestart: () => Promise<number> }> {
  const [smtp = 0, imap = 0, http = 0] = await freePorts(3);
  const ports = ['--smtp-port', `${smtp}`, '--imap-port', `${imap}`, '--http-port', `${http}`];
  const start = (): Promise<Serving> =>
    program.serve(['--data', program.folder(data), ...ports, '--log-level', 'error']);
  let serving = await start();
  return {
    now: () => serving,
    killAndRestart: async () => {
      await serving.kill();
      const since = performance.now();
      serving = await start();
      return Math.ceil(performance.now() - since);
    },
  };
}

describe(`kill -9, seed ${SEED}`, () => {
  it('just after a mail was taken, in most steps', async () => {
    const service = await mortal('after');
    const rng = createRandom(SEED);
    const spared = new Set(Array.from({ length: steps.length - KILLS }, () => rng.below(steps.length)));
    const talk = {
      ...players(() => service.now().ready, `after-${SEED}`, true),
      meanwhile: async (step: number) => {
        if (spared.has(step)) return;
        await sleep(rng.below(50));
        await service.killAndRestart();
      },
    };
    expectGoodMails(talk, await converse(talk));
    await expectQuiet(talk);
    expect((await service.now().terminate()).code).toBe(0);
    expect(await findLedgerFaults(program.folder('after'))).toEqual([]);
  });

  it('at any moment', async () => {
    const service = await mortal('any');
    const rng = createRandom(SEED + 1);
    const talk = players(() => service.now().ready, `any-${SEED}`, true);
    const killing = (async () => {
      let startMs = 500;
      for (let kill = 0; kill < KILLS; kill++) {
        // On a slow machine it lives longer too: else the kills leave it no time for a mail.
        await sleep(rng.below(startMs));
        startMs = await service.killAndRestart();
      }
    })();
    killing.catch(() => undefined);
    const received = await converse(talk);
    await killing;
    expectGoodMails(talk, received);
    await expectQuiet(talk);
    expect((await service.now().terminate()).code).toBe(0);
    expect(await findLedgerFaults(program.folder('any'))).toEqual([]);
  });
});

async function findLedgerFaults(data: string): Promise<readonly string[]> {
  const store = await openReadOnly(data);
  return listLedgerFaults(store, ['match/nex/101', 'match/nex/102']);
}

/** Asks once more: whatever else was waiting to be sent to the players has come by the time of the answer, and it was nothing. */
async function expectQuiet({ players: { alice, bob }, service, run }: ReturnType<typeof players>): Promise<void> {
  for (const writer of [alice, bob]) {
    const before = (await writer.inbox()).length;
    await writer.send({
      to: service,
      subject: 'nex show 101',
      messageId: `<${run}.${writer.address}.last@client.test>`,
    });
    const mails = await writer.awaits(before + 1);
    const tail = writer === alice ? 'you won' : 'alice won';
    expect(mails.slice(before).map(mail => mail.subject)).toEqual([`Nex Board 101: ${tail}`]);
  }
}
