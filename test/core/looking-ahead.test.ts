// Looking ahead leaves the board alone, a move in two steps is of one position alone, and what a player notes stays theirs.
import { beforeEach, describe, expect, it } from 'vitest';
import { findGame, games } from '#games/registry/index.ts';
import { matchStateOf } from '#core/board/match.ts';
import { findFault } from '#core/board/summary.ts';
import { commands } from '#core/features.ts';
import type { Match } from '#core/board/match-document.ts';
import { scopeOf } from '#core/language/command.ts';
import { type Lab, lab, type Received } from '../service/lab.ts';

const [ALICE, BOB, CAROL] = ['alice@example.test', 'bob@example.test', 'carol@example.test'] as const;

let service: Lab;

const write = (from: string, subject: string, body = ''): Promise<readonly Received[]> =>
  service.write(from, subject, body);

const reply = (from: string, body: string, replyTo: Received): Promise<readonly Received[]> =>
  service.deliver({ from, subject: `Re: ${replyTo.subject}`, body, replyTo });

const match = async (number = 101): Promise<Match> => {
  const key = `match/hex/${number}` as const;
  return (await service.store.read([key])).documents.get(key) as Match;
};

const moves = async (number = 101): Promise<readonly string[]> =>
  matchStateOf(findGame('hex')!, await match(number)).plies.map(({ text }) => text);

beforeEach(async () => {
  service = lab();
  for (const name of ['alice', 'bob', 'carol']) await write(`${name}@example.test`, `signup ${name}`);
  await write(ALICE, 'hex challenge -size=4 alice bob');
});

describe('a preview', () => {
  it('changes nothing of the board, whoever asks', async () => {
    await write(ALICE, 'hex move 101 b3');
    const before = await match();
    for (const from of [ALICE, BOB, CAROL, 'stranger@example.test'])
      expect((await write(from, 'hex preview 101#0 a1 b2 c3')).map(({ subject }) => subject)).toEqual([
        'Hex Board 101 Preview',
      ]);
    expect({ ...(await match()), threads: [] }).toEqual({ ...before, threads: [] });
  });

  it('can be answered with a move, which is about the board as it stands', async () => {
    const [preview] = await write(ALICE, 'hex preview 101 a1 b2');
    await reply(ALICE, 'd1', preview!);
    expect(await moves()).toEqual(['d1']);
  });

  it('takes no more moves than its limit, nor any behind the end', async () => {
    const [long] = await write(CAROL, `hex preview new -size=19 ${Array.from({ length: 101 }, (_, at) => `${'abcdefghij'[at % 10] ?? ''}${1 + Math.floor(at / 10)}`).join(' ')}`); // prettier-ignore
    expect(long!.text.replace(/\s+/g, ' ')).toContain('at most 100 moves');
    const [over] = await write(CAROL, 'hex preview new -size=2 a1 b2 a2 b1 a1');
    expect(over!.text.replace(/\s+/g, ' ')).toContain('the game would end before a1');
  });

  it('in a reply is a command only with moves behind it', async () => {
    const [, board] = await write(ALICE, 'hex move 101 b3');
    const answers = await reply(BOB, 'c2\npreview of the next: you will lose', board!);
    expect(answers.find(({ to }) => to.includes(ALICE))?.text).toContain('preview of the next: you will lose');
  });
});

describe('a submitted move', () => {
  it('is played once, with the words of both mails, by `yes` as well', async () => {
    const [shown] = await write(ALICE, 'hex submit 101 b3', 'first words');
    const played = await reply(ALICE, 'yes', shown!);
    expect(await moves()).toEqual(['b3']);
    expect(played.find(({ to }) => to.includes(BOB))?.text).toContain('first words');
    const [again] = await write(ALICE, 'hex confirm 101');
    expect(again!.subject).toBe('Hex Board 101 Error');
  });

  it('counts no more when the board has gone on and come back', async () => {
    await write(ALICE, 'hex submit 101 b3');
    await write(ALICE, 'hex move 101 a1');
    await write(ALICE, 'hex undo 101');
    await write(BOB, 'hex accept 101');
    expect(await moves()).toEqual([]);
    await write(ALICE, 'hex confirm 101');
    expect(await moves()).toEqual([]);
  });

  it('is nobody else’s to confirm', async () => {
    await write(ALICE, 'hex submit 101 b3');
    for (const from of [BOB, CAROL]) await write(from, 'hex confirm 101');
    expect(await moves()).toEqual([]);
  });
});

