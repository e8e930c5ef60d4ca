// Faults of the data on disk, each a sentence for the operator: where, what is wrong, what to do.
import { type DocumentKey, type DocumentKind, kindOf } from '#core/state/documents.ts';
import type { Finding } from '#service/ports.ts';

/** Thrown for a file the service cannot start without. */
export class DamagedData extends Error {
  constructor(file: string, what: string) {
    super(
      `${file} is damaged: ${what}. Put a copy from a backup in its place and start again. Moved away, the last changes it holds are lost, and the numbers of boards opened last may be given again.`,
    );
    this.name = 'DamagedData';
  }
}

/** What to do about a damaged document. An account must never be moved away: its name would be free for a stranger. */
const ADVICE: Readonly<Record<DocumentKind, string>> = {
  account: 'Put a copy from a backup in its place; mails that need it are answered and kept in Quarantine until then',
  address: 'Put a copy from a backup in its place; mails that need it are answered and kept in Quarantine until then',
  match: 'Put a copy from a backup in its place, or move the file away: the board is gone then',
  counter: 'The next number is made from the boards there are; nothing need be done',
  parked: 'Put a copy from a backup in its place, or move the file away: its owner is then not asked any more',
  alert:
    'Put a copy from a backup in its place, or move the file away: what it told of can then not be undone any more',
  quota: 'It is made anew: what it counted begins again at nothing',
  optout: 'Put a copy from a backup in its place: it says that somebody wants no invitation',
  stops: 'Put a copy from a backup in its place: it says when clocks stood still; nothing ends by itself until then',
  mailing: 'Put a copy from a backup in its place, or move the file away: whoever has not been written to yet is not',
  subscribers: 'It is made anew: whoever followed these boards must say so again',
  seek: 'Put a copy from a backup in its place, or move the file away: the seek is gone then',
  tournament: 'Put a copy from a backup in its place; games that are played in it cannot end until then',
  series: 'It is made anew at the next start: whoever was entered every time must say so again',
  forgetting:
    'Put a copy from a backup in its place, or run `nexpost forget` again: forgetting somebody has stopped halfway',
  forgotten: 'Put a copy from a backup in its place: it keeps a userid from being given again',
  rating: 'It is made anew: `nexpost ratings rebuild` gives it back from the boards',
};

/** Kinds that are made again, whatever they contained. */
const RENEWED: ReadonlySet<DocumentKind> = new Set(['counter', 'quota', 'subscribers', 'rating', 'series']);

export const isRenewed = (key: DocumentKey): boolean => RENEWED.has(kindOf(key));

export const damagedDocument = (kind: DocumentKind, where: string, why: string): Finding => ({
  level: RENEWED.has(kind) ? 'warn' : 'error',
  where,
  what: `it is damaged: ${why}. ${ADVICE[kind]}.`,
});
