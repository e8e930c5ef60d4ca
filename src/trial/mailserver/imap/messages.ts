// The commands on messages of the selected mailbox, by number or by uid.
import { limits } from '../limits.ts';
import type { StoredMessage } from '../index-file.ts';
import { Content, type Section, formatEnvelope, formatStructure, parseSection, readSection } from './content.ts';
import { searchMails } from './search.ts';
import {
  type Completion,
  type ImapCommands,
  type MailboxView,
  type Session,
  completeOk,
  createTurns,
  openMailbox,
  requireWritable,
  viewOf,
} from './session.ts';
import {
  type TaggedCommand,
  type Token,
  atomOf,
  createBad,
  createFlagEdit,
  formatDate,
  formatList,
  formatUidSet,
  parseFlags,
  selectNumbers,
  selectUids,
} from './syntax.ts';

export const messageCommands: ImapCommands = {
  CHECK: { needs: 'selection', most: 0, run: () => completeOk('all is on disk') },
  FETCH: { needs: 'selection', most: 2, byUid: true, run: fetch },
  STORE: { needs: 'selection', most: 3, byUid: true, run: store },
  SEARCH: { needs: 'selection', most: Infinity, byUid: true, run: search },
  COPY: { needs: 'selection', most: 2, byUid: true, run: copy },
  MOVE: { needs: 'selection', most: 2, byUid: true, run: move },
  EXPUNGE: { needs: 'selection', most: 1, byUid: true, run: expunge },
  CLOSE: { needs: 'selection', most: 0, run: close },
};

function pick(view: MailboxView, token: Token | undefined, byUid: boolean): number[] {
  const set = atomOf(token, 'the set of messages');
  return byUid ? selectUids(set, view.uids) : selectNumbers(set, view.uids);
}

const attributes = ['UID', 'FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODYSTRUCTURE'] as const;

type FetchItem =
  | { readonly kind: (typeof attributes)[number] }
  | {
      readonly kind: 'section';
      /** Its name in the answer. */
      readonly label: string;
      readonly section: Section;
      readonly partial: { readonly from: number; readonly length: number } | undefined;
      /** Reading it does not set \Seen. */
      readonly peek: boolean;
    };

/** Bodies asked for in one command. Each may be a whole mail. */
const mostItems = 50;
/** Names of IMAP2 that s-nail and imaplib use. */
const oldNames: ReadonlyMap<string, string> = new Map([
  ['RFC822', 'BODY[]'],
  ['RFC822.HEADER', 'BODY.PEEK[HEADER]'],
]);

function parseItem(token: Token): FetchItem {
  const text = atomOf(token, 'an item to fetch');
  const name = text.toUpperCase();
  const kind = attributes.find(each => each === name);
  if (kind) return { kind };
  const asked = oldNames.get(name) ?? text;
  const match = /^BODY(\.PEEK)?\[([^\]]*)\](?:<(\d{1,10})\.([1-9]\d{0,9})>)?$/i.exec(asked);
  if (!match) throw createBad('that cannot be fetched');
  const [, peek, written = '', from, length] = match;
  // The names of header fields as they are written. All else is in capitals, which clients compare with.
  const label = `BODY[${written.replace(/^[^(]*/, words => words.toUpperCase())}]${from === undefined ? '' : `<${Number(from)}>`}`;
  return {
    ...{ kind: 'section', label: asked === text ? label : name, section: parseSection(written) },
    partial: from === undefined ? undefined : { from: Number(from), length: Number(length) },
    peek: peek !== undefined,
  };
}

function parseItems(what: Token | undefined, byUid: boolean): readonly FetchItem[] {
  const items = (what?.kind === 'list' ? what.items : what ? [what] : []).map(parseItem);
  if (items.length === 0 || items.length > mostItems) throw createBad('nothing, or too much, is asked for');
  // UID FETCH always returns the uid.
  return byUid && !items.some(({ kind }) => kind === 'UID') ? [{ kind: 'UID' }, ...items] : items;
}

/** Answers mail by mail. */
async function fetch(session: Session, { args: [set, what] }: TaggedCommand, byUid: boolean): Promise<Completion> {
  const view = viewOf(session);
  const uids = pick(view, set, byUid);
  const items = await markSeen(view, uids, parseItems(what, byUid));
  const readsMail = items.some(({ kind }) => ['section', 'ENVELOPE', 'BODYSTRUCTURE'].includes(kind));
  const takeTurns = createTurns();
  let complete = true;
  for (const uid of uids) {
    const message = view.mailbox.messages.get(uid);
    const bytes = message && (readsMail ? view.mailbox.read(uid) : Buffer.alloc(0));
    if (bytes) await sendMail(session, formatMail(view.numberOf(uid), items, message, new Content(bytes)));
    else complete = false;
    await takeTurns();
  }
  return complete ? completeOk('fetched') : { status: 'NO', text: '[EXPUNGEISSUED] some messages are no more' };
}

