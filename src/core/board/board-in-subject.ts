// Recognises the Subjects that the service itself writes, and the board each names.
import { type AnyGame, findNamedGame } from '#games/game.ts';
import type { MatchRef } from '../kernel/documents.ts';

/** What our Subjects say behind the board and the name: `Nex Board 101 bob: your turn`. In all languages; a test compares them with the sentences. */
const TAIL =
  /^((?:new |reminder: |nag: ?)?[a-z]+ board \d{1,9}(?: [a-z][a-z0-9_-]{1,15})?): (?:your turn|your answer, please|to move|waiting|you won|[a-z][a-z0-9_-]{1,15} won|a draw|void|é a tua vez|responde, por favor|joga agora|à espera|ganhaste|ganhou [a-z][a-z0-9_-]{1,15}|empate|sem efeito)(?=\s|$)/i;

const removeTail = (subject: string): string => subject.replace(TAIL, '$1');

/**
 * `New Nex Board 101 alice: your turn`, `Reminder: Nex Board 101 bob`, `Nex Board 101 Error`, `Nex Board 101`, `Nex chat 101 bob`,
 * `Nex board 101 has been removed`: the board they name is context and no command, unless a move follows.
 */
export function findBoardInSubject(subject: string, games: readonly AnyGame[]): MatchRef | null {
  const match =
    /^(?:new |reminder: |nag: ?)?([a-z]+) (board|chat) (\d{1,9})(?: (has been removed|[^\s#]+))?(?: \*\*)?$/i.exec(
      removeTail(subject),
    );
  if (match === null) return null;
  const [, name = '', kind = '', number = '', word = ''] = match;
  // Our Subject of a chat names its reader. Without a name it is a command typed by a player.
  if (kind.toLowerCase() === 'chat' && word === '') return null;
  const game = findNamedGame(games, name)?.game ?? null;
  if (game === null || game.looksLikeMove(word)) return null;
  return { game: game.name, number: Number(number) };
}

/** Removes the separator that people put between our Subject and their move, as in `Re: Nex Board 101 bob - b3,a3`. */
export const removeSeparator = (subject: string): string =>
  removeTail(subject).replace(
    /^((?:new |reminder: |nag: ?)?[a-z]+ board \d{1,9}(?: [a-z][a-z0-9_-]{1,15})?) ?[-:|,\u2013\u2014]+ /i,
    '$1 ',
  );

/** The board that one of our Subjects or a typed command names: `nex move 101 b3,a3`, `nex show board 101`. */
export function findTypedBoard(subject: string, games: readonly AnyGame[]): MatchRef | null {
  const [, name = '', number = ''] =
    /^(?:new |reminder: |nag: ?)?([a-z]+) [a-z]+ (?:board )?(\d{1,9})(?:\D|$)/i.exec(subject) ?? [];
  const game = findNamedGame(games, name)?.game ?? null;
  return game === null ? null : { game: game.name, number: Number(number) };
}

/** The other Subjects that the service writes (templates/letters). In a reply to one of them the Subject says nothing. */
const NOTE_SUBJECTS = [
  /^(?:historical )?list of .+ games$/i,
  /^[a-z]+ file \d+$/i,
  /^welcome to nexpost, .+$/i,
  /^nexpost(?:: .+| in one mail)$/i,
  /^invalid challenge$/i,
  /^standings of .+$/i,
  /^[a-z]+ error$/i,
  /^broadcast from [a-z][a-z0-9_-]+ via nexpost$/i,
  /^please confirm.*$/i,
  /^your (?:mail to|address at|account at) nexpost.*$/i,
];

/** `alice invites you to a game of Nex by email`. */
const isInvitation = (subject: string): boolean =>
  subject.toLowerCase().indexOf(' invites you to a game of ') > 0 && / by email$/i.test(subject);

export const isOwnNote = (subject: string): boolean =>
  isInvitation(subject) || NOTE_SUBJECTS.some(note => note.test(subject));

/** The writer of the message this Subject answers: `Re: Message from alice` goes to alice. */
export const findWriterInSubject = (subject: string): string | null =>
  /^(?:message from|mensagem de) ([a-z][a-z0-9_-]{1,15})$/i.exec(subject)?.[1] ?? null;