describe('a note', () => {
  it('is in no mail to anybody else, whatever is asked', async () => {
    await write(ALICE, 'hex note 101', 'PLUGH\nXYZZY');
    const lines = commands.flatMap(({ name, usage }) =>
      scopeOf({ usage }) === 'game'
        ? [`hex ${name} 101`, `hex ${name} 101 b3`, `hex ${name} alice`]
        : [name, `${name} alice`],
    );
    const told: Received[] = [];
    for (const line of lines.filter(each => !/signoff|delete|stop|block|reject|resign/.test(each)))
      for (const from of [BOB, CAROL]) told.push(...(await write(from, line, 'hello')));
    const others = told.filter(({ to }) => !to.includes(ALICE));
    expect(others.length).toBeGreaterThan(50);
    expect(others.filter(({ raw }) => /PLUGH|XYZZY/.test(raw))).toEqual([]);
    const own = await write(ALICE, 'hex show 101');
    expect(own[0]!.text).toContain('XYZZY');
    expect(own[0]!.html).toContain('XYZZY');
  });

  it('does not swallow a sentence to the other player', async () => {
    const [board] = await write(ALICE, 'hex show 101');
    const mails = await reply(ALICE, 'b3\nNote that I am away tomorrow.', board!);
    expect(mails.find(({ to }) => to.includes(BOB))?.text).toContain('Note that I am away tomorrow.');
  });

  it('stops no mail to a player whose name every object knows', async () => {
    await write('con@example.test', 'signup constructor');
    await write(ALICE, 'hex challenge -size=4 alice constructor');
    await write(ALICE, 'hex note 102 PLUGH');
    const mails = await write(ALICE, 'hex move 102 b3');
    expect(mails.map(({ to }) => to[0])).toEqual([ALICE, 'con@example.test']);
    const [none] = await write('con@example.test', 'hex note 102');
    expect(none!.subject).toBe('Hex Board 102 Error');
  });

  it('that is too long is refused, and the old one stays', async () => {
    await write(ALICE, 'hex note 101 short');
    const [refusal] = await write(ALICE, 'hex note 101', 'x'.repeat(4_001));
    expect(refusal!.text).toContain('4000');
    expect((await match()).notes).toEqual({ alice: 'short' });
  });
});

describe('a history', () => {
  it('names a board to look at only where one is over', async () => {
    expect((await write(CAROL, 'hex history'))[0]!.text).toBe('No such game has ended yet.\n');
    await write(ALICE, 'hex move 101 b3');
    await write(BOB, 'hex move 101 c1');
    await write(ALICE, 'hex resign 101');
    expect((await write(CAROL, 'hex history'))[0]!.text).toContain('`hex show 101`');
  });
});

describe('a board from another', () => {
  it('is sound for every game, begins its clocks anew and knows who has not moved yet', async () => {
    await write(ALICE, 'hex move 101 b3');
    service.pass(10 * 86_400_000);
    await write(BOB, 'hex move 101 c1');
    await write(BOB, 'hex challenge -from=101#-1 --totaltime=30 --increment=1 bob alice');
    const board = await match(102);
    expect(findFault(games, board)).toBeNull();
    const { turns } = matchStateOf(findGame('hex')!, board);
    expect(turns).toEqual([{ player: 1, begun: service.now(), ended: null, isDone: false, isRestored: false }]);
    await write(ALICE, 'hex move 102 d1');
    await write(BOB, 'hex resign 102');
    expect((await match(102)).state).toBe('removed');
  });

  it('of a board that is over begins only before its end', async () => {
    await write(ALICE, 'hex move 101 b3');
    await write(BOB, 'hex move 101 c1');
    await write(ALICE, 'hex resign 101');
    const [refusal] = await write(ALICE, 'hex challenge -from=101 alice bob');
    expect(refusal!.text.replace(/\s+/g, ' ')).toContain('no game to continue');
    await write(ALICE, 'hex challenge -from=101#1 alice bob');
    expect(await moves(102)).toEqual(['b3']);
  });
});
