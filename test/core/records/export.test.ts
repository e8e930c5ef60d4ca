// `export`: what is in the file, what a player with more games than a mail carries gets, once a day; and what result mails bring.
import { unzipSync } from 'fflate';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { parseRecord } from '#cli/shell/game-file.ts';
import { limits } from '#core/kernel/limits.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { setupOf } from '#test/conformance/game.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';

const [alice, bob] = ['alice@example.test', 'bob@example.test'];

async function attached({ raw }: Received): Promise<ReadonlyMap<string, Buffer>> {
  const { attachments } = await simpleParser(raw);
  return new Map(attachments.map(({ filename = '', content }) => [filename, content]));
}

async function club(): Promise<Lab> {
  const service = lab();
  for (const [from, subject] of [
    [alice, 'signup alice'],
    [bob, 'signup bob'],
  ] as const)
    await service.write(from, subject);
  return service;
}

/** Stores finished boards of alice and bob, each an hour after the one before. `additions`: entries before the last one. */
async function history(
  service: Lab,
  game: string,
  numbers: readonly number[],
  since: number,
  additions = 0,
): Promise<void> {
  const addition = { kind: 'addtime', by: null, days: 1, at: since } as const;
  const boards = numbers.map((number, index): Match => ({
    ...{ game, number, setup: setupOf(findGame(game)!, [['size', '3']]), swap: false, challenger: 'alice' },
    players: ['alice', 'bob'].map(userid => ({ kind: 'account', userid })),
    record: [
      ...Array.from({ length: additions }, () => addition),
      { kind: 'retire', seat: 0, why: 'resigned', at: since + index * 3_600_000 },
    ],
    ...{ state: 'over', comment: null, threads: [null, null], opened: since + index * 3_600_000 },
  }));
  const documents = new Map(boards.map(board => [`match/${game}/${board.number}` as DocumentKey, board]));
  await service.store.commit({ cause: `history ${game}`, expect: new Map(), documents, outgoing: [], at: since });
}

const numbersFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

describe('export', () => {
  it('sends the newest games, and says how the older ones come', async () => {
    const service = await club();
    const most = limits.gamesExported;
    await history(service, 'nex', numbersFrom(101, most), service.now() - 5_000 * 3_600_000);
    await history(service, 'hex', numbersFrom(101, 10), service.now() - 1_000 * 3_600_000);
    const [answer] = await service.write(alice, 'export');
    expect(answer?.to).toEqual([alice]);
    const zip = (await attached(answer!)).get('nexpost-alice.zip');
    const files = unzipSync(zip!);
    const records = Object.keys(files).filter(name => name.endsWith('.json'));
    expect(records).toHaveLength(most);
    // All of Hex are newer than all of Nex.
    expect(records.filter(name => name.startsWith('hex/'))).toHaveLength(10);
    expect(files['nex/nex-110.json']).toBeUndefined();
    expect(files['nex/nex-111.json']).toBeDefined();
    expect(answer?.text).toContain('export nex 110\n');
    expect(answer?.text).not.toContain('export hex');
    for (const name of records) expect(parseRecord(Buffer.from(files[name]!).toString())).toMatchObject({ ok: true });
  });

  it('sends no more games than have the most entries together, but one in any case, since each is replayed', async () => {
    const service = await club();
    await history(service, 'nex', numbersFrom(101, 4), service.now() - 1_000 * 3_600_000, limits.entriesExported / 2);
    await history(service, 'hex', [101], service.now() - 3_600_000, limits.entriesExported);
    const filesOf = async (subject: string): Promise<readonly string[]> => {
      const [answer] = await service.write(alice, subject);
      service.pass(25 * 3_600_000);
      const files = unzipSync((await attached(answer!)).get('nexpost-alice.zip')!);
      return [...Object.keys(files), ...answer!.text.split('\n').filter(line => line.includes('export '))];
    };
    expect(await filesOf('export')).toEqual(['hex/hex-101.sgf', 'hex/hex-101.json', '   export nex 104']);
    expect(await filesOf('export nex')).toEqual(['nex/nex-104.json', '   export nex 103']);
  });

  it('goes out once a day', async () => {
    const service = await club();
    await history(service, 'nex', numbersFrom(101, 3), service.now() - 3_600_000);
    const ask = (subject: string): Promise<readonly Received[]> => service.write(alice, subject);
    expect((await ask('export nex 102'))[0]?.text).toContain('holds 2 games');
    expect((await ask('export'))[0]?.text).toContain('a day');
    service.pass(25 * 3_600_000);
    expect((await ask('export'))[0]?.subject).toBe('nexpost: your games');
  });

  it('is for who is proved', async () => {
    const service = await club();
    const [answer] = await service.deliver({ from: alice, subject: 'export', unproved: true });
    expect(answer?.subject).toBe('Did you send this mail to nexpost?');
  });
});

describe('the mail that tells the result', () => {
  it('brings the files of the game, but to a chat', async () => {
    const service = await club();
    await service.write(bob, 'set mail=chat');
    await service.write(alice, 'hex challenge -size=3 alice bob');
    await service.write(alice, 'hex move 101 b2');
    await service.write(bob, 'hex move 101 a3');
    const told = await service.write(alice, 'hex resign 101');
    const [toAlice, toBob] = [alice, bob].map(address => told.find(({ to }) => to.includes(address)));
    const files = await attached(toAlice!);
    expect([...files.keys()].filter(name => name.startsWith('hex'))).toEqual(['hex-101.sgf', 'hex-101.json', 'hex-101.proof.json']); // prettier-ignore
    expect(parseRecord(files.get('hex-101.json')!.toString())).toMatchObject({ ok: true, value: { board: 101 } });
    expect([...(await attached(toBob!)).keys()].filter(name => name.startsWith('hex'))).toEqual([]);
    const [asked] = await service.write(bob, 'hex record 101');
    expect([...(await attached(asked!)).keys()]).toContain('hex-101.json');
  });
});
