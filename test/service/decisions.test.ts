// How often a request is decided until nothing it needs is missing: what is needed is loaded beforehand, and together.
import { describe, expect, it } from 'vitest';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { commitRequest, type ServiceContext } from '#service/commit-request.ts';
import { createService } from '#service/create-service.ts';
import { queryState } from '#service/load.ts';
import type { Store } from '#service/ports.ts';
import { readMail } from '#service/process-mail.ts';
import { inboxMail, lab, mail, type Received } from './lab.ts';
import { testPorts, testSettings } from './ports.ts';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';
const BOARD = { game: 'nex', number: 101 };

/** A service with two players and a running board, and what a mail to it costs. */
async function table(): Promise<{
  readonly board: Received;
  readonly decisions: (raw: string) => Promise<number>;
  /** The keys of every reading of the store since it was last asked. */
  readonly readings: () => readonly (readonly DocumentKey[])[];
  readonly context: ServiceContext;
}> {
  const service = lab();
  for (const from of [ALICE, BOB]) await service.write(from, `signup ${from.split('@')[0]!} secret`);
  const sent = await service.write(ALICE, 'nex challenge -size=5 alice bob');
  const readings: (readonly DocumentKey[])[] = [];
  const store: Store = {
    ...service.store,
    read: keys => {
      readings.push(keys);
      return service.store.read(keys);
    },
  };
  const { context } = createService(testPorts({ store }), testSettings());
  return {
    readings: () => readings.splice(0),
    context,
    board: sent.find(({ to }) => to.includes(ALICE))!,
    decisions: async raw => {
      const { mail: incoming, text } = await readMail(inboxMail(raw, '1'), context);
      const request = { kind: 'mail', mail: incoming, text, unread: null } as const;
      return (await commitRequest(request, `test:${raw}`, context))!.decisions;
    },
  };
}

describe('a mail is decided', () => {
  it('once or twice when it is a reply', async () => {
    const { board, decisions } = await table();
    const reply = (body: string): string =>
      mail({ from: ALICE, subject: `Re: ${board.subject}`, body, replyTo: board });
    expect(await decisions(reply('b3,a3\n\nWell met, and good luck!\nA second line of prose.'))).toBeLessThanOrEqual(2);
    expect(await decisions(reply('e9,e9'))).toBeLessThanOrEqual(2);
    expect(await decisions(reply('resign'))).toBeLessThanOrEqual(2);
  });

  it('at most three times when it is a challenge', async () => {
    const { decisions } = await table();
    const challenge = (names: string): string => mail({ from: ALICE, subject: `nex challenge -size=4 ${names}` });
    for (const names of ['alice bob', 'alice robot', 'me nobody@else.test', 'alice nobody'])
      expect(await decisions(challenge(names)), names).toBeLessThanOrEqual(3);
  });

  it('a few times more where it has a password in it, or fifty lines about fifty boards and players', async () => {
    const { decisions } = await table();
    expect(
      await decisions(mail({ from: 'x@else.test', subject: 'nex move 101 alice secret b3,a3' })),
    ).toBeLessThanOrEqual(5);
    const lines = Array.from({ length: 50 }, (_, n) => `nex show ${102 + n}\n`).join('');
    expect(await decisions(mail({ from: ALICE, subject: 'multiple', body: lines }))).toBeLessThanOrEqual(4);
    const names = Array.from({ length: 25 }, (_, n) => `nex move ${200 + n} player${n} word b3,a3\n`).join('');
    expect(await decisions(mail({ from: ALICE, subject: 'multiple', body: names }))).toBeLessThanOrEqual(4);
  });

  it('at most three times when it seeks somebody to play with', async () => {
    const { decisions } = await table();
    expect(await decisions(mail({ from: ALICE, subject: 'nex seek' }))).toBeLessThanOrEqual(3);
    expect(await decisions(mail({ from: BOB, subject: 'nex seek' }))).toBeLessThanOrEqual(3);
  });

  it('once more for every doubling of the boards it opens', async () => {
    const { decisions } = await table();
    const lines = Array.from({ length: 4 }, () => 'nex challenge -size=4 alice bob\n').join('');
    expect(await decisions(mail({ from: ALICE, subject: 'multiple', body: lines }))).toBeLessThanOrEqual(5);
  });
});

describe('the store', () => {
  it('is never asked for nothing', async () => {
    const { decisions, readings } = await table();
    await decisions(mail({ from: ALICE, subject: 'nex seek' }));
    await decisions(mail({ from: ALICE, subject: 'help' }));
    expect(readings().map(keys => keys.length)).not.toContain(0);
  });

  it('is asked for the next board alone when one is opened', async () => {
    const { decisions, readings } = await table();
    await decisions(mail({ from: ALICE, subject: 'nex challenge -size=4 alice bob' }));
    const boards = readings().flatMap(keys => keys.filter(key => key.startsWith('match/')));
    expect(new Set(boards)).toEqual(new Set(['match/nex/101', 'match/nex/102']));
  });

  it('is asked by pages for no quotas and no subscribers', async () => {
    const { context, readings } = await table();
    await queryState(context.store, context, state => state.account('alice') !== null && state.match(BOARD) !== null);
    expect(new Set(readings().flat())).toEqual(new Set(['account/alice', 'match/nex/101', 'account/bob']));
  });
});
