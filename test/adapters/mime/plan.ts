// A mail of ours before it is bytes.
import { listTexts } from '#adapters/store/stored-mail.ts';
import type { RawMail } from '#service/ports.ts';
import type { MailPicture, MailPlan } from '#core/writing/mail-plan.ts';

export const PLAN: MailPlan = {
  id: 'abc123',
  from: { address: 'games@example.test', name: 'nexpost' },
  returnPath: 'games@example.test',
  to: [{ address: 'alice@example.test', name: '' }],
  replyTo: { address: 'games+b.nex101.0.6.abcdefghijklmnop@example.test', name: 'nexpost' },
  subject: 'Nex Board 101 bob',
  messageId: '<b.nex101.0.6.abcdefghijklmnop.x1@example.test>',
  inReplyTo: '<m1@client.test>',
  references: ['<m0@client.test>', '<m1@client.test>'],
  autoSubmitted: 'auto-replied',
  priority: 'board',
  charge: 'answer',
  unsubscribe: null,
  language: 'en',
  date: Date.UTC(2026, 10, 21, 10, 2),
  text: "Nex board 101: it is bob's turn (White).\n\n       1  2\n  a\\   .  . >?  \\a\n\n-- no signature\n",
  html: '<p>Nex</p>',
  pictures: [],
  isChat: false,
  files: [],
  board: null,
  receipt: null,
};

/** Shown by this element. */
export const pictureIn = (element: string): MailPicture => ({
  drawing: { width: 1, height: 1, board: { width: 1, height: 1, markup: '' }, marks: [] },
  inHtml: { cid: 'board.x@example.test', darkCid: 'dark.x@example.test', element },
  standIn: '',
});

export const toBytes = (raw: RawMail): Buffer => Buffer.from(listTexts(raw).join(''), 'latin1');
