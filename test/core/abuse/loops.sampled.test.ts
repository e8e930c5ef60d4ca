// People always get an answer, and programs that answer our mails stop within eight of them.
import { describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { must } from '#games/kit/assert.ts';
import { sample } from '#test/sample.ts';
import { lab, type Lab, type Letterhead, type Received } from '#test/service/lab.ts';
import { ALICE, BOB, HOUR_MS, signedUp, subjects } from './attack.ts';

const MINUTE_MS = 60_000;
const MOST_ANSWERS = 8;

/** What a responder writes to a mail of ours, for the nth time. */
type Responder = (mail: Received, n: number) => Omit<Letterhead, 'from'>;

const quoted = (text: string): string => text.replace(/^/gm, '> ');

const RESPONDERS: Readonly<Record<string, Responder>> = {
  'with the same text': mail => ({ subject: `Re: ${mail.subject}`, body: 'Thank you for your mail.', replyTo: mail }),
  'with the same text and no word of what it answers': mail => ({
    subject: `Re: ${mail.subject}`,
    body: 'Thank you for your mail.',
  }),
  'with a Subject of its own': () => ({ subject: 'We have got your mail', body: 'Thank you for your mail.' }),
  'with nothing but the Subject': mail => ({ subject: `AW: ${mail.subject}`, replyTo: mail }),
  'quoting us': mail => ({
    subject: `Re: ${mail.subject}`,
    body: `I am away until Monday.\n\nOn Monday, games wrote:\n${quoted(mail.text)}`,
    replyTo: mail,
  }),
  'with our text under its own': mail => ({
    subject: `Re: ${mail.subject}`,
    body: `I am away until Monday.\n\n${mail.text}`,
    replyTo: mail,
  }),
  'with our text alone': mail => ({ subject: `Re: ${mail.subject}`, body: mail.text, replyTo: mail }),
  'with a ticket number': (mail, n) => ({
    subject: `[Ticket #${4711 + n}] Re: ${mail.subject}`,
    body: `Your request ${4711 + n} has been received.\n\nRef: AB-${n}F${n * 7}`,
    replyTo: mail,
  }),
  'with a number in its Subject alone': (_, n) => ({ subject: `Case ${n}: your mail`, body: 'We will call you.' }),
  'with a command': mail => ({ subject: `Re: ${mail.subject}`, body: 'help', replyTo: mail }),
  'with a command and a number': (mail, n) => ({ subject: `Re: ${mail.subject}`, body: `show ${n}`, replyTo: mail }),
  'with the time of day': (mail, n) => ({
    subject: `Re: ${mail.subject}`,
    body: `Received at ${String(n).padStart(2, '0')}:12:${10 + n}.`,
    replyTo: mail,
  }),
};

interface Loop {
  readonly respond: Responder;
  readonly waits: number;
  readonly unproved?: boolean;
}

/** Lets the responder answer until we are silent; how many of its mails we answered. */
async function turns(
  service: Lab,
  first: Received | undefined,
  { respond, waits, unproved = false }: Loop,
): Promise<number> {
  let answers = 0;
  let mail = first;
  for (let n = 1; mail !== undefined && n < 40; n++) {
    service.pass(waits);
    const from = mail.to[0] ?? '';
    const received = await service.deliver({ ...respond(mail, n), from, unproved });
    mail = received.find(({ to }) => to.includes(from));
    answers += mail === undefined ? 0 : 1;
  }
  return answers;
}

/** What begins a loop, how long the responder takes, and whether the mail server vouches for it. */
const BEGINNINGS: readonly (readonly [string, number, boolean])[] = [
  ['hello there', 0, false],
  ['help commands', MINUTE_MS, false],
  ['nex show 101', 0, true],
  ['nex move 101 z9', MINUTE_MS, false],
  ['nex challenge -size=3 me bob', MINUTE_MS, true],
];

describe.each(Object.entries(RESPONDERS))('a responder that answers us %s', (_, respond) => {
  it('stops within eight answers', async () => {
    const counts: number[] = [];
    for (const [subject, waits, unproved] of sample(BEGINNINGS, 2)) {
      const service = lab();
      await signedUp(service, 'alice', 'bob');
      await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 me bob' });
      const [first] = await service.deliver({ from: ALICE, subject });
      counts.push(await turns(service, first, { respond, waits, unproved }));
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_ANSWERS);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('stops where nobody has an account', async () => {
    for (const unproved of [false, true]) {
      const service = lab();
      const [first] = await service.deliver({ from: 'desk@x.test', subject: 'hello there', unproved });
      expect(await turns(service, first, { respond, waits: MINUTE_MS, unproved })).toBeLessThanOrEqual(MOST_ANSWERS);
    }
  });
});

/** Without a command, which a person may send to every board, and with a sign that it is a reply. */
const REPLYING = Object.entries(RESPONDERS).filter(([name]) => !/command|Subject of its own|Subject alone/.test(name));

it.each(REPLYING)('a responder %s gets eight answers a day, however often we write', async (_, respond) => {
  const service = lab();
  await signedUp(service, 'alice', 'bob');
  let answers = 0;
  for (let hour = 0; hour < 15; hour++) {
    service.pass(HOUR_MS + MINUTE_MS);
    // Alice plays on while her responder runs.
    const received = await service.deliver({ from: ALICE, subject: `nex challenge -size=3 me bob` });
    const first = received.find(({ to }) => to.includes(ALICE));
    answers += await turns(service, first, { respond, waits: MINUTE_MS });
    await service.deliver({ from: BOB, subject: `nex resign ${101 + hour}` });
  }
  expect(answers).toBeLessThanOrEqual(MOST_ANSWERS);
});

describe('a person', () => {
  const TRIES = [
    ...['I want to play', 'play', 'play hex', 'play a game of hex', 'new game', 'start a game', 'hex please'],
    ...['ready when you are', 'anybody there?', 'let me in', 'game', 'why no answer'],
  ];

  it('who writes what is no command gets an answer every hour', async () => {
    const service = lab();
    const answered = new Set<number>();
    let mails = 0;
    for (let minute = 0; minute < 12 * 60; minute += 7) {
      const subject = TRIES[mails % TRIES.length] ?? '';
      mails += 1;
      const received = await service.deliver({ from: 'nina@example.test', subject });
      expect(received.map(each => each.text).join('\n')).not.toMatch(/program answering|are you a program/i);
      if (received.length > 0) answered.add(Math.floor(minute / 60));
      service.pass(7 * MINUTE_MS);
    }
    expect(answered.size).toBe(12);
  });

  it('is told how to begin, and when the next answer comes, before one is left out', async () => {
    const service = lab();
    const received: Received[] = [];
    for (const subject of TRIES) received.push(...(await service.deliver({ from: 'nina@example.test', subject })));
    const last = received.at(-1);
    expect(last?.subject).toBe('nexpost in one mail');
    expect(last?.text).toContain('signup yourname');
    expect(last?.text).toMatch(/answer\s+one\s+such\s+mail\s+an\s+hour/);
    expect(last?.text).toMatch(/and\s+a\s+command\s+at\s+once/);
    expect(received.length).toBe(limits.idleMails + 1);
    service.pass(HOUR_MS);
    const [later] = await service.deliver({ from: 'nina@example.test', subject: 'anybody there?' });
    expect(later?.subject).toBe('nexpost in one mail');
  });

  it('is answered at once after any number of such mails, when it is a command', async () => {
    const service = lab();
    for (const subject of [...TRIES, ...TRIES]) await service.deliver({ from: 'nina@example.test', subject });
    const [welcome] = await service.deliver({ from: 'nina@example.test', subject: 'signup nina' });
    expect(welcome?.text).toContain('nina');
    expect((await service.deliver({ from: 'nina@example.test', subject: 'help nex' })).length).toBe(1);
  });

  it.each([
    ['help', 'nexpost in one mail'],
    ['games', 'List of your games'],
  ])('who sends `%s` again and again gets it every hour', async (subject, answer) => {
    const service = lab();
    await signedUp(service, 'alice');
    for (let hour = 0; hour < 26; hour++) {
      const answers = [];
      for (let n = 0; n < 10; n++) {
        answers.push(...(await service.deliver({ from: ALICE, subject })));
        service.pass(6 * MINUTE_MS);
      }
      expect(answers.map(each => each.subject)).toContain(answer);
    }
  });

  it('who replies in prose to a board gets the board every hour', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    const [board] = await service.deliver({ from: ALICE, subject: 'nex challenge -size=3 me bob' });
    const replyTo = must(board, 'a board');
    for (let hour = 0; hour < 12; hour++) {
      const received: Received[] = [];
      for (const words of TRIES) {
        const body = `${words}, hour ${'x'.repeat(hour)}`;
        received.push(...(await service.deliver({ from: ALICE, subject: `Re: ${replyTo.subject}`, body, replyTo })));
      }
      expect(received.length, `hour ${hour}`).toBeGreaterThan(0);
      expect(received[0]?.subject).toContain('Nex Board 101');
      service.pass(HOUR_MS);
    }
  });

  it('who replies with the same words as before gets an answer to others', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    const replyTo = must((await service.deliver({ from: ALICE, subject: 'hello' }))[0], 'an answer');
    for (let n = 0; n < 20; n++)
      await service.deliver({ from: ALICE, subject: 'Re: nexpost', body: 'I want to play', replyTo });
    service.pass(HOUR_MS);
    expect((await service.deliver({ from: ALICE, subject: 'Re: nexpost', body: 'please', replyTo })).length).toBe(1);
  });

  it('is not silenced by the responder of the same mailbox', async () => {
    const service = lab();
    await signedUp(service, 'alice', 'bob');
    const [first] = await service.deliver({ from: ALICE, subject: 'hello' });
    const respond: Responder = mail => ({ subject: `Re: ${mail.subject}`, body: 'I am away.', replyTo: mail });
    await turns(service, first, { respond, waits: MINUTE_MS });
    service.pass(HOUR_MS);
    expect((await service.deliver({ from: ALICE, subject: 'hello again' })).length).toBe(1);
    expect(subjects(await service.deliver({ from: ALICE, subject: 'games' }))).toEqual([
      `${ALICE}: List of your games`,
    ]);
  });

  it('is not silenced by a thousand addresses that answer us', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    const respond: Responder = mail => ({ subject: `Re: ${mail.subject}`, body: 'I am away.', replyTo: mail });
    for (let n = 0; n < 100; n++) {
      const unproved = n % 2 === 0;
      const from = n % 4 === 0 ? `alice+${n}@example.test` : `v${n}@evil.test`;
      const [first] = await service.deliver({ from, subject: 'hello', unproved });
      expect(await turns(service, first, { respond, waits: 0, unproved })).toBeLessThanOrEqual(MOST_ANSWERS);
    }
    for (const from of [ALICE, 'nina@example.test'])
      expect((await service.deliver({ from, subject: 'I want to play' })).length).toBe(1);
  });
});
