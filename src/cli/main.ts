// Entry point of the terminal: finds the verb, prints help, reports a user's mistake in a sentence.
import { type Io, Misuse, type Verb, explainFault, readVersion } from './shell/verb.ts';
import { toPlainText } from '#games/kit/plain-text.ts';
import { verbs } from './index.ts';

/** Runs one command line. Returns the exit status. */
export async function runCommandLine(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(
      [
        'nexpost: board games by email.',
        '',
        'Usage: nexpost <verb> [options]',
        '',
        ...verbs.map(verb => `  ${verb.name.padEnd(8)} ${verb.summary}`),
        '',
        '`nexpost <verb> --help` tells all of a verb.',
        '',
      ].join('\n'),
    );
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    io.stdout.write(`nexpost ${readVersion()}\n`);
    return 0;
  }
  const listed = verbs.find(known => known.name === name);
  if (listed === undefined) {
    io.stderr.write(
      `nexpost has no verb '${toPlainText(name)}'. It has: ${verbs.map(known => known.name).join(', ')}.\n`,
    );
    return 2;
  }
  const verb = await listed.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    io.stdout.write(`Usage: ${verb.usage}\n\n${listed.summary}\n\n${verb.help.trimEnd()}\n`);
    return 0;
  }
  return runVerb(verb, rest, io);
}

async function runVerb(verb: Verb, args: readonly string[], io: Io): Promise<number> {
  try {
    return await verb.run(args, io);
  } catch (error) {
    const isMisuse = error instanceof Misuse;
    io.stderr.write(`${toPlainText(explainFault(error))}\n${isMisuse ? `Usage: ${verb.usage}\n` : ''}`);
    return isMisuse ? 2 : 1;
  }
}
