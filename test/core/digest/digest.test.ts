// The digest, lived through by a whole service: who gets one, what a reply to it may do, and what becomes of words that wait.
import { describe, expect, it } from 'vitest';
import type { Account } from '#core/players/account.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { limits } from '#core/kernel/limits.ts';
import { BOB, ALICE, played } from '#test/core/clocks/board.ts';
import { type Lab, lab, mail, type Received, told } from '#test/service/lab.ts';

const accountOf = async ({ store }: Lab, name: string): Promise<Account> =>
  (await store.read([`account/${name}`])).documents.get(`account/${name}`) as Account;

const isDigest = ({ subject }: Received): boolean => /^nexpost: \d+ boards? waits? for you$/.test(subject);

/** Others open boards at which alice is to move: each as many as one may. */
async function challenged(service: Lab, challenge: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const name = `player${Math.floor(index / limits.boardsUnanswered)}`;
    if (index % limits.boardsUnanswered === 0) await service.write(`${name}@example.test`, `signup ${name}`);
    await service.write(`${name}@example.test`, `${challenge} alice ${name}`);
  }
}

/** alice is to move at so many boards, and has a digest. */
async function waiting(count: number): Promise<{ readonly service: Lab; readonly digest: Received }> {
  const service = await played();
  await service.write(ALICE, 'set per=digest mail=text');
  await challenged(service, 'hex challenge -size=4', count - 1);
  const mails = await service.live(DAY_MS);
  expect(mails.map(isDigest)).toEqual([true]);
  return { service, digest: mails[0]! };
}

describe('a digest', () => {
  it('comes once after days in which nothing ran, and not before the mailbox was read', async () => {
    const { service } = await waiting(1);
    service.pass(5 * DAY_MS + 2 * HOUR_MS);
    const mails = await service.live(DAY_MS / 2);
    expect(told(mails.filter(isDigest))).toHaveLength(1);
  });

  it('slows down for a board that waits: every third day after three, and daily when its time runs out', async () => {
    const { service } = await waiting(1);
    const days: number[] = [];
    for (let day = 1; day < 24; day++) if ((await service.live(DAY_MS)).some(isDigest)) days.push(day);
    // On the seventh day a reminder is due.
    expect(days).toEqual([1, 2, 3, 6, 7, 9, 12, 15, 18, 19, 20]);
  });

  it('does not come where everything was answered, and nobody is woken then', async () => {
    const { service } = await waiting(1);
    expect((await accountOf(service, 'alice')).digest?.wake).toBeTypeOf('number');
    await service.write(ALICE, 'nex move 101 b4,a1');
    expect(await service.live(DAY_MS)).toEqual([]);
    expect((await accountOf(service, 'alice')).digest?.wake).toBeNull();
    await service.write(BOB, 'nex resign 101');
    expect(await service.live(2 * DAY_MS)).toEqual([]);
    expect((await accountOf(service, 'alice')).digest?.wake).toBeNull();
    expect((await accountOf(service, 'bob')).digest).toBeUndefined();
  });

  it('shows some boards, and names the others', async () => {
    const { digest } = await waiting(limits.digestBoards + 3);
    expect(digest.subject).toBe(`nexpost: ${limits.digestBoards + 3} boards wait for you`);
    expect(digest.text.match(/^Reply with: /gm)).toHaveLength(limits.digestBoards);
    expect(digest.text.match(/^Hex board \d+: you have until .*/gm)).toHaveLength(3);
  });

  it('keeps below the size at which mail programs cut off', async () => {
    const service = lab();
    await service.write(ALICE, 'signup alice');
    await service.write(ALICE, 'set per=digest');
    await challenged(service, 'nexos challenge', 12);
    const [digest] = (await service.live(DAY_MS)).filter(isDigest);
    expect(digest!.html.length).toBeGreaterThan(20_000);
    expect(digest!.html.length).toBeLessThan(102_000);
    expect(digest!.html).not.toContain('cid:');
    expect(digest!.text.match(/board \d+/g)!.length).toBeGreaterThanOrEqual(12);
  });

  it('offers seeks of its games, each with a link that takes it', async () => {
    const service = await played();
    await service.write(ALICE, 'set per=digest mail=html');
    await service.write('carol@example.test', 'signup carol');
    await service.write('carol@example.test', 'nex seek -size=7');
    const [digest] = (await service.live(DAY_MS)).filter(isDigest);
    expect(digest!.text).toContain('Seek 1: Nex with carol');
    expect(digest!.html).toMatch(/href="mailto:games[^"]*\?subject=take%201&/);
    const mails = await service.deliver({ from: ALICE, subject: 'take 1', body: '', replyTo: digest! });
    expect(mails.some(each => each.subject.startsWith('New Nex Board'))).toBe(true);
  });

  it('is not sent to who has left', async () => {
    const { service } = await waiting(2);
    await service.write(ALICE, 'signoff alice');
    expect((await service.live(9 * DAY_MS)).filter(isDigest)).toEqual([]);
    expect((await accountOf(service, 'alice')).digest?.wake).toBeNull();
  });

  it('leads to what has waited once it is turned off', async () => {
    const { service } = await waiting(2);
    const mails = await service.write(ALICE, 'set per=move');
    expect(told(mails)).toEqual([`${ALICE}: List of your games`, `${ALICE}: nexpost: done`]);
    expect(await service.live(DAY_MS)).toEqual([]);
  });
});

