// Subjects of mails in Portuguese are in Portuguese, but for boards, whose Subjects are read again.
import { describe, expect, it } from 'vitest';
import { isOwnNote } from '#core/board/board-in-subject.ts';
import { stripReplyPrefixes } from '#core/kernel/words.ts';
import { clubOf } from '#test/service/lab.ts';

const LINES: readonly string[] = [
  ...[
    'qualquer coisa',
    'help',
    'help time',
    'games',
    'games bob',
    'hex games',
    'hex history',
    'hex standings',
    'stats',
  ],
  ...[
    'hex who',
    'who',
    'friends',
    'year',
    'set',
    'privacy',
    'hex seek',
    'seek list',
    'tournament list',
    'hex challenge ana ninguem',
    'export',
  ],
  ...['change password segredo1', 'nex move 999 a1', 'hex show 999', 'signoff forget'],
];

const ENGLISH = /\b(?:list of|your|the|of|in one mail|found|invalid|standings|who plays|what|record|open|done|games|error|seek|is|confirm|forget|shall|account|settings|could)\b/i; // prettier-ignore

describe('the Subject of the answer to', () => {
  it.each(LINES)('`%s` is Portuguese, and a reply to it is no command', async line => {
    const { club, send } = await clubOf(['ana', 'bob']);
    await send('ana', 'set language=pt');
    const received = await send('ana', line);
    const own = received.filter(({ to }) => to.includes('ana@example.test'));
    expect(own.length).toBeGreaterThan(0);
    for (const { subject } of own) {
      expect(subject.replace(/^nexpost: /, '')).not.toMatch(ENGLISH);
      expect(isOwnNote(stripReplyPrefixes(`Re: ${subject}`))).toBe(true);
    }
    const [first] = own;
    const replyTo = first!;
    const subject = `Re: ${replyTo.subject}`;
    const answers = await club.deliver({ from: 'ana@example.test', subject, body: 'games', replyTo });
    expect(answers.map(each => each.subject)).toEqual(['nexpost: os teus jogos']);
  });
});

it('a message is answered to its writer, whichever language its Subject is in', async () => {
  const { club, send } = await clubOf(['ana', 'bob']);
  await send('ana', 'set language=pt');
  const [got] = (await send('bob', 'message ana', 'hello')).filter(({ to }) => to.includes('ana@example.test'));
  const replyTo = got!;
  expect(replyTo.subject).toBe('Mensagem de bob');
  const subject = `Re: ${replyTo.subject}`;
  const answers = await club.deliver({ from: 'ana@example.test', subject, body: 'olá, bob', replyTo });
  expect(answers.find(({ to }) => to.includes('bob@example.test'))?.subject).toBe('Message from ana');
});
