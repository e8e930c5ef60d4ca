// The commands that need no selected mailbox: login, whole mailboxes, APPEND and IDLE.
import { waitFor } from '../connections.ts';
import { limits } from '../limits.ts';
import { type MailAccount, type ResponseCode, delimiter, listSuperiors } from '../account.ts';
import type { StoredMailbox } from '../mailbox.ts';
import {
  type Completion,
  type ImapCommand,
  type ImapCommands,
  type Session,
  accountOf,
  completeOk,
  openMailbox,
  parseName,
} from './session.ts';
import {
  type TaggedCommand,
  type Token,
  atomOf,
  createBad,
  createNo,
  formatList,
  formatName,
  parseDate,
  parseFlags,
  systemFlags,
  textOf,
} from './syntax.ts';

/** The programs that send these commands are listed in docs/trial-mail.md. */
export const capabilities = 'IMAP4rev1 SASL-IR AUTH=PLAIN LITERAL+ ID IDLE NAMESPACE UIDPLUS MOVE CHILDREN';

export const mailboxCommands: ImapCommands = {
  CAPABILITY: createFixedCommand('nothing', `* CAPABILITY ${capabilities}`),
  NOOP: { needs: 'nothing', most: 0, run: () => completeOk('done') },
  ID: createFixedCommand('nothing', '* ID ("name" "nexpost")'),
  LOGIN: {
    ...{ needs: 'nothing', most: 2 },
    run: (session, { args: [user, password] }) =>
      logIn(session, textOf(user, 'the user'), textOf(password, 'the password')),
  },
  AUTHENTICATE: { needs: 'nothing', most: 2, run: authenticate },
  LOGOUT: {
    ...{ needs: 'nothing', most: 0 },
    run: session => {
      session.say('* BYE goodbye');
      session.leave();
      return completeOk('logged out');
    },
  },
  NAMESPACE: createFixedCommand('login', `* NAMESPACE (("" "${delimiter}")) NIL NIL`),
  SELECT: { needs: 'login', most: 1, run: (session, command) => select(session, command, false) },
  EXAMINE: { needs: 'login', most: 1, run: (session, command) => select(session, command, true) },
  CREATE: createChangeCommand(1, (account, [name]) => account.create(parseNewName(name))),
  DELETE: createChangeCommand(1, (account, [name], session) => account.remove(parseName(name), session)),
  RENAME: createChangeCommand(2, (account, [from, to], session) =>
    account.rename(parseName(from), parseNewName(to), session),
  ),
  SUBSCRIBE: createChangeCommand(1, (account, [name]) => account.subscribe(parseName(name), true)),
  UNSUBSCRIBE: createChangeCommand(1, (account, [name]) => account.subscribe(parseName(name), false)),
  LIST: { needs: 'login', most: 2, run: listMailboxes },
  LSUB: { needs: 'login', most: 2, run: listMailboxes },
  STATUS: { needs: 'login', most: 2, run: sendStatus },
  APPEND: { needs: 'login', most: 4, run: append },
  IDLE: {
    ...{ needs: 'login', most: 0 },
    run: (session, { tag }) => {
      session.idle = tag;
      session.say('+ idling');
      return 'later';
    },
  },
};

/** A command with the same answer for every user. */
function createFixedCommand(needs: ImapCommand['needs'], line: string): ImapCommand {
  const run = (session: Session): Completion => {
    session.say(line);
    return completeOk('that is all');
  };
  return { needs, most: 1, run };
}

function authenticate(
  session: Session,
  { args: [mechanism, response] }: TaggedCommand,
): Promise<Completion> | Completion {
  if (atomOf(mechanism, 'the mechanism').toUpperCase() !== 'PLAIN') throw createNo('PLAIN is the only mechanism here');
  if (response) return logInPlain(session, textOf(response, 'the response'));
  session.awaiting = line => logInPlain(session, line.toString('latin1'));
  session.say('+ ');
  return 'later';
}

/** RFC 4616: authorization identity, user, password, with NUL between. */
function logInPlain(session: Session, base64: string): Promise<Completion> | Completion {
  if (base64 === '*') throw createBad('cancelled');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw createBad('that is not base64');
  const [identity, user, password, ...more] = Buffer.from(base64, 'base64').toString().split('\0');
  if (identity === undefined || user === undefined || password === undefined || more.length > 0)
    throw createBad('PLAIN is an identity, a user and a password, with NUL between');
  // No user may act for another. neomutt sends the user as the identity.
  if (identity !== '' && identity.toLowerCase() !== user.toLowerCase()) return refuseLogin(session, user);
  return logIn(session, user, password);
}

async function logIn(session: Session, user: string, password: string): Promise<Completion> {
  if (session.account) throw createBad('you are logged in already');
  const name = session.credentials.check(user, password);
  if (name === undefined) return refuseLogin(session, user);
  if (!session.enter(name)) throw createNo('[LIMIT] too many connections of this user');
  session.account = await session.store.account(name);
  return completeOk(`[CAPABILITY ${capabilities}] welcome`);
}

// The delay delays this connection alone, which can make no other attempt meanwhile.
async function refuseLogin(session: Session, user: string): Promise<Completion> {
  session.failedLogins += 1;
  session.log('imap login refused', { user: user.slice(0, 100), failed: session.failedLogins });
  await waitFor(limits.loginDelay * session.failedLogins);
  if (session.failedLogins >= limits.failedLogins) {
    session.say('* BYE too many failed logins');
    session.leave();
  }
  throw createNo('[AUTHENTICATIONFAILED] wrong user (the full address) or password');
}

