// Four at a board of Nexos: what some of them agree on, and boards as they were when somebody has given up meanwhile.
import { beforeEach, describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { matchStateOf } from '#core/board/match.ts';
import type { MatchState } from '#core/board/match-state.ts';
import type { Match } from '#core/board/match-document.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { type Lab, lab, type Received } from '../service/lab.ts';

const NAMES = ['alice', 'bob', 'carol', 'dave'] as const;
const KEY = 'match/nexos/101';

let service: Lab;

const write = (name: string, subject: string): Promise<readonly Received[]> => service.write(name, subject);
const says = (mails: readonly Received[], name: string): string =>
  (mails.find(({ to }) => to.includes(`${name}@example.test`))?.text ?? '').replace(/\s+/g, ' ');

const match = async (): Promise<Match> => (await service.store.read([KEY])).documents.get(KEY) as Match;
const standing = async (): Promise<MatchState> => matchStateOf(findGame('nexos')!, await match());

beforeEach(async () => {
  service = lab();
  for (const name of NAMES) await write(name, `signup ${name}`);
  await write('alice', 'nexos challenge -players=4 alice bob carol dave');
  await write('alice', 'nexos move 101 e20');
  await write('bob', 'nexos move 101 u20');
});

describe('a proposal among four', () => {
  it('waits for everybody, and every answer is told to all', async () => {
    await write('bob', 'nexos undo 101');
    const mails = await write('dave', 'nexos accept 101');
    for (const name of NAMES)
      expect(says(mails, name)).toContain(name === 'dave' ? 'You agree to the undo.' : 'dave agrees to the undo.');
    expect(says(mails, 'dave')).toContain('Still to answer: alice and carol.');
    expect(says(mails, 'bob')).toContain('It lapses if somebody moves before alice and carol answer.');
    expect(says(mails, 'alice')).toContain('Still to answer as well: carol.');
    expect(says(mails, 'carol')).toContain('reply `accept` or `reject`');
    expect(says(mails, 'dave')).not.toContain('reply `accept`');
    await write('alice', 'nexos accept 101');
    expect((await standing()).plies).toHaveLength(2);
    await write('carol', 'nexos accept 101');
    expect((await standing()).plies).toHaveLength(1);
  });

  it('falls with one no, also of somebody who has said yes, or of whoever made it', async () => {
    for (const name of ['alice', 'dave', 'bob']) {
      await write('bob', 'nexos draw 101');
      await write('alice', 'nexos accept 101');
      expect(says(await write(name, 'nexos reject 101'), 'carol')).toMatch(/declines the draw|no longer offers a draw/);
      expect((await standing()).proposal).toBeNull();
      await write(name === 'dave' ? 'dave' : 'carol', `nexos move 101 ${name === 'dave' ? 'e6' : 'u6'}`);
    }
  });

  it('lapses when somebody gives up, by resigning or by leaving', async () => {
    await write('bob', 'nexos draw 101');
    await write('carol', 'nexos accept 101');
    await write('bob', 'nexos resign 101');
    expect((await standing()).proposal).toBeNull();
    await write('alice', 'nexos draw 101');
    await write('carol', 'nexos move 101 u6');
    await write('carol', 'nexos draw 101');
    await write('alice', 'signoff alice');
    expect((await standing()).proposal).not.toBeNull();
    await service.live(8 * DAY_MS);
    expect((await standing()).proposal).toBeNull();
    expect(says(await write('carol', 'nexos draw 101'), 'carol')).toContain(
      'It lapses if somebody moves before dave answers.',
    );
    await write('dave', 'nexos accept 101');
    const { outcome } = await standing();
    expect([outcome?.reason, outcome?.ranks]).toEqual(['agreed', [3, 3, 1, 1]]);
  });

  it('needs nothing of whoever has given up', async () => {
    await write('bob', 'nexos resign 101');
    expect(says(await write('bob', 'nexos draw 101'), 'bob')).toContain('you have already given up Nexos board 101.');
    for (const name of ['alice', 'carol']) await write(name, `nexos ${name === 'alice' ? 'draw' : 'accept'} 101`);
    const [, , , result] = await write('dave', 'nexos accept 101');
    expect(result?.text).toContain('Nexos board 101 is a draw (by agreement).');
    expect((await standing()).outcome?.ranks).toEqual([1, 4, 1, 1]);
    expect((await match()).state).toBe('over');
  });

  it('takes back nothing from before somebody gave up', async () => {
    await write('carol', 'nexos move 101 u6');
    await write('alice', 'nexos resign 101');
    expect(says(await write('carol', 'nexos undo 101'), 'carol')).toContain(
      'a player has resigned since your last move',
    );
  });
});

describe('a board as it was', () => {
  beforeEach(async () => {
    await write('bob', 'nexos resign 101');
    await write('carol', 'nexos move 101 u6');
    await write('dave', 'nexos move 101 e6');
    await write('alice', 'nexos move 101 e19-e17-g17');
    await write('carol', 'nexos move 101 u7-u9-s9');
  });

  it.each([1, 2, 3, 4, 5, 6])('after move %d is shown, though a player gave up after the second', async ply => {
    const [shown] = await write('dave', `nexos show 101#${ply}`);
    expect(shown?.text).toContain(`Nexos board 101 after move ${ply} of 6.`);
    expect(shown?.text.includes('Yellow has resigned.')).toBe(ply > 2);
  });

  it('knows a move that was played twice', async () => {
    const [again] = await write('carol', 'nexos move 101 u7-u9-s9#6');
    expect(again?.text.replace(/\s+/g, ' ')).toContain('as move 6. It was played only once.');
  });
});
