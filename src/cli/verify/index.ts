// `nexpost verify`: checks mails and proofs of games against each other, without a network.
import { readFile } from 'node:fs/promises';
import { simpleParser } from 'mailparser';
import { checkBundle, nameBoard } from '#ledger/bundle.ts';
import { parseLogField } from '#ledger/note.ts';
import { createVerb } from '../shell/command-line.ts';
import { Misuse } from '../shell/verb.ts';
import { type LoggedMail, type LoggedProof, compareEvidence } from './compare.ts';
import { findGameFaults, findOtherRobotMoves } from './game.ts';

/** What was read. `faults`: what no service has sent so. */
export interface Evidence {
  readonly mails: LoggedMail[];
  readonly proofs: LoggedProof[];
  readonly faults: string[];
}

/** Bytes of a file. */
const MOST_BYTES = 256 * 1024 ** 2;

export async function readEvidence(files: readonly string[]): Promise<Evidence> {
  const found: Evidence = { mails: [], proofs: [], faults: [] };
  for (const file of files) {
    const bytes = await readFile(file);
    if (bytes.length > MOST_BYTES) found.faults.push(`${file}: it has more than ${MOST_BYTES} bytes`);
    else if (/^\s*\{/.test(bytes.toString('latin1', 0, 99))) addProof(found, file, bytes.toString());
    else {
      const mails = splitMailbox(bytes);
      for (const [i, mail] of mails.entries())
        await addMail(found, mails.length === 1 ? file : `${file}, mail ${i + 1}`, mail);
    }
  }
  return found;
}

function addProof({ proofs, faults }: Evidence, source: string, text: string): void {
  const checked = checkBundle(text);
  if (checked.ok) proofs.push({ source, proved: checked.value });
  else faults.push(`${source}: ${checked.reason}`);
}

async function addMail(found: Evidence, source: string, bytes: Buffer): Promise<void> {
  const mail = await simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
  for (const { filename = '', content } of mail.attachments)
    if (filename.endsWith('.proof.json')) addProof(found, `${source}, ${filename}`, content.toString());
  const value = mail.headers.get('nexpost-log');
  if (value === undefined) return;
  const field = typeof value === 'string' ? parseLogField(value) : null;
  if (field === null) found.faults.push(`${source}: the signature of its field Nexpost-Log is wrong`);
  else
    found.mails.push({ source, at: findArrival(mail.headers.get('received')) ?? mail.date?.getTime() ?? null, field });
}

/** When the reader's own server received a mail: it writes the first field `Received`. */
function findArrival(received: unknown): number | null {
  const first: unknown = Array.isArray(received) ? received[0] : received;
  const at = typeof first === 'string' ? Date.parse(first.slice(first.lastIndexOf(';') + 1)) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The mails of an mbox, each behind a line that begins with `From `. Other bytes are one mail. */
function splitMailbox(bytes: Buffer): readonly Buffer[] {
  if (bytes.toString('latin1', 0, 5) !== 'From ') return [bytes];
  const mails: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf('\nFrom ', start);
    const end = next < 0 ? bytes.length : next + 1;
    const mail = bytes.toString('latin1', bytes.indexOf('\n', start) + 1, end);
    mails.push(Buffer.from(mail.replace(/^>(>*From )/gm, '$1'), 'latin1'));
    start = end;
  }
  return mails;
}

/** What each kind of difference means. */
const MEANINGS = {
  fork: 'No log can hold both: the server has shown two different logs.',
  changed: 'A record was changed after a mail had told of it.',
  late: 'An event was entered into the log at another time than it says.',
  old: 'The server has shown an older state of the log after a newer one.',
  unlinked: 'This is no fault, but nothing here shows that they are of the same log.',
} as const;

/** Lines for people. A line that begins with `ok` tells of no fault. `key` empty: any is right. `robot`: are robots' moves played again? */
export function judge(
  { mails, proofs, faults }: Evidence,
  { key: wantedKey, robot }: { readonly key: string; readonly robot: boolean } = { key: '', robot: false },
): readonly string[] {
  const keys = [
    ...new Set([...mails.map(({ field }) => field.key.text), ...proofs.map(({ proved }) => proved.bundle.key)]),
  ];
  const found = keys.flatMap(key =>
    compareEvidence(
      mails.filter(({ field }) => field.key.text === key),
      proofs.filter(({ proved }) => proved.bundle.key === key),
    ),
  );
  return [
    ...keys.map(key => `${wantedKey === '' || key === wantedKey ? 'ok' : 'other key'}: signed by ${key}`),
    ...(mails.length === 0 ? [] : [`ok: ${mails.length} signed checkpoints of mails`]),
    ...proofs.flatMap(({ source, proved: { bundle } }) => {
      const wrong = findGameFaults(bundle.events);
      if (wrong.length > 0) return wrong.map(fault => `wrong: ${source}: ${fault}`);
      const others = robot ? findOtherRobotMoves(bundle.events) : [];
      if (others.length > 0) return others.map(other => `other move: ${source}: ${other}`);
      return [`ok: ${source}: ${nameBoard(bundle)}, ${bundle.events.length} events`];
    }),
    ...faults.map(fault => `wrong: ${fault}`),
    ...found.map(({ kind, sources, what }) => {
      const told = kind === 'unlinked' ? 'ok, but' : kind;
      return `${told}: ${sources.join(' and ')}: ${what}. ${MEANINGS[kind]}`;
    }),
  ];
}

export const verify = createVerb({
  name: 'verify',
  takes: 'FILE…',
  options: {
    key: { kind: 'text', value: 'KEY', sentence: 'the public key of the log that all must be signed with' },
    robot: {
      kind: 'flag',
      sentence: 'lets the robots of this version search again, and compares their moves: minutes a game',
    },
  },
  help: `
Checks mails of a service (.eml, mbox) and proofs of games (.proof.json) against each
other: the signatures, that the log holds the games, that these follow the rules, the
clocks and the ratings, and that all of it can come from one log. docs/log.md explains
the answers. Exit status 1 when something is wrong.`,
  run: async ({ names, values }, io) => {
    if (names.length === 0) throw new Misuse('verify needs a file: a mail, a mailbox or a proof.');
    const lines = judge(await readEvidence(names), values);
    const isWrong = !lines.every(line => line.startsWith('ok'));
    const ending = lines.length === 0 ? 'There is nothing to verify.' : 'Everything agrees.';
    io.stdout.write([...lines, isWrong ? 'Something is wrong.' : ending, ''].join('\n'));
    return isWrong ? 1 : 0;
  },
});
