// Compares what mails and proofs say of one log. What no log can hold together is found here.
import { type Proved, nameBoard } from '#ledger/bundle.ts';
import type { LogField } from '#ledger/note.ts';
import { countLeading } from '#core/kernel/time.ts';
import { type Hash, findRoot } from '#ledger/tree.ts';

/** A mail with the field of a log. `written` by its own date, and `arrived` by the server of its reader. null: unknown. */
export interface LoggedMail {
  readonly source: string;
  readonly written: number | null;
  readonly arrived: number | null;
  readonly field: LogField;
}

export interface LoggedProof {
  readonly source: string;
  readonly proved: Proved;
}

/**
 * `fork`: no log can hold both. `changed`: the record of a board is not what was told of it. `late`: an event was not in the log when it
 * says that it happened, or was there before. `old`: a later mail has an older checkpoint. `unlinked`: no proof leads to a checkpoint.
 */
export interface Difference {
  readonly kind: 'fork' | 'changed' | 'late' | 'old' | 'unlinked';
  readonly sources: readonly string[];
  readonly what: string;
}

/** The mails that a line names. */
const NAMED = 3;

/** Clocks of mail servers may differ by this. Milliseconds. */
const SLACK_MS = 10 * 60_000;

/** Compares evidence of one log, all of whose signatures are right. */
export function compareEvidence(mails: readonly LoggedMail[], proofs: readonly LoggedProof[]): readonly Difference[] {
  const history: History = {
    before: indexMails(mails, ({ arrived }) => arrived, 1),
    after: indexMails(mails, ({ written }) => written, -1),
  };
  return [
    ...findContradictions([...mails.flatMap(listMailClaims), ...proofs.flatMap(listProofClaims)]),
    ...(proofs.length === 0 ? [] : findUnlinked(mails, proofs)),
    ...findMissing(mails, proofs),
    ...proofs.flatMap(proof => findMisdated(proof, history)),
    ...mails.flatMap(mail => findOlder(mail, history)),
  ];
}

const sizeOf = ({ field }: LoggedMail): number => field.checkpoint.size;
const nameCheckpoint = (size: number): string => `the checkpoint of ${size} entries`;
const nameEvents = (board: string, events: number): string => `the first ${events} events of ${board}`;

/** What can have one value alone. */
interface Claim {
  readonly kind: 'fork' | 'changed';
  readonly source: string;
  readonly name: string;
  readonly value: Hash;
}

function listMailClaims({ source, field: { checkpoint, told } }: LoggedMail): readonly Claim[] {
  const claim: Claim = { kind: 'fork', source, name: nameCheckpoint(checkpoint.size), value: checkpoint.root };
  if (told === null) return [claim];
  const name = nameEvents(told.board, told.events);
  return [claim, { kind: 'changed', source, name, value: Buffer.from(told.head, 'base64') }];
}

function listProofClaims({ source, proved }: LoggedProof): readonly Claim[] {
  const { bundle, entries, nodes, sizes } = proved;
  const roots = [...sizes].map(size => [nameCheckpoint(size), findRoot(nodes, size)] as const);
  const named = [...nodes].map(([name, value]) => [`node ${name} of the tree`, value] as const);
  const told = entries.map((value, i) => [nameEvents(nameBoard(bundle), i + 1), value] as const);
  const toClaims = (kind: Claim['kind'], values: readonly (readonly [string, Hash | null])[]): readonly Claim[] =>
    values.flatMap(([name, value]) => (value === null ? [] : [{ kind, source, name, value }]));
  return [...toClaims('fork', [...roots, ...named]), ...toClaims('changed', told)];
}

/** One contradiction for each two sources. */
function findContradictions(claims: readonly Claim[]): readonly Difference[] {
  const first = new Map<string, Claim>();
  const found = new Map<string, Difference>();
  for (const claim of claims) {
    const { kind, source, name, value } = claim;
    const known = first.get(name);
    if (known === undefined) first.set(name, claim);
    else if (!known.value.equals(value)) {
      const pair = `${kind} ${known.source} ${source}`;
      const sources = [known.source, source];
      if (!found.has(pair)) found.set(pair, { kind, sources, what: `they disagree about ${name}` });
    }
  }
  return [...found.values()];
}

