// Parses the fragment of the page, which is never sent to a server: open mailboxes, a begun mail.
import type { ShownMail, WrittenMail } from '#trial/inbox/shapes.ts';

interface PageAddress {
  readonly names: readonly string[];
  /** The writer and the mail that was begun. null: none. */
  readonly begun: { readonly name: string; readonly draft: WrittenMail } | null;
  /** A command that a page of the site wants to be sent. `notBy`: the mailbox of the player that it is about. '': none. null: no command. */
  readonly wish: { readonly command: string; readonly notBy: string } | null;
}

export function parsePageAddress(fragment: string): PageAddress {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const name = fields.get('write');
  const command = fields.get('play');
  const readField = (key: string): string => fields.get(key) ?? '';
  return {
    names: fields.getAll('as'),
    wish: command === null ? null : { command, notBy: fields.get('not') ?? '' },
    begun:
      name === null
        ? null
        : {
            name,
            draft: { to: readField('to'), subject: readField('subject'), text: readField('text'), answers: null },
          },
  };
}

export const fragmentOf = (names: readonly string[]): string =>
  names.length === 0 ? '' : `#${new URLSearchParams(names.map((name): [string, string] => ['as', name])).toString()}`;

/** `Alice@Example.test ` → `alice`: the mailbox meant by what was typed as a name. */
export const nameIn = (typed: string): string => typed.trim().toLowerCase().split('@')[0] ?? '';

/** Characters. The service reads only what is above a quote. */
const MAX_QUOTED_LENGTH = 20_000;

/** Begins the answer to a mail. The quote is below empty lines for the answer. `attribution`: the line above the quote, `On …, … wrote:`. */
export function replyTo({ uid, replyTo: to, subject, text }: ShownMail, attribution: string): WrittenMail {
  const lines = text.slice(0, MAX_QUOTED_LENGTH).replace(/\r\n?/g, '\n').trimEnd().split('\n');
  const quote = lines.map(line => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`)).join('\n');
  return {
    to,
    subject: /^\s*re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: `\n\n${attribution}\n${quote}\n`,
    answers: uid,
  };
}
