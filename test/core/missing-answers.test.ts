// Lines that got the wrong answer, or none: links of HTML mails, `preview`, days of a challenge, help with time, lists of tournaments.
import { describe, expect, it } from 'vitest';
import { clubOf, type Received } from '#test/service/lab.ts';

const textOf = (received: readonly Received[]): string => received.map(({ text }) => text).join('\n');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

describe('the links of an HTML mail', () => {
  it('are introduced with `Or` only below a move that was offered', async () => {
    const { send } = await clubOf(['alice', 'bob']);
    const opened = await send('alice', 'hex challenge -size=4 alice bob');
    const htmlTo = (name: string): string => opened.find(({ to }) => to.includes(`${name}@example.test`))?.html ?? '';
    expect(htmlTo('alice')).toContain('Or begin a mail with:');
    expect(htmlTo('bob')).not.toContain('Or begin a mail with:');
    expect(htmlTo('bob')).toContain('Begin a mail with:');
  });

  it('also in Portuguese', async () => {
    const { send } = await clubOf(['alice', 'bob']);
    await send('bob', 'set language=pt');
    const opened = await send('alice', 'hex challenge -size=4 alice bob');
    const html = opened.find(({ to }) => to.includes('bob@example.test'))?.html ?? '';
    expect(html).not.toContain('Ou come');
    expect(html).toContain('Come&#231;a uma mensagem com:');
  });
});

it('`preview` alone is answered with what `preview` does', async () => {
  const { send } = await clubOf(['alice']);
  const text = oneLine(textOf(await send('alice', 'preview')));
  expect(text).toContain('`nex preview 101 b3,a3`');
  expect(text).toContain('`nex preview new -size=9`');
  expect(text).not.toContain('queue');
});

describe('`challenge --days=5`', () => {
  it('gives five days a move, as `seek --days=5` does', async () => {
    const { send } = await clubOf(['alice', 'bob']);
    const text = oneLine(textOf(await send('alice', 'hex challenge -size=4 --days=5 alice bob')));
    expect(text).toContain('You have until 26 November 2026');
    expect(text).toContain('5 days for a move');
  });

  it.each([
    ['--days=0', "--days can't be"],
    ['--days=x', "--days can't be"],
    ['--days=5 --forfeittime=6', 'given once'],
  ])('refuses %s by the name that was typed', async (options, why) => {
    const { send } = await clubOf(['alice', 'bob']);
    const text = oneLine(textOf(await send('alice', `hex challenge -size=4 ${options} alice bob`)));
    expect(text).toContain(why);
    expect(text).toContain('--days=21');
  });
});

describe('`help time`', () => {
  it.each(['help time', 'help clock', 'HELP CLOCKS'])('is answered to `%s`', async line => {
    const { send } = await clubOf(['alice']);
    const [answer] = await send('alice', line);
    expect(answer?.subject).toBe('nexpost: time');
    for (const words of ['--days=5', 'addtime', 'vacation', 'weekends=off', 'timezone', 'reminders', '21 days'])
      expect(oneLine(answer?.text ?? '')).toContain(words);
  });

  it('comes in Portuguese, and `help` names it', async () => {
    const { send } = await clubOf(['alice']);
    expect(textOf(await send('alice', 'help'))).toContain('help time');
    await send('alice', 'set language=pt');
    const text = oneLine(textOf(await send('alice', 'help time')));
    expect(text).toContain('vacation');
    expect(text).toContain('dias');
    expect(textOf(await send('alice', 'help'))).toContain('help time');
  });
});

describe('`tournament list`', () => {
  it('offers no line that would be refused', async () => {
    const { send } = await clubOf(['alice', 'bob']);
    const text = oneLine(textOf(await send('alice', 'tournament list')));
    expect(text).not.toContain('tournament open`');
    expect(text).toContain('10');
    for (let n = 101; n <= 110; n++) {
      await send('alice', 'hex challenge -size=3 alice bob');
      await send('alice', `hex move ${n} b2`);
      await send('bob', `hex move ${n} a1`);
      await send('bob', `hex resign ${n}`);
    }
    const able = oneLine(textOf(await send('alice', 'tournament list')));
    expect(able).toContain('`nex tournament open`');
    await send('alice', 'nex tournament open -size=5');
    const opened = oneLine(textOf(await send('alice', 'tournament list')));
    expect(opened).not.toContain('tournament open`');
    expect(opened).toContain('`tournament enter 1`');
    await send('alice', 'tournament enter 1');
    expect(oneLine(textOf(await send('alice', 'tournament list')))).not.toContain('`tournament enter 1`');
  });
});

describe('pbmserv`s `games … tournament|standard`', () => {
  it('lists the boards of tournaments, or the others', async () => {
    const { club, send } = await clubOf(['alice', 'bob']);
    for (let n = 101; n <= 110; n++) {
      await send('alice', 'hex challenge -size=3 alice bob');
      await send('alice', `hex move ${n} b2`);
      await send('bob', `hex move ${n} a1`);
      await send('bob', `hex resign ${n}`);
    }
    await send('alice', 'hex tournament open -size=3 --entries=2');
    await send('alice', 'tournament enter 1');
    await send('bob', 'tournament enter 1');
    await club.live(3_600_000);
    await send('alice', 'hex challenge -size=3 alice bob');
    const boards = async (line: string): Promise<readonly string[]> =>
      [...textOf(await send('alice', line)).matchAll(/^(?:Hex +)?(1\d\d) /gm), ...textOf(await send('alice', line)).matchAll(/^ +(1\d\d) /gm)].map(([, number = '']) => number); // prettier-ignore
    expect(await boards('hex games tournament')).toEqual(['111']);
    expect(await boards('hex games standard')).toEqual(['112']);
    expect(await boards('hex games alice active tournament')).toEqual(['111']);
    expect(await boards('games all tournament')).toEqual(['111']);
    expect(await boards('games bob standard inactive')).toHaveLength(10);
    expect(await boards('hex games alice tournament inactive')).toEqual([]);
    expect(textOf(await send('alice', 'hex games tournament standard'))).toContain('[tournament|standard]');
  });
});

describe('`previewas`', () => {
  it('is `preview` as one of the player`s own mails, also by userid and password', async () => {
    const { club, send } = await clubOf(['alice', 'bob']);
    await send('bob', 'set view=own mail=text');
    await send('alice', 'hex challenge -size=4 alice bob');
    const [own] = await send('bob', 'hex previewas 101 b2');
    expect(own?.text).toContain('You are White (W)');
    expect(own?.text).toMatch(/B/);
    await send('bob', 'change password secret12');
    const from = 'guest@example.test';
    const elsewhere = await club.deliver({ from, subject: 'hex previewas 101 bob secret12 b2', unproved: true });
    expect(
      elsewhere.some(({ to, text }) => to.includes('bob@example.test') && text.includes('You are White (W)')),
    ).toBe(true);
    const refused = await club.deliver({ from, subject: 'hex previewas 101 b2', unproved: true });
    expect(textOf(refused)).not.toContain('You are White');
    expect(oneLine(textOf(await send('alice', 'hex previewas')))).toContain('hex previewas board');
  });
});
