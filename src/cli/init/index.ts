// `nexpost init`: asks for the address and the servers, tries them, and writes the configuration.
import { resolve } from 'node:path';
import { inspectDnsRecords, readSignatures } from '../check/dns-records.ts';
import { createLookups, type Lookups } from '../check/lookups.ts';
import { formatOptionLines, type OptionTable, parseOptions } from '../shell/command-line.ts';
import type { ExitStatus, Io, Verb } from '../shell/verb.ts';
import { askAboutMail, domainOf } from './ask-about-mail.ts';
import { createAsker } from './asker.ts';
import { requireNewFile, USER, writeConfiguration } from './configuration-file.ts';
import { explainStart } from './explain-start.ts';

const OPTIONS = {
  config: { kind: 'text', default: './nexpost.json', sentence: 'the file to write' },
} as const satisfies OptionTable;

const findOperatorFault = (answer: string): string | null =>
  answer === '' || /^[^\s@]+@[^\s@]+$/.test(answer) ? null : 'It is an address such as you@example.org, or empty.';

/** The conversation. `config`: the file to write. `lookups`: the DNS. */
export async function initialise(config: string, io: Io, lookups: Lookups): Promise<ExitStatus> {
  const file = resolve(config);
  await requireNewFile(file);
  const asker = createAsker(io);
  try {
    const answers = await askAboutMail(asker, lookups);
    const { address } = answers.configuration;
    const operator = await asker.ask({
      text: 'Your own address, for mails about errors (empty: none)',
      usual: '',
      findFault: answer =>
        answer.toLowerCase() === address.toLowerCase()
          ? 'Name another than that of the service.'
          : findOperatorFault(answer),
    });
    const written = await writeConfiguration(file, {
      ...answers.configuration,
      ...(operator === '' ? {} : { operator }),
    });
    const signatures = answers.header === null ? null : readSignatures(answers.header);
    const records = await inspectDnsRecords(domainOf(address), signatures, lookups);
    const dns = [
      '',
      `The DNS of ${domainOf(address)}, by which others accept its mail:`,
      ...records.map(({ name, text }) => `  ${name}: ${text.replaceAll('\n', '\n    ')}`),
    ];
    for (const line of ['', written, ...dns, ...(await explainStart(file, answers))]) asker.tell(line);
    return 0;
  } finally {
    asker.close();
  }
}

export const init: Verb = {
  usage: 'nexpost init [--config FILE]',
  help: `${formatOptionLines(OPTIONS)}

Asks for the address of the service and its mail servers. It guesses them from the
DNS, finds out how they encrypt, logs in, and sends one mail to the address with a
detail behind a plus, which it takes away again. Then it writes the configuration,
with the mode 0600, and prints the DNS records that are missing, a unit of
systemd, and how to start.

It changes nothing else, and never replaces a file. As root it gives the file to the
user ${USER}, if there is one. Answers may come from a pipe, a line each.
`,
  run: (args, io) => initialise(parseOptions(args, OPTIONS).config, io, createLookups()),
};
