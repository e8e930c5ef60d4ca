// `nexpost deliver`: puts one mail on the work list of the service, for the pipe of a mail server.
import type { Readable } from 'node:stream';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '#games/kit/assert.ts';
import { parseOwnAddress } from '#adapters/settings/schema.ts';
import { createDeliverMail } from '#adapters/maildir/folders.ts';
import { limits } from '#core/kernel/limits.ts';
import { normaliseRecipient } from '#core/mail/mail-sender.ts';
import { formatTrace } from '#mime/header.ts';
import { createVerb } from '../shell/command-line.ts';
import { CONFIG, readGivenDelivery, switchToOwner } from '../shell/store-place.ts';
import { type ExitStatus, type Verb, readMailBytes } from '../shell/verb.ts';

/** A mail server puts the status code (RFC 3463) of the first line into its report. */
class Undelivered extends Error {
  readonly status: ExitStatus;
  constructor(status: ExitStatus, why: string) {
    super(why);
    this.status = status;
  }
}

const LINE_FEED = 0x0a;

const tooLarge = (): Undelivered =>
  new Undelivered(65, `5.3.4 A mail may have ${limits.mailBytes} bytes here: send it again without attachments.`);

async function readMail(input: Readable): Promise<Buffer> {
  const bytes = await readMailBytes(input);
  if (bytes.length > limits.mailBytes) throw tooLarge();
  if (bytes.length === 0) throw new Undelivered(65, '5.6.0 There is no mail on stdin.');
  // A mail server ends each line. A pipe whose writer was killed ends anywhere.
  if (bytes.at(-1) !== LINE_FEED)
    throw new Undelivered(75, '4.6.0 The mail ends within a line, as if the pipe had broken.');
  // Some mail servers write `From sender date` above the header, as in an mbox.
  return bytes.subarray(0, 5).toString('latin1') === 'From ' ? bytes.subarray(bytes.indexOf('\n') + 1) : bytes;
}

const verb = createVerb({
  name: 'deliver',
  takes: '[RECIPIENT …]',
  options: { config: CONFIG },
  help: `
For a mail server that hands mail to a program, one mail a run: a line of
/etc/aliases, or a pipe of Postfix. The mail is put into 'delivery.maildir', where a
service reads it, whether it runs now or later. LMTP ('delivery.lmtp') does the same
without starting a program for each mail.

With recipients, each must be the service's own address, with or without +detail.

As root it becomes the user who owns the folder.

Exit status 0 when the mail is safe on disk. 65 when it is refused, because it is
too large or empty, 67 when a recipient is not ours, and 75 for everything else: the
mail server tries it again later. The first line on stderr says why.
`,
  run: async ({ names, values }, io) => {
    const { address, delivery } = await readGivenDelivery(values.config);
    const { maildir } = delivery;
    const service = parseOwnAddress(address);
    const own = names.map(each => normaliseRecipient(service, each));
    if (own.includes(null)) throw new Undelivered(67, `5.1.1 Only mail to ${address} is taken here.`);
    await switchToOwner(maildir);
    await access(join(maildir, 'new')).catch((error: unknown) => {
      throw new Error(
        `The folder ${maildir} is not there yet, or closed: start the service first (${reasonOf(error)}).`,
      );
    });
    const mail = await readMail(io.stdin);
    const way = `by ${service.domain} with nexpost deliver`;
    const trace = formatTrace({ from: null, recipients: own.filter(each => each !== null), way, at: new Date() });
    const raw = Buffer.concat([Buffer.from(trace), mail]);
    if (raw.length > limits.mailBytes) throw tooLarge();
    if ((await createDeliverMail(maildir)(raw)) === 'full')
      throw new Undelivered(75, '4.3.1 There is no room now: the mail is to be delivered again later.');
    return 0;
  },
});

export const deliver: Verb = {
  ...verb,
  usage: `${verb.usage} < MAIL`,
  // A wrong command line is the operator's fault too.
  run: (args, io) =>
    verb.run(args, io).catch((error: unknown): ExitStatus => {
      const isKnown = error instanceof Undelivered;
      io.stderr.write(isKnown ? `${error.message}\n` : `4.3.0 The mail is not delivered: ${reasonOf(error)}\n`);
      return isKnown ? error.status : 75;
    }),
};
