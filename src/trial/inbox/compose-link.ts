// Links that begin a mail: `mailto:` links (RFC 6068), and the inbox's own links for the same.
import { inboxLimits } from './limits.ts';

/** A draft prepared for the reader, to be sent or discarded. */
export interface BegunMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** null: not a `mailto:` link. A value that cannot be decoded stays as it is. */
export function parseMailto(href: string): BegunMail | null {
  const [, to = '', query = ''] = /^\s*mailto:([^?]*)(?:\?(.*))?$/is.exec(href) ?? [];
  if (to === '' && query === '') return null;
  const fields = new Map(
    query.split('&').map(field => {
      const [key = '', ...value] = field.split('=');
      return [key.toLowerCase(), decodeText(value.join('='))] as const;
    }),
  );
  return {
    to: decodeText(to).trim().slice(0, inboxLimits.toLength),
    subject: (fields.get('subject') ?? '').slice(0, inboxLimits.subjectLength),
    text: (fields.get('body') ?? '').slice(0, inboxLimits.writtenLength).replace(/\r\n?/g, '\n'),
  };
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Puts the draft in the fragment: it loads no page, so other drafts there stay, and it is never sent to a server. */
export const composeLink = (name: string, { to, subject, text }: BegunMail): string =>
  `/inbox#${new URLSearchParams({ write: name, to, subject, text }).toString()}`;
