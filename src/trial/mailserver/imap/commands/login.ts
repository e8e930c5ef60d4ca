// The commands that need no mailbox: login, capabilities, logout.
import { limits } from '#trial/mailserver/limits.ts';
import { createBad } from '../command-refused.ts';
import { completeOk, type Completion, type ImapCommand, type ImapCommands, type Session } from '../session.ts';
import { atomOf, demandNoMore, textOf } from '../tokens.ts';
import { waitFor } from '#trial/mailserver/delay.ts';

export const capabilities =
  'IMAP4rev1 SASL-IR AUTH=PLAIN LITERAL+ ID ENABLE IDLE NAMESPACE UIDPLUS UNSELECT MOVE CHILDREN';

export const loginCommands: ImapCommands = {
  CAPABILITY: createFixedCommand('nothing', `* CAPABILITY ${capabilities}`, 'that is all'),
  NOOP: { needs: 'nothing', run: () => completeOk('done') },
  ID: createFixedCommand('nothing', '* ID ("name" "nexpost")', 'pleased to meet you'),
  LOGOUT: {
    needs: 'nothing',
    run: session => {
      session.say('* BYE goodbye');
      session.leave();
      return completeOk('logged out');
    },
  },
  LOGIN: {
    needs: 'nothing',
    run: (session, { args }) => {
      demandNoMore(args, 2);
      return logIn(session, textOf(args[0], 'the user'), textOf(args[1], 'the password'));
    },
  },
  AUTHENTICATE: {
    needs: 'nothing',
    run: (session, { args }) => {
      demandNoMore(args, 2);
      if (atomOf(args[0], 'the mechanism').toUpperCase() !== 'PLAIN') {
        return { status: 'NO', text: 'only PLAIN is spoken here' };
      }
      if (args[1]) return logInPlain(session, textOf(args[1], 'the response'));
      session.awaiting = line => logInPlain(session, line.toString('latin1'));
      session.say('+ ');
      return 'later';
    },
  },
  ENABLE: createFixedCommand('login', '* ENABLED', 'there is nothing to enable'),
  NAMESPACE: createFixedCommand('login', '* NAMESPACE (("" "/")) NIL NIL', 'all yours'),
};

/** A command with the same answer for every user. */
function createFixedCommand(needs: ImapCommand['needs'], line: string, text: string): ImapCommand {
  const run = (session: Session): Completion => {
    session.say(line);
    return completeOk(text);
  };
  return { needs, run };
}

/** RFC 4616: authorization identity, user, password, with NUL between. */
function logInPlain(session: Session, base64: string): Promise<Completion> | Completion {
  if (base64 === '*') return { status: 'BAD', text: 'cancelled' };
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw createBad('that is not base64');
  const parts = Buffer.from(base64, 'base64').toString().split('\0');
  const [identity, user, password] = parts;
  if (identity === undefined || user === undefined || password === undefined || parts.length > 3) {
    throw createBad('that is not what PLAIN looks like');
  }
  // No user may act for another.
  if (identity !== '' && identity.toLowerCase() !== user.toLowerCase()) return refuseLogin(session, user);
  return logIn(session, user, password);
}

async function logIn(session: Session, user: string, password: string): Promise<Completion> {
  if (session.account) throw createBad('you are logged in already');
  const name = session.credentials.check(user, password);
  if (name === undefined) return refuseLogin(session, user);
  if (!session.enter(name)) return { status: 'NO', text: '[LIMIT] too many connections of this user' };
  session.account = await session.store.account(name);
  return completeOk(`[CAPABILITY ${capabilities}] welcome`);
}

// The delay is this connection's alone, and no attempt can be made meanwhile.
async function refuseLogin(session: Session, user: string): Promise<Completion> {
  session.failedLogins += 1;
  session.log('imap login refused', { user: user.slice(0, 100), failed: session.failedLogins });
  await waitFor(limits.loginDelay * session.failedLogins);
  if (session.failedLogins >= limits.failedLogins) {
    session.say('* BYE too many failed logins');
    session.leave();
  }
  return { status: 'NO', text: '[AUTHENTICATIONFAILED] wrong user (the full address) or password' };
}
