// Explains in sentences what happened to a mail, from the lines of the log about it.
import { lookUp } from '#games/kit/look-up.ts';

/** A line of the log. */
export interface LogLine {
  readonly time: string;
  readonly event: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Why a mail gets no answer. */
const SILENT: Readonly<Record<string, string>> = {
  'auto-submitted': 'It was not answered, because a program wrote it: its header says so, or its Subject.',
  bounce: 'It was not answered, because it is a delivery report.',
  list: 'It was not answered, because it came through a mailing list.',
  loop: 'It was not answered, because it came from this service itself, or through too many servers.',
  spam: 'It was not answered, because a filter marked it as spam, and it answers no mail of the service.',
  dmarc:
    'It was not answered, because it fails the policy (DMARC) of the domain in From, and answers no mail of the service.',
  duplicate: 'It was not answered again, because it took effect before: the same sender and Message-ID came twice.',
  from: 'It was not answered, because it does not have exactly one sender.',
  unreadable: 'It was not answered, because it could not be read.',
  'too-large': 'It was answered that it is too large.',
};

function textOf(facts: LogLine['facts'], name: string): string {
  const value = lookUp(facts, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const PROOFS: Readonly<Record<string, string>> = {
  none: 'Nothing proved its sender.',
  token: 'A token of a mail of ours proved its sender.',
  password: 'A password proved its sender.',
  'authentication-results': 'The receiving server proved its sender.',
  dkim: 'Its signature proved its sender.',
};

function explainDone({ facts }: LogLine): string {
  const mails = Number(facts['mails'] ?? 0);
  const unsent = Number(facts['unsent'] ?? 0);
  const written = mails === 1 ? '1 mail was written.' : `${mails} mails were written.`;
  const proof = `${lookUp(PROOFS, textOf(facts, 'proof')) ?? ''} ${explainVerification(facts)}`;
  if (mails === 0 && unsent === 0)
    return removeGaps(`It was read and decided. ${proof} No answer was needed, or it is from a stranger and has no command.`); // prettier-ignore
  const limited = unsent === 0 ? '' : ` ${unsent} more were left out, because a limit was reached.`;
  return removeGaps(`It was read and decided. ${proof} ${written}${limited}`);
}

const removeGaps = (text: string): string => text.replaceAll(/ +/g, ' ').trimEnd();

/** Empty: the service did not verify the sender itself. */
function explainVerification(facts: LogLine['facts']): string {
  const found = textOf(facts, 'verification');
  return found === '' ? '' : `Own verification: ${found}.`;
}

/** The sentence for each event. Other events are shown as they are. */
const SENTENCES: Readonly<Record<string, (line: LogLine) => string>> = {
  'lmtp-taken': () => 'A mail server delivered it by LMTP.',
  'mail-done': explainDone,
  'mail-silent': ({ facts }) =>
    removeGaps(
      `${lookUp(SILENT, textOf(facts, 'reason')) ?? `It was not answered: ${textOf(facts, 'reason')}.`} ${explainVerification(facts)}`,
    ),
  'mail-returned': () => 'It is a delivery report about a mail of ours, and was noted at the address that it names.',
  'mail-unread': ({ facts }) =>
    `Reading it took too much time or memory (${textOf(facts, 'why')}). It is in Quarantine, and its sender was told.`,
  'mail-failed': ({ facts }) =>
    `A bug of nexpost stopped it (try ${textOf(facts, 'times')} of 3): ${textOf(facts, 'why').split('\n', 1)[0] ?? ''}.`,
  'mail-deadly': () => 'It is in Quarantine unread, because the service died three times while it was in progress.',
  'document-damaged': ({ facts }) => `It needs data that is damaged, and is in Quarantine: ${textOf(facts, 'why')}.`,
  'board-damaged': ({ facts }) => `A line of it needs a damaged board: ${textOf(facts, 'board')}.`,
  'mail-sent': ({ facts }) =>
    `The SMTP server took mail ${textOf(facts, 'mail')}${facts['answer'] === '' ? '' : `, and said "${textOf(facts, 'answer')}"`}.`,
  'mail-delayed': ({ facts }) =>
    `The SMTP server did not take mail ${textOf(facts, 'mail')} now (try ${textOf(facts, 'tries')}): ${textOf(facts, 'why')}.`,
  'mail-given-up': ({ facts }) => `Mail ${textOf(facts, 'mail')} was given up: ${textOf(facts, 'why')}.`,
};

/** `2026-11-26T10:00:00.000Z  It was read and decided. …` */
export const explainLine = (line: LogLine): string =>
  `${line.time}  ${lookUp(SENTENCES, line.event)?.(line) ?? `${line.event} ${JSON.stringify(line.facts)}`}`;

const idsIn = (text: unknown): readonly string[] => (typeof text === 'string' && text !== '' ? text.split(' ') : []);

/**
 * The lines about a mail and about its answers, in their order. `ids`: other ids of the mail in the log. Lines before the one with the
 * Message-ID are found by the id that both have.
 */
export function findLines(
  lines: readonly LogLine[],
  messageId: string,
  ids: readonly string[] = [],
): readonly LogLine[] {
  const named = messageId === '' ? [] : lines.filter(({ facts }) => facts['messageId'] === messageId);
  const ownIds = new Set([...ids, ...named.map(({ facts }) => facts['mail'])]);
  const own = lines.filter(({ facts }) => facts['mail'] !== undefined && ownIds.has(facts['mail'] as string));
  const answers = new Set(own.flatMap(({ facts }) => idsIn(facts['answers'])));
  const wanted = new Set([...named, ...own]);
  return lines.filter(line => wanted.has(line) || answers.has(line.facts['mail'] as string));
}

/** The answers of a mail that no line says were sent or given up. */
export function findOpenAnswers(lines: readonly LogLine[]): readonly string[] {
  const ended = new Set(
    lines.filter(({ event }) => event === 'mail-sent' || event === 'mail-given-up').map(({ facts }) => facts['mail']),
  );
  return [...new Set(lines.flatMap(({ facts }) => idsIn(facts['answers'])))].filter(id => !ended.has(id));
}
