// Folders as the server names them: two settings that name one folder are refused, and no mail is moved.
import { afterEach, expect, it } from 'vitest';
import { createImapArchive } from '#adapters/imap/quarantine.ts';
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

const LISTED = ['INBOX', 'INBOX.Processed'];

/** What the server is asked to create, after a service has opened the mailbox, and what its log says. */
async function openAs(owner: string, folders: readonly string[]) {
  const created: string[] = [];
  const settings = await prefixed(
    { owner },
    {
      LIST: ({ ok }) => ok(...folders.map(name => `* LIST () "." ${name}`)),
      CREATE: ({ args, ok }) => {
        created.push(args);
        ok();
      },
    },
  );
  const stop = new AbortController();
  const said = await new Promise<string>(resolve => {
    const log = {
      info: resolve,
      warn: () => undefined,
      error: (event: string, facts: unknown) => resolve(`${event} ${JSON.stringify(facts)}`),
    };
    void createImapMailbox(settings, { mailBytes: 1_000 }, systemClock, log).next(1, stop.signal);
  });
  stop.abort();
  return { created, said };
}

it('a service marks its mailbox once', async () => {
  const first = await openAs('abcdefgh', LISTED);
  expect(first.said).toBe('imap-connected');
  expect(first.created.join()).toContain('Processed-abcdefgh');
  await server.close();
  const again = await openAs('abcdefgh', [...LISTED, 'INBOX.Processed-abcdefgh', 'INBOX.Processed-2025']);
  expect(again).toEqual({ created: [], said: 'imap-connected' });
});

it('a mailbox of another service is not read', async () => {
  const { created, said } = await openAs('abcdefgh', [...LISTED, 'INBOX.Processed-zzzzzzz2']);
  expect(said).toContain('imap-mailbox-foreign');
  expect(said).toContain('INBOX.Processed-zzzzzzz2');
  expect(created).toEqual([]);
  expect(server.heard).not.toContain('SELECT');
});
