// The commands about whole mailboxes: list, create, rename, subscribe, select.
import { delimiter, type MailAccount, type ResponseCode, type StoredMailbox } from '#trial/mailserver/store/index.ts';
import { limits } from '#trial/mailserver/limits.ts';
import { systemFlags } from '../flags.ts';
import { createBad, createNo } from '../command-refused.ts';
import {
  accountOf,
  mailboxOf,
  nameOf,
  completeOk,
  type Completion,
  type ImapCommand,
  type ImapCommands,
  type Session,
} from '../session.ts';
import { demandNoMore, itemsOf, textOf, atomOf, type TaggedCommand, type Token } from '../tokens.ts';
import { list, formatMailboxName } from '../wire.ts';
import { encodeName } from '../utf7.ts';
import { listLines } from './listing.ts';

const reasons: Readonly<Record<ResponseCode, string>> = {
  ALREADYEXISTS: 'there is a mailbox of that name',
  NONEXISTENT: 'there is no such mailbox',
  CANNOT: 'that cannot be done with a mailbox of that name',
  LIMIT: 'there are too many mailboxes',
};

type Change = (account: MailAccount, args: readonly Token[], session: Session) => Promise<ResponseCode | undefined>;

function createChangeCommand(change: Change): ImapCommand {
  const run = async (session: Session, { args }: TaggedCommand): Promise<Completion> => {
    const refusal = await change(accountOf(session), args, session);
    if (refusal) throw createNo(`[${refusal}] ${reasons[refusal]}`);
    return completeOk('done');
  };
  return { needs: 'login', run };
}

/** Some clients end the name of a mailbox that shall hold others with the delimiter. */
function parseNewName(token: Token | undefined): string {
  const name = nameOf(token);
  return name.endsWith(delimiter) ? name.slice(0, -1) : name;
}

export const mailboxCommands: ImapCommands = {
  SELECT: { needs: 'login', run: (session, command) => select(session, command, false) },
  EXAMINE: { needs: 'login', run: (session, command) => select(session, command, true) },
  CREATE: createChangeCommand((account, [name]) => account.create(parseNewName(name))),
  DELETE: createChangeCommand((account, [name], session) => account.remove(nameOf(name), session)),
  RENAME: createChangeCommand((account, [from, to], session) =>
    account.rename(nameOf(from), parseNewName(to), session),
  ),
  SUBSCRIBE: createChangeCommand((account, [name]) => account.subscribe(nameOf(name), true)),
  UNSUBSCRIBE: createChangeCommand((account, [name]) => account.subscribe(nameOf(name), false)),
  LIST: { needs: 'login', run: (session, command) => listMailboxes(session, command, 'LIST') },
  LSUB: { needs: 'login', run: (session, command) => listMailboxes(session, command, 'LSUB') },
  STATUS: { needs: 'login', run: sendStatus },
};

async function select(session: Session, { args }: TaggedCommand, readOnly: boolean): Promise<Completion> {
  demandNoMore(args, 1);
  // Even when it fails, what was selected no longer is (RFC 3501 6.3.1).
  session.select(undefined, true);
  const mailbox = await mailboxOf(session, args[0]);
  session.select(mailbox, readOnly);
  const messages = [...mailbox.messages.values()];
  const keywords = new Set(messages.flatMap(({ flags }) => flags.filter(flag => !flag.startsWith('\\'))));
  const unseen = messages.findIndex(({ flags }) => !flags.includes('\\Seen'));
  session.say(`* FLAGS ${list([...systemFlags, ...keywords])}`);
  session.say(`* ${messages.length} EXISTS`);
  session.say('* 0 RECENT');
  if (unseen >= 0) session.say(`* OK [UNSEEN ${unseen + 1}] the first unseen one`);
  session.say(`* OK [PERMANENTFLAGS ${readOnly ? '()' : list([...systemFlags, ...keywords, '\\*'])}] what is kept`);
  session.say(`* OK [UIDVALIDITY ${mailbox.uidvalidity}] the uids hold`);
  session.say(`* OK [UIDNEXT ${mailbox.uidnext}] the next uid`);
  return { status: 'OK', text: `[READ-${readOnly ? 'ONLY' : 'WRITE'}] selected`, quiet: true };
}

function listMailboxes(session: Session, { args }: TaggedCommand, command: 'LIST' | 'LSUB'): Completion {
  demandNoMore(args, 2);
  const account = accountOf(session);
  const reference = textOf(args[0], 'the reference');
  const pattern = textOf(args[1], 'the pattern');
  if (reference.length + pattern.length > limits.listPattern) throw createBad('the pattern is too long');
  const names = command === 'LIST' ? account.names : [...account.subscriptions];
  for (const line of listLines(command, names, reference + pattern)) session.say(line);
  return completeOk('that is all');
}

const counts: Readonly<Record<string, (mailbox: StoredMailbox) => number>> = {
  MESSAGES: ({ messages }) => messages.size,
  RECENT: () => 0,
  UIDNEXT: ({ uidnext }) => uidnext,
  UIDVALIDITY: ({ uidvalidity }) => uidvalidity,
  UNSEEN: ({ messages }) => [...messages.values()].filter(({ flags }) => !flags.includes('\\Seen')).length,
};

async function sendStatus(session: Session, { args }: TaggedCommand): Promise<Completion> {
  demandNoMore(args, 2);
  const wanted = itemsOf(args[1], 'what to count').map(item => atomOf(item, 'what to count').toUpperCase());
  const mailbox = await mailboxOf(session, args[0]);
  const items = wanted.slice(0, 20).map(name => {
    const count = Object.hasOwn(counts, name) ? counts[name] : undefined;
    if (!count) throw createBad('that is not counted');
    return `${name} ${count(mailbox)}`;
  });
  session.say(`* STATUS ${formatMailboxName(encodeName(nameOf(args[0])))} ${list(items)}`);
  return completeOk('counted');
}
