// Folders as the server names them: two settings that name one folder are refused, and no mail is moved.
import { afterEach, expect, it } from 'vitest';
import { createImapArchive } from '#adapters/imap/archive.ts';
import { checkImapLogin, type ImapSettings } from '#adapters/imap/connection.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import { systemClock } from '#adapters/clock.ts';
import { type Handlers, type ScriptedServer, scriptedServer } from './scripted-server.ts';

let server: ScriptedServer;
afterEach(() => server.close());

/** A server whose folders are below INBOX, as those of Courier and cPanel are. */
async function prefixed(folders: Partial<ImapSettings>, handlers: Handlers = {}): Promise<ImapSettings> {
  server = await scriptedServer({
    capabilities: 'IMAP4rev1 IDLE MOVE UIDPLUS NAMESPACE',
    handlers: {
      NAMESPACE: ({ ok }) => ok('* NAMESPACE (("INBOX." ".")) NIL NIL'),
      LIST: ({ ok }) => ok(...['INBOX', 'INBOX.Processed', 'INBOX.Quarantine'].map(name => `* LIST () "." ${name}`)),
      ...handlers,
    },
  });
  const login = { host: '127.0.0.1', port: server.port, secure: false, user: 'games', password: 'x' };
  const names = { inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine' };
  return { ...login, ...names, sweepSeconds: 30, ...folders };
}

const SAME = `'imap.processed' and 'imap.quarantine' are one folder, "INBOX.Done"`;

it('one folder by two names is refused: with the prefix of the server and without', async () => {
  const settings = await prefixed({ processed: 'Done', quarantine: 'INBOX.Done' });
  await expect(checkImapLogin(settings)).rejects.toThrow(SAME);
  expect(server.heard).not.toContain('SELECT');
});

it('the service reads no mail then, and says so as an error', async () => {
  const settings = await prefixed({ processed: 'Done', quarantine: 'INBOX.Done' });
  const stop = new AbortController();
  const told = new Promise<readonly unknown[]>(resolve => {
    const log = { info: () => undefined, warn: () => undefined, error: (...line: readonly unknown[]) => resolve(line) };
    void createImapMailbox(settings, { mailBytes: 1_000 }, systemClock, log).next(1, stop.signal);
  });
  expect(await told).toEqual([
    'imap-folders-wrong',
    expect.objectContaining({ why: expect.stringContaining(SAME) as string }),
  ]);
  stop.abort();
  expect(server.heard).not.toContain('SELECT');
});

it('a folder that is there is known by either name', async () => {
  await createImapArchive(await prefixed({})).erase({ before: 0 });
  expect(server.heard.filter(command => command === 'SELECT')).toHaveLength(2);
});

it('says in the words of the server why nothing is erased', async () => {
  const settings = await prefixed(
    {},
    { LOGIN: ({ tag, send }) => send(`${tag} NO [AUTHENTICATIONFAILED] Wrong password\r\n`) },
  );
  await expect(createImapArchive(settings).erase({ before: 0 })).rejects.toThrow('Wrong password');
});
