// Links that begin a mail: `mailto:` as mails have it (RFC 6068), and the fragment of the inbox's own address by which its page is told the same.
import { inboxLimits } from './limits.ts';

/** A mail that is begun for somebody, who may send it or not. */
export interface BegunMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** null: it is no such link. What cannot be decoded stays as it is. */
export function mailtoIn(href: string): BegunMail | null {
  const [, to = '', query = ''] = /^\s*mailto:([^?]*)(?:\?(.*))?$/is.exec(href) ?? [];
  if (to === '' && query === '') return null;
  const fields = new Map(
    query.split('&').map(field => {
      const [key = '', ...value] = field.split('=');
      return [key.toLowerCase(), decoded(value.join('='))] as const;
    }),
  );
  return {
    to: decoded(to).trim().slice(0, inboxLimits.toLength),
    subject: (fields.get('subject') ?? '').slice(0, inboxLimits.subjectLength),
    text: (fields.get('body') ?? '').slice(0, inboxLimits.writtenLength).replace(/\r\n?/g, '\n'),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A fragment alone changes no page: whatever else is being written there stays. It is never sent to a server. */
export const composeLink = (name: string, { to, subject, text }: BegunMail): string =>
  `/inbox#${new URLSearchParams({ write: name, to, subject, text }).toString()}`;
