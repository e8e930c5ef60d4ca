// The commands on messages of the selected mailbox, by number or, where allowed, by uid.
import { fetchMails } from '../fetch.ts';
import { parseItems } from '../fetch-items.ts';
import { parseFlags, storeEdit } from '../flags.ts';
import { createBad, createNo } from '../command-refused.ts';
import { parseCriteria, SearchArguments } from '../search-keys.ts';
import { searchMails } from '../search.ts';
import { selectNumbers, selectUids } from '../sequence.ts';
import {
  mailboxOf,
  completeOk,
  viewOf,
  requireWritable,
  type Completion,
  type Session,
  type ImapCommands,
} from '../session.ts';
import { atomOf, demandNoMore, textOf, type TaggedCommand, type Token } from '../tokens.ts';
import type { MailboxView } from '../view.ts';
import { formatUidSet } from '../wire.ts';

export const messageCommands: ImapCommands = {
  CHECK: { needs: 'selection', run: () => completeOk('all is on disk') },
  FETCH: { needs: 'selection', byUid: true, run: fetch },
  STORE: { needs: 'selection', byUid: true, run: store },
  SEARCH: { needs: 'selection', byUid: true, run: search },
  COPY: { needs: 'selection', byUid: true, run: copy },
  MOVE: { needs: 'selection', byUid: true, run: move },
  EXPUNGE: { needs: 'selection', byUid: true, run: expungeMessages },
  CLOSE: { needs: 'selection', run: close },
  UNSELECT: {
    needs: 'selection',
    run: session => {
      session.select(undefined, true);
      return completeOk('unselected');
    },
  },
};

function pick(view: MailboxView, token: Token | undefined, byUid: boolean): number[] {
  const set = atomOf(token, 'the set of messages');
  return byUid ? selectUids(set, view.uids) : selectNumbers(set, view.uids);
}

async function fetch(session: Session, { args }: TaggedCommand, byUid: boolean): Promise<Completion> {
  demandNoMore(args, 2);
  const view = viewOf(session);
  const items = parseItems(args[1], byUid);
  const complete = await fetchMails(view, pick(view, args[0], byUid), items, session.send);
  return complete ? completeOk('fetched') : { status: 'NO', text: '[EXPUNGEISSUED] some messages are no more' };
}

async function store(session: Session, { args }: TaggedCommand, byUid: boolean): Promise<Completion> {
  const view = requireWritable(session);
  const uids = pick(view, args[0], byUid);
  const action = atomOf(args[1], 'what to do with the flags').toUpperCase();
  if (!/^[+-]?FLAGS(\.SILENT)?$/.test(action)) throw createBad('FLAGS, +FLAGS or -FLAGS');
  if (args.length < 3) throw createBad('the flags are missing');
  const edit = storeEdit(action, parseFlags(args.slice(2)));
  await view.mailbox.editFlags(uids, edit, view);
  if (!action.endsWith('.SILENT')) for (const uid of uids) for (const line of view.flagLine(uid)) session.say(line);
  return completeOk('stored');
}

async function search(session: Session, { args }: TaggedCommand, byUid: boolean): Promise<Completion> {
  const view = viewOf(session);
  const found = await searchMails(view, parseCriteria(new SearchArguments(view.uids, skipCharset(args))));
  const shown = byUid ? found : found.map(uid => view.numberOf(uid));
  session.say(['* SEARCH', ...shown].join(' '));
  return completeOk('searched');
}

function skipCharset(args: readonly Token[]): readonly Token[] {
  const [first] = args;
  if (first?.kind !== 'atom' || first.text.toUpperCase() !== 'CHARSET') return args;
  const charset = textOf(args[1], 'the charset').toUpperCase();
  if (!['UTF-8', 'US-ASCII'].includes(charset))
    throw createNo('[BADCHARSET (UTF-8 US-ASCII)] that charset is not known here');
  return args.slice(2);
}

async function copy(session: Session, { args }: TaggedCommand, byUid: boolean): Promise<Completion> {
  demandNoMore(args, 2);
  const view = viewOf(session);
  const uids = pick(view, args[0], byUid);
  const target = await mailboxOf(session, args[1], 'TRYCREATE');
  const pairs = await target.copyFrom(view.mailbox, uids);
  return completeOk(pairs.length === 0 ? 'nothing to copy' : `${copyCode(target.uidvalidity, pairs)} copied`);
}

async function move(session: Session, { args }: TaggedCommand, byUid: boolean): Promise<Completion> {
  demandNoMore(args, 2);
  const view = requireWritable(session);
  const uids = pick(view, args[0], byUid);
  const target = await mailboxOf(session, args[1], 'TRYCREATE');
  // The copy is on disk before the original goes: a crash in between leaves two, never none.
  const pairs = await target.copyFrom(view.mailbox, uids);
  if (pairs.length === 0) return completeOk('nothing to move');
  session.say(`* OK ${copyCode(target.uidvalidity, pairs)} moved`);
  await view.mailbox.expunge(pairs.map(([uid]) => uid));
  return completeOk('moved');
}

function copyCode(uidvalidity: number, pairs: readonly (readonly [number, number])[]): string {
  return `[COPYUID ${uidvalidity} ${formatUidSet(pairs.map(([from]) => from))} ${formatUidSet(pairs.map(([, to]) => to))}]`;
}

async function expungeMessages(session: Session, { args }: TaggedCommand, byUid: boolean): Promise<Completion> {
  demandNoMore(args, byUid ? 1 : 0);
  const view = requireWritable(session);
  await view.mailbox.expunge(listDeleted(view, byUid ? pick(view, args[0], true) : view.uids));
  return completeOk('expunged');
}

async function close(session: Session): Promise<Completion> {
  const view = viewOf(session);
  session.select(undefined, true);
  if (!view.readOnly) await view.mailbox.expunge(listDeleted(view, view.uids));
  return completeOk('closed');
}

function listDeleted(view: MailboxView, uids: readonly number[]): number[] {
  return uids.filter(uid => view.mailbox.messages.get(uid)?.flags.includes('\\Deleted') === true);
}
