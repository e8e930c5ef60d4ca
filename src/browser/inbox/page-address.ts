// Parses the fragment of the page's address: the open mailboxes, or a mail that was begun.
// It is never sent to a server.

/** A mail that is begun by a link in a mail, or by a line on the page. */
export interface BegunLetter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The number of the mail it answers; null: none. */
  readonly answers: number | null;
}

/** A command that a page of the site wants to be sent. */
export interface WishedCommand {
  readonly command: string;
  /** The mailbox that cannot send it, as it is about its own player. '': any can. */
  readonly notBy: string;
}

export interface PageAddress {
  readonly names: readonly string[];
  /** The writer and the mail that was begun. null: none. */
  readonly begun: { readonly name: string; readonly draft: BegunLetter } | null;
  /** null: none. */
  readonly wish: WishedCommand | null;
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