// All in one change of the index. The new flags are sent along with the bodies.
async function markSeen(
  view: MailboxView,
  uids: readonly number[],
  items: readonly FetchItem[],
): Promise<readonly FetchItem[]> {
  const reads = items.some(item => item.kind === 'section' && !item.peek);
  const unseen = uids.filter(uid => view.mailbox.messages.get(uid)?.flags.includes('\\Seen') === false);
  if (!reads || view.readOnly || unseen.length === 0) return items;
  await view.mailbox.editFlags(unseen, createFlagEdit('+FLAGS', ['\\Seen']), view);
  return items.some(({ kind }) => kind === 'FLAGS') ? items : [...items, { kind: 'FLAGS' }];
}

/** Sends a small answer in one piece. A large one is not copied, and the client must keep up. */
async function sendMail({ send }: Session, pieces: readonly Buffer[]): Promise<void> {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size <= limits.sendAtOnce) await send(Buffer.concat(pieces, size));
  else for (const piece of pieces) await send(piece);
}

function formatMail(number: number, items: readonly FetchItem[], message: StoredMessage, content: Content): Buffer[] {
  const pieces = items.flatMap((item, at) => {
    const [text, bytes = []] = formatItem(item, message, content);
    return [Buffer.from(`${at > 0 ? ' ' : ''}${text}`, 'latin1'), bytes].flat();
  });
  return [Buffer.from(`* ${number} FETCH (`), ...pieces, Buffer.from(')\r\n')];
}

function formatItem(item: FetchItem, message: StoredMessage, content: Content): readonly [string, Buffer?] {
  switch (item.kind) {
    case 'UID':
      return [`UID ${message.uid}`];
    case 'FLAGS':
      return [`FLAGS ${formatList(message.flags)}`];
    case 'INTERNALDATE':
      return [`INTERNALDATE ${formatDate(message.date)}`];
    case 'RFC822.SIZE':
      return [`RFC822.SIZE ${message.size}`];
    case 'ENVELOPE':
      return [`ENVELOPE ${formatEnvelope(content.fields)}`];
    case 'BODYSTRUCTURE':
      return [`BODYSTRUCTURE ${formatStructure(content.bytes, content.tree)}`];
    case 'section': {
      const { label, section, partial: { from, length } = { from: 0, length: Infinity } } = item;
      const bytes = readSection(content, section)?.subarray(from, from + length);
      return bytes ? [`${label} {${bytes.length}}\r\n`, bytes] : [`${label} NIL`];
    }
  }
}

async function store(session: Session, { args }: TaggedCommand, byUid: boolean): Promise<Completion> {
  const view = requireWritable(session);
  const uids = pick(view, args[0], byUid);
  const action = atomOf(args[1], 'what to do with the flags').toUpperCase();
  if (!/^[+-]?FLAGS(\.SILENT)?$/.test(action)) throw createBad('FLAGS, +FLAGS or -FLAGS');
  await view.mailbox.editFlags(uids, createFlagEdit(action, parseFlags(args[2])), view);
  if (!action.endsWith('.SILENT')) for (const uid of uids) for (const line of view.flagLine(uid)) session.say(line);
  return completeOk('stored');
}

async function search(session: Session, { args }: TaggedCommand, byUid: boolean): Promise<Completion> {
  const view = viewOf(session);
  const found = await searchMails(view, args);
  session.say(['* SEARCH', ...(byUid ? found : found.map(uid => view.numberOf(uid)))].join(' '));
  return completeOk('searched');
}

/** The pairs of old and new uids, and the response code that names them. */
async function copyMails(session: Session, view: MailboxView, { args }: TaggedCommand, byUid: boolean) {
  const uids = pick(view, args[0], byUid);
  const target = await openMailbox(session, args[1], 'TRYCREATE');
  const pairs = await target.copyFrom(view.mailbox, uids);
  const copied = pairs.map(([from]) => from);
  return {
    copied,
    code: `[COPYUID ${target.uidvalidity} ${formatUidSet(copied)} ${formatUidSet(pairs.map(([, to]) => to))}]`,
  };
}

async function copy(session: Session, command: TaggedCommand, byUid: boolean): Promise<Completion> {
  const { copied, code } = await copyMails(session, viewOf(session), command, byUid);
  return completeOk(copied.length === 0 ? 'nothing to copy' : `${code} copied`);
}

async function move(session: Session, command: TaggedCommand, byUid: boolean): Promise<Completion> {
  const view = requireWritable(session);
  // The copy is on disk before the original is removed: after a crash in between there are two mails, never none.
  const { copied, code } = await copyMails(session, view, command, byUid);
  if (copied.length === 0) return completeOk('nothing to move');
  session.say(`* OK ${code} moved`);
  await view.mailbox.expunge(copied);
  return completeOk('moved');
}

async function expunge(session: Session, { args: [set] }: TaggedCommand, byUid: boolean): Promise<Completion> {
  const view = requireWritable(session);
  if (!byUid && set) throw createBad('EXPUNGE alone, or UID EXPUNGE and a set');
  await view.mailbox.expunge(listDeleted(view, byUid ? pick(view, set, true) : view.uids));
  return completeOk('expunged');
}

async function close(session: Session): Promise<Completion> {
  const view = viewOf(session);
  session.select(undefined, true);
  if (!view.readOnly) await view.mailbox.expunge(listDeleted(view, view.uids));
  return completeOk('closed');
}

const listDeleted = (view: MailboxView, uids: readonly number[]): number[] =>
  uids.filter(uid => view.mailbox.messages.get(uid)?.flags.includes('\\Deleted') === true);