async function select(session: Session, { args: [name] }: TaggedCommand, readOnly: boolean): Promise<Completion> {
  // After a failure no mailbox is selected either (RFC 3501 6.3.1).
  session.select(undefined, true);
  const mailbox = await openMailbox(session, name);
  session.select(mailbox, readOnly);
  const messages = [...mailbox.messages.values()];
  const keywords = new Set(messages.flatMap(({ flags }) => flags.filter(flag => !flag.startsWith('\\'))));
  const unseen = messages.findIndex(({ flags }) => !flags.includes('\\Seen'));
  session.say(`* FLAGS ${formatList([...systemFlags, ...keywords])}`);
  session.say(`* ${messages.length} EXISTS`);
  session.say('* 0 RECENT');
  if (unseen >= 0) session.say(`* OK [UNSEEN ${unseen + 1}] the first unseen one`);
  session.say(`* OK [PERMANENTFLAGS ${formatList(readOnly ? [] : [...systemFlags, ...keywords, '\\*'])}] what is kept`);
  session.say(`* OK [UIDVALIDITY ${mailbox.uidvalidity}] the uids hold`);
  session.say(`* OK [UIDNEXT ${mailbox.uidnext}] the next uid`);
  return { status: 'OK', text: `[READ-${readOnly ? 'ONLY' : 'WRITE'}] selected`, quiet: true };
}

const reasons: Readonly<Record<ResponseCode, string>> = {
  ALREADYEXISTS: 'there is a mailbox of that name',
  NONEXISTENT: 'there is no such mailbox',
  CANNOT: 'that cannot be done with a mailbox of that name',
  LIMIT: 'there are too many mailboxes',
};

type Change = (account: MailAccount, args: readonly Token[], session: Session) => Promise<ResponseCode | undefined>;

function createChangeCommand(most: number, change: Change): ImapCommand {
  const run = async (session: Session, { args }: TaggedCommand): Promise<Completion> => {
    const refusal = await change(accountOf(session), args, session);
    if (refusal) throw createNo(`[${refusal}] ${reasons[refusal]}`);
    return completeOk('done');
  };
  return { needs: 'login', most, run };
}

/** Some clients end the name of a mailbox that shall hold others with the delimiter. */
function parseNewName(token: Token | undefined): string {
  const name = parseName(token);
  return name.endsWith(delimiter) ? name.slice(0, -1) : name;
}

/** A pattern is a name, or the beginning of one and `*` or `%`. Parents that exist only through their children are listed too. */
function listMailboxes(session: Session, { name: command, args }: TaggedCommand): Completion {
  const account = accountOf(session);
  const pattern = textOf(args[0], 'the reference') + textOf(args[1], 'the pattern');
  const [, written = '', wildcard] = /^([^*%]*)([*%]?)$/.exec(pattern) ?? [];
  if (wildcard === undefined) throw createBad('a pattern has one * or % here, at its end');
  const beginning = parseName({ kind: 'string', bytes: Buffer.from(written) });
  const names = command === 'LIST' ? account.names : [...account.subscriptions];
  const matches = (name: string): boolean =>
    wildcard === ''
      ? name === beginning
      : name.startsWith(beginning) && (wildcard === '*' || !name.slice(beginning.length).includes(delimiter));
  // The empty pattern asks for the delimiter alone.
  if (pattern === '') session.say(`* ${command} (\\Noselect) "${delimiter}" ""`);
  for (const name of new Set(names.flatMap(each => [...listSuperiors(each), each]))) {
    if (!matches(name)) continue;
    const below = names.some(other => other.startsWith(name + delimiter));
    const noselect = names.includes(name) ? '' : '\\Noselect ';
    session.say(`* ${command} (${noselect}\\Has${below ? '' : 'No'}Children) "${delimiter}" ${formatName(name)}`);
  }
  return completeOk('that is all');
}

const counts: Readonly<Record<string, (mailbox: StoredMailbox) => number>> = {
  MESSAGES: ({ messages }) => messages.size,
  RECENT: () => 0,
  UIDNEXT: ({ uidnext }) => uidnext,
  UIDVALIDITY: ({ uidvalidity }) => uidvalidity,
  UNSEEN: ({ messages }) => [...messages.values()].filter(({ flags }) => !flags.includes('\\Seen')).length,
};

async function sendStatus(session: Session, { args: [name, wanted] }: TaggedCommand): Promise<Completion> {
  if (wanted?.kind !== 'list') throw createBad('what to count, in parentheses, is missing');
  const mailbox = await openMailbox(session, name);
  const items = wanted.items.slice(0, 20).map(item => {
    const key = atomOf(item, 'what to count').toUpperCase();
    const count = Object.hasOwn(counts, key) ? counts[key] : undefined;
    if (!count) throw createBad('that is not counted');
    return `${key} ${count(mailbox)}`;
  });
  session.say(`* STATUS ${formatName(parseName(name))} ${formatList(items)}`);
  return completeOk('counted');
}

/** Flags in parentheses and the date may be left out. */
async function append(session: Session, { args }: TaggedCommand): Promise<Completion> {
  const mailbox = await openMailbox(session, args[0], 'TRYCREATE');
  const mail = args.at(-1);
  if (args.length < 2 || mail?.kind !== 'string') throw createBad('the message is missing');
  const options = args.slice(1, -1);
  const flags = options[0]?.kind === 'list' ? parseFlags(options.shift()) : [];
  const [date, ...more] = options;
  if (more.length > 0) throw createBad('flags in parentheses, then the date, then the message');
  const time = date ? parseDate(textOf(date, 'the date')) : Date.now();
  const uid = await mailbox.add({ chunks: [mail.bytes], flags, date: time });
  return completeOk(`[APPENDUID ${mailbox.uidvalidity} ${uid ?? 0}] stored`);
}
