// Begins the answer to a mail: its recipient, its Subject, and the quoted mail.
// The quote is below empty lines for the answer.
import type { ShownMail } from '#trial/inbox/shapes.ts';
import type { BegunLetter } from './page-address.ts';

/** Characters: the service reads what stands above a quote, and people do as well. */
const MAX_QUOTED_LENGTH = 20_000;

/** `attribution`: the line above the quote, `On …, … wrote:`. */
export function replyTo({ uid, replyTo: to, subject, text }: ShownMail, attribution: string): BegunLetter {
  const lines = text.slice(0, MAX_QUOTED_LENGTH).replace(/\r\n?/g, '\n').trimEnd().split('\n');
  const quote = lines.map(line => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`)).join('\n');
  return {
    to,
    subject: /^\s*re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: `\n\n${attribution}\n${quote}\n`,
    answers: uid,
  };
}
