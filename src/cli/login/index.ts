// `nexpost login`: gets a refresh token from the provider of the mailbox, and keeps it in a file.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from '#games/kit/assert.ts';
import { systemClock } from '#adapters/clock.ts';
import { logIn, resolveProvider } from '#adapters/oauth/provider.ts';
import { writeRefreshToken } from '#adapters/oauth/access-tokens.ts';
import { PORT, createVerb } from '../shell/command-line.ts';
import { CONFIG, readGivenSettings, switchToOwner } from '../shell/store-place.ts';
import { toPlainText } from '#games/kit/plain-text.ts';
import { type Io, Misuse, stopSignal } from '../shell/verb.ts';

/** Codes of providers are valid for a shorter time. */
const MAX_MS = 30 * 60_000;

async function run(config: string, port: number, io: Io): Promise<0> {
  const settings = await readGivenSettings(config);
  if (settings === null) throw new Misuse('--config FILE is needed: embedded servers need no login.');
  const { clientId, command } = settings.oauth;
  if (command !== '') throw new Error(`There is nothing to do: ${command} ('oauth.command') prints the access tokens.`);
  if (clientId === '') throw new Error("There is nothing to do: without 'oauth' the service logs in with passwords.");
  const { oauth, imap, smtp } = settings;
  const provider = resolveProvider(oauth);
  if (provider.deviceUrl === '' && provider.authorizeUrl === '')
    throw new Error("'oauth.deviceUrl' or 'oauth.authorizeUrl' is missing: it is the address where users log in.");
  await switchToOwner(dirname(oauth.tokenFile));
  // Before the user logs in, since a token that cannot be kept is lost.
  await access(dirname(oauth.tokenFile), constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new Error(`The folder of 'oauth.tokenFile' cannot be written: ${reasonOf(error)}`);
  });
  const stop = stopSignal();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(MAX_MS)]);
  const context = {
    tell: (text: string) => io.stdout.write(`${toPlainText(text)}\n`),
    sleep: (ms: number) => systemClock.sleep(ms, signal),
    port,
    user: imap?.user ?? smtp.user,
    signal,
  };
  const refreshToken = await logIn(provider, context).finally(stop.release);
  await writeRefreshToken(oauth.tokenFile, refreshToken);
  io.stdout.write(`nexpost is logged in. The refresh token is in ${oauth.tokenFile}.\n`);
  return 0;
}

export const login = createVerb({
  name: 'login',
  options: {
    config: CONFIG,
    port: {
      kind: PORT,
      default: '0',
      sentence: 'where the browser comes back to, on this machine; 0: any free port',
    },
  },
  help: `
For a mailbox whose provider takes access tokens in place of passwords: see 'oauth'
in the configuration. Prints an address, and a code where the provider has codes.
Log in there as the user of the mailbox. The refresh token is written to
'oauth.tokenFile', which only its owner may read. A running service finds it there.

Without codes (Google) the browser must be on this machine, or reach its port:
ssh -L 8400:127.0.0.1:8400 HOST, and there: nexpost login --port 8400.

As root it becomes the user who owns the folder of that file.
`,
  run: ({ values: { config, port } }, io) => run(config, port, io),
});