const plain = (from: string, digest: Received, body: string): string =>
  mail({ from, subject: `Re: ${digest.subject}`, body, replyTo: digest, unproved: true });

describe('a reply to a digest', () => {
  it('plays at the boards it names', async () => {
    const { service, digest } = await waiting(2);
    const lines = [...digest.text.matchAll(/^Reply with: (.*)$/gm)].map(found => found[1]);
    expect(lines).toHaveLength(2);
    const mails = await service.deliver(plain(ALICE, digest, lines.join('\n')));
    expect(told(mails).toSorted()).toEqual([
      ...[
        `${ALICE}: Hex Board 101 player0: to move`,
        `${ALICE}: Nex Board 101 bob: to move`,
        `${BOB}: Nex Board 101 bob: your turn`,
      ],
      'player0@example.test: Hex Board 101 player0: your turn',
    ]);
  });

  it('plays nothing once the game has gone on', async () => {
    const { service, digest } = await waiting(2);
    const line = /^Reply with: (nex .*)$/m.exec(digest.text)![1]!;
    await service.write(ALICE, 'nex move 101 b4,a1');
    await service.write(BOB, 'nex move 101 a5,a4');
    const before = (await service.document('match/nex/101')).record;
    const [answer] = await service.deliver(plain(ALICE, digest, line));
    expect(answer!.text).toContain('you wrote this for move 3, but the game has');
    expect((await service.document('match/nex/101')).record).toEqual(before);
  });

  it.each([1, 2])('is not made of the digest itself, of %i boards, come back without marks', async count => {
    const { service, digest } = await waiting(count);
    const before = (await service.document('match/nex/101')).record;
    await service.deliver(plain(ALICE, digest, digest.text));
    await service.deliver(plain(ALICE, digest, `hello\n\n${digest.text}`));
    expect((await service.document('match/nex/101')).record).toEqual(before);
    const mails = await service.deliver(plain(ALICE, digest, `nex move 101 b4,a1\n\n${digest.text}`));
    expect(told(mails)).toEqual(
      [`${BOB}: Nex Board 101 bob: your turn`, `${ALICE}: Nex Board 101 bob: to move`].sort(),
    );
  });

  it('from somebody it was passed on to waits for its reader', async () => {
    const { service, digest } = await waiting(2);
    const mails = await service.deliver(plain('eve@example.test', digest, 'nex move 101 b4,a1'));
    expect(told(mails)).toEqual([`${ALICE}: Did you send this mail to nexpost?`]);
    // Whoever can write From can hold it: so it opens the boards alone.
    const [answer] = await service.deliver(plain(ALICE, digest, 'signoff alice'));
    expect(answer!.text).toContain('signoff');
    expect((await accountOf(service, 'alice')).closed).toBe(false);
  });

  it.each([
    ['digest', 'none', 2],
    ['both', 'move', 1],
  ])('of the button that ends it: per=%s becomes %s', async (per, after, count) => {
    const { service } = await waiting(count);
    await service.write(ALICE, `set per=${per}`);
    const [digest] = (await service.live(DAY_MS)).filter(isDigest);
    const [, to, subject] = /<mailto:(.*)\?subject=(.*)>/.exec(unsubscribe(digest!))!;
    const raw = mail({ from: ALICE, subject: decodeURIComponent(subject!), body: 'Unsubscribe\nnex resign 101', unproved: true }); // prettier-ignore
    await service.deliver(raw.replace('games@example.test', decodeURIComponent(to!)));
    expect((await accountOf(service, 'alice')).settings.per).toBe(after);
    expect((await service.document('match/nex/101')).state).toBe('active');
  });
});

