// FETCH: sends what was asked for mail by mail, and lets other connections work in between.
import { setImmediate as breathe } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { StoredMessage } from '../store/index.ts';
import { Content } from './content.ts';
import { formatInternalDate } from './dates.ts';
import { formatEnvelope } from './envelope.ts';
import type { FetchItem } from './fetch-items.ts';
import { readSection } from './section.ts';
import { formatStructure } from './structure.ts';
import type { MailboxView } from './view.ts';
import { list } from './wire.ts';

/** Bytes to the client; resolves when there is room for more. */
export type Send = (bytes: Buffer) => Promise<void> | undefined;

/** False when a mail is gone and could not be shown. */
export async function fetchMails(
  view: MailboxView,
  uids: readonly number[],
  items: readonly FetchItem[],
  send: Send,
): Promise<boolean> {
  const plan = await markSeen(view, uids, items);
  const readsMail = plan.some(({ kind }) => ['section', 'ENVELOPE', 'BODY', 'BODYSTRUCTURE'].includes(kind));
  let complete = true;
  let since = performance.now();
  for (const uid of uids) {
    const message = view.mailbox.messages.get(uid);
    const reading = message && readsMail ? view.mailbox.read(uid) : undefined;
    const bytes = reading instanceof Promise ? await reading : reading;
    if (message && (bytes || !readsMail)) await sendAll(formatResponse(view.numberOf(uid), plan, message, bytes), send);
    else complete = false;
    if (performance.now() - since < limits.turn) continue;
    await breathe();
    since = performance.now();
  }
  return complete;
}

// All in one change of the index; the new flags are told along with the bodies.
async function markSeen(
  view: MailboxView,
  uids: readonly number[],
  items: readonly FetchItem[],
): Promise<readonly FetchItem[]> {
  const reads = items.some(item => item.kind === 'section' && !item.peek);
  if (!reads || view.readOnly) return items;
  const unseen = uids.filter(uid => view.mailbox.messages.get(uid)?.flags.includes('\\Seen') === false);
  if (unseen.length === 0) return items;
  await view.mailbox.editFlags(unseen, flags => (flags.includes('\\Seen') ? flags : [...flags, '\\Seen']), view);
  return items.some(({ kind }) => kind === 'FLAGS') ? items : [...items, { kind: 'FLAGS' }];
}

/** Small answers in one piece; of large ones no copy is made, and the client must keep up. */
async function sendAll(pieces: readonly Buffer[], send: Send): Promise<void> {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size <= limits.sendAtOnce) await send(Buffer.concat(pieces, size));
  else for (const piece of pieces) await send(piece);
}

function formatResponse(
  number: number,
  plan: readonly FetchItem[],
  message: StoredMessage,
  bytes: Buffer = Buffer.alloc(0),
): Buffer[] {
  const content = new Content(bytes);
  const pieces: Buffer[] = [Buffer.from(`* ${number} FETCH (`)];
  plan.forEach((item, at) => {
    if (at > 0) pieces.push(Buffer.from(' '));
    pieces.push(...answer(item, message, content));
  });
  pieces.push(Buffer.from(')\r\n'));
  return pieces;
}

function answer(item: FetchItem, message: StoredMessage, content: Content): Buffer[] {
  if (item.kind !== 'section')
    return [Buffer.from(`${item.kind} ${formatAttribute(item.kind, message, content)}`, 'latin1')];
  const whole = readSection(content, item.section);
  if (!whole) return [Buffer.from(`${item.label} NIL`, 'latin1')];
  const { partial } = item;
  const bytes = partial ? whole.subarray(partial.from, partial.from + partial.length) : whole;
  return [Buffer.from(`${item.label} {${bytes.length}}\r\n`, 'latin1'), bytes];
}

function formatAttribute(
  kind: Exclude<FetchItem['kind'], 'section'>,
  message: StoredMessage,
  content: Content,
): string {
  switch (kind) {
    case 'UID':
      return String(message.uid);
    case 'FLAGS':
      return list(message.flags);
    case 'INTERNALDATE':
      return formatInternalDate(message.date);
    case 'RFC822.SIZE':
      return String(message.size);
    case 'ENVELOPE':
      return formatEnvelope(content.fields);
    case 'BODY':
      return formatStructure(content.bytes, content.tree, false);
    case 'BODYSTRUCTURE':
      return formatStructure(content.bytes, content.tree, true);
  }
}
