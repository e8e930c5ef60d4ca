// The service on Dovecot and Postfix by its configuration file alone, for the tests of both.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import type { Setting } from '../e2e/conversation.ts';
import type { Account, Player } from '../e2e/player.ts';
import { builtProgram, type Program, type Serving } from '../e2e/program.ts';
import { DOMAIN, PASSWORD, startMailServers, type MailServers } from './mail-servers.ts';

export interface MailService {
  /** Its address. */
  readonly service: string;
  readonly alice: Player;
  readonly bob: Player;
  readonly talk: Setting;
  readonly servers: () => MailServers;
  readonly serving: () => Serving;
  readonly program: () => Program;
  /** Another one where it has ended, with the same data. */
  readonly serve: () => Promise<void>;
}

/** To be called where a test file registers its hooks. `play`: makes somebody who plays by mail. */
export function startMailService(play: (account: Account) => Player): MailService {
  let program: Program;
  let servers: MailServers;
  let serving: Serving;

  const serve = async (): Promise<void> => {
    const words = ['--data', program.folder('data'), '--http-port', '0', '--config', program.folder('config.json')];
    serving = await program.serve(words);
  };

  beforeAll(async () => {
    program = builtProgram();
    servers = await startMailServers(true);
    const login = { host: '127.0.0.1', secure: false, user: `games@${DOMAIN}`, password: PASSWORD };
    const config = {
      address: `games@${DOMAIN}`,
      trustedAuthservIds: [DOMAIN],
      imap: { ...login, port: servers.ports.imap, sweepSeconds: 5 },
      smtp: { ...login, port: servers.ports.submission },
    };
    writeFileSync(program.folder('config.json'), JSON.stringify(config));
    await serve();
  });
  afterAll(async () => {
    await program.remove();
    await servers.close();
  });

  const named = (name: string): Player => {
    const address = `${name}@${DOMAIN}`;
    return play({
      ...{ address, user: address, password: PASSWORD },
      ports: () => ({ smtp: servers.ports.submission, imap: servers.ports.imap }),
    });
  };
  const [alice, bob] = [named('alice'), named('bob')];
  const service = `games@${DOMAIN}`;
  return {
    ...{ service, alice, bob, serve },
    talk: {
      ...{ service, players: { alice, bob }, run: 'real', board: 101 },
      meanwhile: () => Promise.resolve(),
    },
    servers: () => servers,
    serving: () => serving,
    program: () => program,
  };
}
