// Delta Chat's own core plays against the embedded service.
// A friend is challenged, a move refused, a whole game played, words sent both ways.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram, type Program, type Serving } from '../e2e/program.ts';

const PATIENCE_MS = 20_000;
const LOOK_MS = 50;
/** Messages of the reader's own, in the core's numbering of contacts. */
const SELF = 1;

/** What the other side of a chat wrote. */
interface Message {
  readonly text: string;
  readonly view: string;
  readonly file: string | null;
  readonly hasHtml: boolean;
}

interface ChatPlayer {
  readonly say: (line: string) => Promise<void>;
  /** Waits for the next messages, as many as told, in order. */
  readonly hears: (count: number) => Promise<readonly Message[]>;
  readonly close: () => void;
}

/** What of the core's programming interface is used here; contacts, chats and messages are numbers. */
interface Rpc {
  readonly addAccount: () => Promise<number>;
  readonly batchSetConfig: (account: number, config: Readonly<Record<string, string>>) => Promise<void>;
  readonly addOrUpdateTransport: (account: number, login: object) => Promise<void>;
  readonly startIo: (account: number) => Promise<void>;
  readonly createContact: (account: number, address: string, name: null) => Promise<number>;
  readonly createChatByContactId: (account: number, contact: number) => Promise<number>;
  readonly getMessageIds: (account: number, chat: number, infos: boolean, days: boolean) => Promise<readonly number[]>;
  readonly getMessage: (
    account: number,
    id: number,
  ) => Promise<{
    readonly fromId: number;
    readonly text: string;
    readonly viewType: string;
    readonly fileName: string | null;
    readonly hasHtml: boolean;
  }>;
  readonly miscSendTextMessage: (account: number, chat: number, text: string) => Promise<number>;
}

interface Core {
  readonly startDeltaChat: (
    folder: string,
    options: { readonly muteStdErr: boolean },
  ) => { readonly rpc: Rpc; readonly close: () => void };
}

/** Where it is installed: `npm install --prefix FOLDER @deltachat/stdio-rpc-server@2.57.0`, as .ci/run does. */
const FOLDER = join(process.env['NEXPOST_REAL_DIR'] ?? tmpdir(), 'delta');
const ENTRY = join(FOLDER, 'node_modules', '@deltachat', 'stdio-rpc-server', 'index.js');

let core: Core;
let program: Program;
let serving: Serving;
const open: ChatPlayer[] = [];

beforeAll(async () => {
  core = (await import(pathToFileURL(ENTRY).href)) as Core;
  program = builtProgram();
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
  serving = await program.serve(['--data', program.folder('data'), ...ports, '--log-level', 'warn']);
});
afterAll(async () => {
  for (const each of open) each.close();
  await program.remove();
});

function started(name: string): ReturnType<Core['startDeltaChat']> {
  const running = core.startDeltaChat(program.folder(`delta-${name}`), { muteStdErr: true });
  return {
    rpc: running.rpc,
    close: () => {
      running.close();
    },
  };
}

/**
 * A profile without encryption, as profiles from before May 2026 are, and the chat with the service. Newer profiles send and accept
 * encrypted mail alone, which the service cannot read.
 */
async function chatPlayer(name: string): Promise<ChatPlayer> {
  const { rpc, close } = started(name);
  const { smtp, imap, address } = serving.ready;
  const account = await rpc.addAccount();
  await rpc.batchSetConfig(account, { displayname: name, bcc_self: '0', force_encryption: '0' });
  const user = `${name.toLowerCase()}@example.test`;
  await rpc.addOrUpdateTransport(account, {
    ...{ addr: user, password: 'x', oauth2: false, certificateChecks: 'acceptInvalidCertificates' },
    ...{ imapServer: '127.0.0.1', imapPort: imap, imapSecurity: 'plain', imapUser: user, imapFolder: null },
    ...{ smtpServer: '127.0.0.1', smtpPort: smtp, smtpSecurity: 'plain', smtpUser: user, smtpPassword: 'x' },
  });
  await rpc.startIo(account);
  const chat = await rpc.createChatByContactId(account, await rpc.createContact(account, address, null));
  let heard = 0;
  const received = async (): Promise<readonly Message[]> => {
    const ids = await rpc.getMessageIds(account, chat, false, false);
    const messages = await Promise.all(ids.map(id => rpc.getMessage(account, id)));
    return messages
      .filter(({ fromId }) => fromId !== SELF)
      .map(({ text, viewType, fileName, hasHtml }) => ({ text, view: viewType, file: fileName, hasHtml }));
  };
  const player: ChatPlayer = {
    say: async line => {
      await rpc.miscSendTextMessage(account, chat, line);
    },
    hears: async count => {
      for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
        const messages = await received();
        if (messages.length >= heard + count) {
          heard += count;
          return messages.slice(heard - count, heard);
        }
        await sleep(LOOK_MS);
      }
      throw new Error(`${name} has heard ${JSON.stringify(await received())}`);
    },
    close,
  };
  open.push(player);
  return player;
}

const isBoard = ({ view, file, hasHtml, text }: Message): boolean =>
  view === 'Image' && file === 'board.png' && !hasHtml && text.length <= 500;

async function said(who: ChatPlayer, line: string, count = 1): Promise<readonly Message[]> {
  await who.say(line);
  return who.hears(count);
}

/** The text of the first message that answers a line. */
const answered = async (who: ChatPlayer, line: string): Promise<string> => textOf(await said(who, line));
const heard = async (who: ChatPlayer): Promise<string> => textOf(await who.hears(1));
const textOf = ([first]: readonly Message[]): string => first?.text ?? '';

it('challenges, is refused a move, plays a game and talks, all in one chat', async () => {
  const [dora, emil] = await Promise.all([chatPlayer('Dora'), chatPlayer('Emil')]);
  expect(await answered(dora, 'signup dora')).toContain('Welcome, dora!');
  await said(emil, 'signup emil');

  const [opened] = await said(dora, 'nex challenge -size=2 me emil');
  expect(opened).toSatisfy(isBoard);
  expect(opened?.text).toContain('your turn, dora. You are Black (B).');
  expect((await emil.hears(1))[0]).toSatisfy(isBoard);

  const [refused] = await said(dora, 'a1 z9');
  expect(refused).toSatisfy(isBoard);
  expect(refused?.text).toContain("I read 'a1 z9': there is no z9 on this board (a1 to b2).");

  expect(await answered(dora, 'a1 b2')).toContain('dora played a1,b2');
  expect(await heard(emil)).toContain('your turn, emil. You are White (W).');

  expect(await answered(emil, 'chat Well met, Dora!')).toContain('Well met, Dora!');
  expect(await heard(dora)).toContain('Well met, Dora!');
  await said(dora, 'chat You too.');
  expect(await heard(emil)).toContain('You too.');

  expect((await said(emil, 'a2 b1'))[0]).toSatisfy(isBoard);
  await dora.hears(1);
  await said(dora, 'b1,b2,a1');
  await emil.hears(1);
  const [won] = await said(emil, 'a1');
  expect(won).toSatisfy(isBoard);
  expect(won?.text).toContain('you won, emil!');
  expect(await heard(dora)).toContain('You were Black (B).');
  await said(dora, 'Thanks for the game!');
  expect(await heard(emil)).toContain('Thanks for the game!');

  const pieces = await said(dora, 'help commands', 3);
  for (const { text } of pieces) expect(text.length).toBeLessThanOrEqual(1200);
});