function findUnlinked(mails: readonly LoggedMail[], proofs: readonly LoggedProof[]): readonly Difference[] {
  const linked = new Set(proofs.flatMap(({ proved }) => [...proved.sizes]));
  const sources = mails.filter(mail => !linked.has(sizeOf(mail))).map(({ source }) => source);
  const what = `no proof leads to the checkpoints of ${sources.length} mails`;
  return sources.length === 0 ? [] : [{ kind: 'unlinked', sources: [sources.slice(0, NAMED).join(', ')], what }];
}

/** Records with fewer events than a mail told of. */
function findMissing(mails: readonly LoggedMail[], proofs: readonly LoggedProof[]): readonly Difference[] {
  const byBoard = new Map(proofs.map(proof => [nameBoard(proof.proved.bundle), proof]));
  return mails.flatMap(({ source, field: { told } }): readonly Difference[] => {
    const proof = byBoard.get(told?.board ?? '');
    if (told === null || proof === undefined || told.events <= proof.proved.entries.length) return [];
    const what = `the mail told of ${told.events} events of ${told.board}, and the record has ${proof.proved.entries.length}`;
    return [{ kind: 'changed', sources: [source, proof.source], what }];
  });
}

/** The mail with the largest checkpoint that had arrived before an instant, and the one with the smallest that was written after it. */
interface History {
  readonly before: (at: number) => LoggedMail | undefined;
  readonly after: (at: number) => LoggedMail | undefined;
}

/** `way` 1: the largest before an instant. -1: the smallest after it. */
function indexMails(
  mails: readonly LoggedMail[],
  timeOf: (mail: LoggedMail) => number | null,
  way: 1 | -1,
): (at: number) => LoggedMail | undefined {
  const dated = mails
    .flatMap(mail => {
      const at = timeOf(mail);
      return at === null ? [] : [{ mail, at: at * way }];
    })
    .sort((a, b) => a.at - b.at);
  const best: LoggedMail[] = [];
  for (const [i, { mail }] of dated.entries()) {
    const known = best[i - 1];
    best[i] = known !== undefined && (sizeOf(known) - sizeOf(mail)) * way >= 0 ? known : mail;
  }
  const times = dated.map(({ at }) => at);
  return at => best[countLeading(times, time => time < at * way) - 1];
}

/** Events that the log had not long after they say that they happened, or had long before. */
function findMisdated({ source, proved: { bundle } }: LoggedProof, { before, after }: History): readonly Difference[] {
  const [opening] = bundle.events;
  return bundle.events.flatMap(({ kind, text, ...event }, i): readonly Difference[] => {
    if (typeof event['at'] !== 'number') return [];
    // A board is entered whole when all have accepted.
    const at = Math.max(event['at'], Number(opening?.['at'] ?? 0));
    const place = bundle.places[i] ?? 0;
    const [earlier, later] = [before(at - SLACK_MS), after(at + SLACK_MS)];
    const told = (mail: LoggedMail, when: string): readonly Difference[] => {
      const name = typeof text === 'string' ? `the ${String(kind)} ${text}` : `event ${i + 1}`;
      const what = `${name} of ${nameBoard(bundle)} is dated ${new Date(at).toISOString()}, and when the mail came the log ${when}`;
      return [{ kind: 'late', sources: [mail.source, source], what }];
    };
    if (later !== undefined && sizeOf(later) <= place) return told(later, 'did not have it yet');
    return earlier !== undefined && sizeOf(earlier) > place ? told(earlier, 'had it already') : [];
  });
}

function findOlder(mail: LoggedMail, { after }: History): readonly Difference[] {
  const later = mail.arrived === null ? undefined : after(mail.arrived + SLACK_MS);
  if (later === undefined || sizeOf(later) >= sizeOf(mail)) return [];
  const what = `the later mail has ${nameCheckpoint(sizeOf(later))}, and the earlier one that of ${sizeOf(mail)}`;
  return [{ kind: 'old', sources: [mail.source, later.source], what }];
}
