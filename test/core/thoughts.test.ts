// Sealed thoughts beside other things: whose board they are on, when they are told, and how many are kept.
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { postFromPage } from '#service/unsubscribe.ts';
import { clubOf, type Lab, type Received } from '../service/lab.ts';

const SECRET = 'cut at the top';

let club: Lab;
let newest: Map<string, Received>;

const keep = (mails: readonly Received[]): readonly Received[] => {
  for (const mail of mails) newest.set(mail.to[0]!.split('@')[0]!, mail);
  return mails;
};
const write = async (from: string, subject: string, body = ''): Promise<readonly Received[]> =>
  keep(await club.write(from, subject, body));
const reply = async (from: string, body: string): Promise<readonly Received[]> =>
  keep(await club.reply(from, newest.get(from)!, body));
const countOf = async (number: number): Promise<number> =>
  (await club.document(`match/hex/${number}`)).thoughts?.length ?? 0;
const flat = ({ text }: Received): string => text.replace(/\s+/g, ' ');
const toldTo = (name: string, mails: readonly Received[]): string =>
  mails.filter(({ to }) => to.includes(`${name}@example.test`)).map(flat).join(' '); // prettier-ignore

beforeEach(async () => {
  newest = new Map();
  ({ club } = await clubOf(['alice', 'bob']));
  await write('alice', 'hex challenge -size=4 alice bob');
  await write('alice', 'hex challenge -size=4 alice bob');
});

describe('the board of a thought', () => {
  it('is the one that the lines name, whatever mail is answered', async () => {
    await reply('alice', `hex move 101 a1\nthinking: ${SECRET}`);
    expect([await countOf(101), await countOf(102)]).toEqual([1, 0]);
  });

  it('is not guessed between two', async () => {
    const mails = await reply('alice', `hex move 101 a1\nhex move 102 a1\nthinking: ${SECRET}`);
    expect([await countOf(101), await countOf(102)]).toEqual([0, 0]);
    expect(mails.map(flat).join(' ')).toContain("I don't know which board");
  });
});

describe('the end of a game', () => {
  const play = async (): Promise<void> => {
    await write('alice', 'hex move 101 a1', `thinking: ${SECRET}`);
    await write('bob', 'hex move 101 b1');
    await write('alice', 'hex move 101 c1');
  };

  it.each([
    ['a resignation', () => write('bob', 'hex resign 101')],
    ['the end of the time', () => club.live(60 * DAY_MS)],
  ])('tells the thoughts: %s', async (_, end) => {
    await play();
    expect(toldTo('bob', await end())).toContain(SECRET);
  });

  it('tells nothing of a player who leaves, neither in words nor in a proof', async () => {
    await play();
    await write('alice', 'signoff forget');
    const mails = [...(await reply('alice', 'yes')), ...(await club.live(10 * DAY_MS))];
    const result = mails.filter(({ to, subject }) => to.includes('bob@example.test') && subject.includes('101'));
    expect(result.map(({ subject }) => subject)).not.toEqual([]);
    const files = result.map(({ raw }) => raw.replace(/(?:[A-Za-z\d+/=]{60,}\r?\n)+/g, encoded => Buffer.from(encoded, 'base64').toString())); // prettier-ignore
    expect(files.join('\n')).not.toContain(SECRET);
  });
});

it('keeps a number of thoughts, and tells the rest why not', async () => {
  for (let count = 0; count < limits.thoughtsKept; count += 20)
    await write('alice', 'multiple', Array.from({ length: 20 }, (_, i) => `hex thinking 101 w${count + i}`).join('\n'));
  expect(await countOf(101)).toBe(limits.thoughtsKept);
  const [refusal] = await write('alice', 'hex thinking 101 one more');
  expect(flat(refusal!)).toContain('I have not kept these');
});

it('is no move on a page: an illegal one is refused there, and nothing is kept', async () => {
  const token = /\+([^@]+)@/.exec(newest.get('alice')!.replyTo)![1]!;
  const post = { token, id: '1', lines: ['z9'], words: `thinking: ${SECRET}` };
  expect(await postFromPage(post, club.context)).not.toBeNull();
  expect(await countOf(102)).toBe(0);
});
