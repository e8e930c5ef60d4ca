// The mails the pipeline bench feeds: a first move on as many boards, each a reply with the board quoted below.
import { createInbox, type InboxContext } from '#service/inbox.ts';
import { limits } from '#core/kernel/limits.ts';
import type { InboxMail } from '#service/ports.ts';

interface Mail {
  readonly from: string;
  readonly to?: string;
  readonly subject: string;
  readonly id: string;
  readonly body?: string;
}

const raw = ({ from, to = 'games@example.test', subject, id, body = '' }: Mail): Buffer =>
  Buffer.from(
    [
      `Authentication-Results: example.test; auth=pass smtp.auth=${from}`,
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      `Message-ID: <${id}@client.test>`,
      'Date: Sat, 21 Nov 2026 10:00:00 +0000',
      'Content-Type: text/plain; charset=utf-8',
      '',
      body,
    ].join('\r\n'),
  );

/** Opens as many boards as there are mails, and returns a first move for each: a reply with the mail quoted below. `form`: of all mails to players. */
export async function moves(
  parts: InboxContext,
  count: number,
  form: 'text' | 'html' = 'html',
): Promise<readonly Buffer[]> {
  const deliver = async (mail: Buffer): Promise<void> => {
    const delivered: InboxMail = { key: '1', size: mail.length, raw: mail, isWhole: true };
    await createInbox(parts).work([delivered], new AbortController().signal);
  };
  const run = String(performance.now());
  // A player waits with so many boards for another's first move.
  const pairs = Math.ceil(count / limits.boardsUnanswered);
  for (let i = 0; i < pairs; i++)
    for (const name of [`alice${i}`, `bob${i}`]) {
      const from = `${name}@example.test`;
      await deliver(raw({ from, subject: `signup ${name}`, id: `s${name}-${run}` }));
      if (form === 'text') await deliver(raw({ from, subject: 'set mail=text', id: `f${name}-${run}` }));
    }
  const replies: Buffer[] = [];
  for (let i = 0; i < count; i++) {
    const [alice, bob] = [`alice${i % pairs}`, `bob${i % pairs}`];
    const from = `${alice}@example.test`;
    await deliver(raw({ from, subject: `nex challenge -size=11 ${alice} ${bob}`, id: `c${i}-${run}` }));
    const due = await parts.store.dueMail(Date.now() + 1, 100);
    const own = due.find(mail => mail.to.includes(from) && Buffer.from(mail.raw).toString().includes('New Nex Board'));
    const text = Buffer.from(own?.raw ?? []).toString();
    const replyTo = /^Reply-To: .*?<?(games\+[^>\s]+)>?/m.exec(text)?.[1] ?? '';
    const quote = text
      .slice(0, 2_500)
      .split('\r\n')
      .slice(-30)
      .map(line => `> ${line}`)
      .join('\r\n');
    // Another cell on every board, so that no picture is drawn once for many.
    const [row, column] = ['abcdefghij'.charAt(i % 10), (Math.floor(i / 10) % 10) + 1];
    const body = `${row}${column},k${(Math.floor(i / 100) % 10) + 1}\r\n\r\nYour move!\r\n\r\nOn Sat, 21 Nov 2026, nexpost wrote:\r\n${quote}\r\n`;
    replies.push(
      raw({ from, to: replyTo, subject: `Re: New Nex Board ${101 + i} ${alice}`, id: `m${i}-${run}`, body }),
    );
    for (const mail of due) await parts.store.markMail(mail.id, { kind: 'sent' });
  }
  return replies;
}
