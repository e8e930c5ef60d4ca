// `nexpost verify`: checks mails and proofs of games against each other, without a network.
import { readFile } from 'node:fs/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { reasonOf } from '#games/kit/assert.ts';
import { checkBundle, nameBoard } from '#ledger/bundle.ts';
import { parseLogField, parseLogKey } from '#ledger/note.ts';
import { createVerb } from '../shell/command-line.ts';
import { Misuse } from '../shell/verb.ts';
import { type LoggedMail, type LoggedProof, compareEvidence } from './compare.ts';
import { findGameFaults, findOtherRobotMoves } from './game.ts';

/** A line of the report. A kind that begins with `ok` tells of no fault. */
export interface ReportLine {
  readonly kind: string;
  readonly text: string;
}

/** What was read. `lines`: what is wrong with it, or could not be read. */
export interface Evidence {
  readonly mails: LoggedMail[];
  readonly proofs: LoggedProof[];
  readonly lines: ReportLine[];
}

/** Bytes of a file, and of a proof. */
const MOST_BYTES = 256 * 1024 ** 2;
const MOST_PROOF_BYTES = 8 * 1024 ** 2;
/** Mails within mails. */
const MOST_DEPTH = 3;
const PROOF = /^\s*\{\s*"format": "nexpost-proof"/;

export async function readEvidence(files: readonly string[]): Promise<Evidence> {
  const found: Evidence = { mails: [], proofs: [], lines: [] };
  const known = new Set<string>();
  const addProof = (source: string, text: string): void => {
    if (known.has(text)) return;
    known.add(text);
    const checked = checkBundle(text.slice(0, MOST_PROOF_BYTES).replaceAll('\r\n', '\n'));
    if (checked.ok) found.proofs.push({ source, proved: checked.value });
    else found.lines.push({ kind: 'wrong', text: `${source}: ${checked.reason}` });
  };
  const addMail = async (source: string, bytes: Buffer, depth = 0): Promise<void> => {
    const mail = await simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
    if (mail.headers.size === 0) throw new Error('it is neither a mail nor a proof');
    for (const { filename = 'a file', contentType, content } of mail.attachments)
      if (PROOF.test(content.toString('latin1', 0, 99)) || filename.endsWith('.proof.json'))
        addProof(`${source}, ${filename}`, content.toString());
      else if (contentType === 'message/rfc822' && depth < MOST_DEPTH)
        await addMail(`${source}, ${filename}`, content, depth + 1);
    addField(found, source, mail);
  };
  for (const file of files) {
    const bytes = await readFile(file);
    const isProof = PROOF.test(bytes.toString('latin1', 0, 99));
    const isWhole = bytes.length <= MOST_BYTES;
    if (isProof) addProof(file, bytes.toString());
    if (!isWhole) found.lines.push({ kind: 'ok, but', text: `${file} has more than ${MOST_BYTES} bytes: divide it` });
    const mails = isProof || !isWhole ? [] : splitMailbox(bytes.toString('latin1'));
    for (const [i, mail] of mails.entries()) {
      const source = mails.length === 1 ? file : `${file}, mail ${i + 1}`;
      await addMail(source, Buffer.from(mail, 'latin1')).catch((error: unknown) =>
        found.lines.push({ kind: 'ok, but', text: `${source} cannot be read: ${reasonOf(error)}` }),
      );
    }
  }
  return found;
}

function addField({ mails, lines }: Evidence, source: string, mail: ParsedMail): void {
  const [value, ...others] = new Set([mail.headers.get('nexpost-log') ?? []].flat());
  if (value === undefined) return;
  const field = typeof value === 'string' && others.length === 0 ? parseLogField(value) : null;
  const written = findTime(mail, 'date');
  if (field === null) lines.push({ kind: 'wrong', text: `${source}: the signature of its field Nexpost-Log is wrong` });
  // The server of the reader writes the first field `Received`.
  else mails.push({ source, written, arrived: findTime(mail, 'received') ?? written, field });
}

function findTime({ headerLines }: ParsedMail, name: 'date' | 'received'): number | null {
  const line = headerLines.find(({ key }) => key === name)?.line ?? '';
  const at = Date.parse(line.slice((name === 'date' ? line.indexOf(':') : line.lastIndexOf(';')) + 1));
  return Number.isNaN(at) ? null : at;
}

/** The mails of an mbox, each behind a line that begins with `From ` and has a time. Another text is one mail. */
function splitMailbox(text: string): readonly string[] {
  const [mark = ''] = /^(?:\xef\xbb\xbf)?\s*/.exec(text) ?? [];
  const whole = text.slice(mark.length);
  if (!whole.startsWith('From ')) return [whole];
  return whole
    .split(/(?<=\n\r?\n)(?=From [^\n]*\d\d:\d\d)/)
    .map(mail => mail.slice(mail.indexOf('\n') + 1).replace(/^>(>*From )/gm, '$1'));
}

/** What each kind of difference means. */
const MEANINGS = {
  fork: 'No log can hold both: the server has shown two different logs.',
  changed: 'A record was changed after a mail had told of it.',
  late: 'It was entered into the log at another time than it says.',
  old: 'The server has shown an older state of the log after a newer one.',
  unlinked: 'This is no fault, but nothing here shows that they are of the same log.',
} as const;

/** `key` empty: any is right. `robot`: are robots' moves played again? */
export function judge(
  { mails, proofs, lines }: Evidence,
  { key: wantedKey, robot }: { readonly key: string; readonly robot: boolean } = { key: '', robot: false },
): readonly ReportLine[] {
  const keys = [
    ...new Set([...mails.map(({ field }) => field.key.text), ...proofs.map(({ proved }) => proved.bundle.key)]),
  ];
  const found = keys.flatMap(key =>
    compareEvidence(
      mails.filter(({ field }) => field.key.text === key),
      proofs.filter(({ proved }) => proved.bundle.key === key),
    ),
  );
  const names = keys.map(key => parseLogKey(key)?.name);
  const shown = mails.filter(({ field }) => field.told !== null).length;
  return [
    ...keys.map(key => ({
      kind: wantedKey === '' || key === wantedKey ? 'ok' : 'other key',
      text: `signed by ${key}`,
    })),
    ...names
      .filter((name, i) => names.indexOf(name) < i)
      .map(name => ({ kind: 'fork', text: `the log ${name ?? ''} has two keys. ${MEANINGS.fork}` })),
    ...(mails.length === 0
      ? []
      : [{ kind: 'ok', text: `${mails.length} signed checkpoints of mails, ${shown} of which show a board` }]),
    ...proofs.flatMap(({ source, proved: { bundle } }) => {
      const wrong = findGameFaults(bundle.events);
      if (wrong.length > 0) return wrong.map(fault => ({ kind: 'wrong', text: `${source}: ${fault}` }));
      const others = robot ? findOtherRobotMoves(bundle.events) : [];
      if (others.length > 0) return others.map(other => ({ kind: 'other move', text: `${source}: ${other}` }));
      return [{ kind: 'ok', text: `${source}: ${nameBoard(bundle)}, ${bundle.events.length} events` }];
    }),
    ...lines,
    ...found.map(({ kind, sources, what }) => ({
      kind: kind === 'unlinked' ? 'ok, but' : kind,
      text: `${sources.join(' and ')}: ${what}. ${MEANINGS[kind]}`,
    })),
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
    const isWrong = !lines.every(({ kind }) => kind.startsWith('ok'));
    const ending = lines.length === 0 ? 'There is nothing to verify.' : 'Everything agrees.';
    // Names of files and boards come from mails: none may look like a line of the report.
    for (const { kind, text } of lines) io.stdout.write(`${kind}: ${text.replace(/\p{Cc}/gu, '?')}\n`);
    io.stdout.write(`${isWrong ? 'Something is wrong.' : ending}\n`);
    return isWrong ? 1 : 0;
  },
});
