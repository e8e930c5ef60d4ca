// A service on Dovecot and Postfix by its configuration file alone, and two people who play by mail.
import { writeFileSync } from 'node:fs';
import type { Setting } from '../e2e/conversation.ts';
import { type Player, player } from '../e2e/player.ts';
import type { Program, Serving } from '../e2e/program.ts';
import { DOMAIN, nameIn, PASSWORD, type MailServers } from './mail-servers.ts';

export interface MailService {
  /** Its address. */
  readonly service: string;
  readonly alice: Player;
  readonly bob: Player;
  readonly talk: Setting;
  readonly program: Program;
  /** How verbs of the command line find it. */
  readonly words: readonly string[];
  /** Starts it, and another one with the same data where it has ended. */
  readonly serve: () => Promise<void>;
  readonly serving: () => Serving;
}

interface ServiceOptions {
  /** Of the mail servers, with mailboxes of its own. */
  readonly group?: string;
  /** Its mail goes to its folder `mail` by LMTP or through a pipe, and not to Dovecot. */
  readonly isDelivered?: boolean;
  /** The servers are stopped while people use them. */
  readonly isMortal?: boolean;
  /** The port of its pages, to which its mails link. Absent: mails have no links. */
  readonly webPort?: number;
}

/** The socket for LMTP. */
export const socketOf = (program: Program): string => program.folder('run/lmtp.sock');

export function mailService(
  program: Program,
  { ports }: MailServers,
  { group = '', isDelivered = false, isMortal = false, webPort }: ServiceOptions = {},
): MailService {
  const service = `${nameIn(group, 'games')}@${DOMAIN}`;
  const login = { host: '127.0.0.1', secure: false, user: service, password: PASSWORD };
  const [data, config] = [program.folder('data'), program.folder('config.json')];
  const settings = {
    ...{ address: service, trustedAuthservIds: [DOMAIN], smtp: { ...login, port: ports.submission } },
    ...(webPort === undefined ? {} : { webUrl: `http://127.0.0.1:${webPort}` }),
    ...(isDelivered
      ? { delivery: { maildir: program.folder('mail'), lmtp: socketOf(program) } }
      : { imap: { ...login, port: ports.imap, sweepSeconds: 5 } }),
  };
  writeFileSync(config, JSON.stringify(settings));
  const words = ['--data', data, '--config', config];
  let serving: Serving;
  const named = (role: 'alice' | 'bob'): Player => {
    const address = `${nameIn(group, role)}@${DOMAIN}`;
    return player({
      ...{ address, user: address, password: PASSWORD, isMortal },
      ports: () => ({ smtp: ports.submission, imap: ports.imap }),
    });
  };
  const [alice, bob] = [named('alice'), named('bob')];
  return {
    ...{ service, alice, bob, program, words },
    talk: { service, players: { alice, bob }, run: 'real', board: 101, meanwhile: () => Promise.resolve() },
    serve: async () => {
      serving = await program.serve([...words, '--http-port', String(webPort ?? 0)]);
    },
    serving: () => serving,
  };
}