const unsubscribe = ({ raw }: Received): string =>
  (/^List-Unsubscribe:(.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? '').replace(/\r\n[ \t]/g, '');

describe('reminders', () => {
  it('can be ended by a button, but for the last', async () => {
    const service = await played('--nagtime=1 --forfeittime=5');
    const mails = await service.live(5 * DAY_MS - HOUR_MS);
    const [nag, last] = mails;
    expect(mails).toHaveLength(2);
    expect(unsubscribe(last!)).toBe('');
    const [, to, subject] = /<mailto:(.*)\?subject=(.*)>/.exec(unsubscribe(nag!))!;
    expect(decodeURIComponent(subject!)).toBe('set reminders=off');
    const raw = mail({ from: ALICE, subject: decodeURIComponent(subject!), unproved: true });
    await service.deliver(raw.replace('games@example.test', decodeURIComponent(to!)));
    expect((await accountOf(service, 'alice')).settings.reminders).toBe('off');
    await service.write(ALICE, 'nex move 101 b4,a1');
    await service.write(BOB, 'nex move 101 a5,a4');
    expect(told(await service.live(5 * DAY_MS - HOUR_MS))).toEqual([
      `${ALICE}: Reminder: Nex Board 101 alice: your turn`,
    ]);
  });

  it('that are chosen for after the last one are mails of their own', async () => {
    const service = await played('--nagtime=1 --forfeittime=5');
    await service.write(ALICE, 'set per=digest reminders=60h,12h');
    const nags = (await service.live(5 * DAY_MS - HOUR_MS)).filter(({ subject }) => subject.startsWith('Reminder: '));
    expect(nags.map(({ text }) => /: ([^:]*)\.\n/.exec(text.split('\n').slice(1).join('\n'))?.[1])).toEqual([
      ...['1 day', '12 hours'],
    ]);
  });
});

describe('words with moves nobody was mailed', () => {
  const NAMES = ['alice', 'bob', 'carol', 'dave'];
  const wordsIn = ({ text }: Received): readonly string[] => text.match(/word \w+/g) ?? [];

  /** A board of four, alice the last of them; `play` makes the next move, of whoever is to move. */
  async function four(per: string): Promise<{ service: Lab; play: (words: string) => Promise<readonly Received[]> }> {
    const service = lab();
    for (const name of NAMES) await service.write(`${name}@example.test`, `signup ${name}`);
    await service.write(ALICE, `set per=${per} mail=text board=words`);
    let asked = (await service.write(BOB, 'nexos challenge -players=4 bob carol dave alice'))[0]!;
    const play = async (words: string): Promise<readonly Received[]> => {
      const move = /For example:\n\s*([a-z0-9,]+)/.exec(asked.text)![1]!;
      const mails = await service.write(asked.to[0]!, `nexos move 101 ${move}`, words);
      asked = mails.find(({ text }) => text.includes('For example:')) ?? asked;
      return mails;
    };
    return { service, play };
  }

  it('are told all of them, each once, where four play', async () => {
    const { service, play } = await four('digest');
    for (const words of ['word one', 'word two', 'word three'])
      expect((await play(words)).some(({ to }) => to[0] === ALICE)).toBe(false);
    const [digest] = (await service.live(DAY_MS)).filter(isDigest);
    expect(wordsIn(digest!)).toEqual(['word one', 'word two', 'word three']);
    expect((await service.document('match/nexos/101')).unheard).toBeUndefined();
  });

  it('are left out where their reader blocks who wrote them', async () => {
    const service = await played();
    await service.write(BOB, 'set per=none mail=text');
    await service.write(BOB, 'block alice');
    await service.write(ALICE, 'nex move 101 b4,a1', 'word one');
    const mails = await service.write(BOB, 'nex move 101 a5,a4');
    expect(mails.flatMap(wordsIn)).toEqual([]);
  });

  it('come at once when they are many', async () => {
    const { service, play } = await four('none');
    await play('');
    // The others play on, and no turn of hers ends their silence.
    await service.write(ALICE, 'nexos resign 101');
    for (let index = 0; index < limits.wordsHeld; index++)
      expect((await play(`word number${index}`)).some(({ to }) => to[0] === ALICE)).toBe(false);
    const told = (await play('word last')).find(({ to }) => to[0] === ALICE)!;
    expect(wordsIn(told)).toHaveLength(limits.wordsHeld + 1);
    expect((await service.document('match/nexos/101')).unheard).toBeUndefined();
  });
});
