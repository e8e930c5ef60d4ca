// Screens the words of a mail before its lines send them to other people.
import { createLruCache, createWeakCache } from '#games/kit/remember.ts';
import { formatAndList } from '#games/kit/refusal.ts';
import { formatTree, parseTree } from '#core/board/answer-tree.ts';
import { type Notification, tell } from '#core/players/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { type MatchRef, matchKey } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import { findNote } from '#core/board/acts/chat.ts';
import { mayHoldPassword } from '#core/language/reply-lines.ts';
import { type Screened, type ScreenedWords, screenWords, type WriterSecrets } from '#core/language/screen-words.ts';
import type { ParseContext, Statement, ParsedMail } from '#core/language/statement.ts';
import { playerName } from '#core/board/match.ts';
import type { MailState } from './mail-state.ts';

export interface OutgoingWords {
  /** `words`: those of the line, and those of the mail. */
  readonly lines: readonly { readonly statement: Statement; readonly words: string }[];
  /** Tells the writer what was left out. Empty if nothing was. */
  readonly notices: readonly Notification[];
}

/** A command that keeps its words private gets them as they are. */
export function screenMail(mailState: MailState, mail: ParsedMail, context: ParseContext): OutgoingWords {
  const typedWords = mail.statements.map(({ parseResult }) => (parseResult.ok ? (parseResult.value.words ?? '') : ''));
  const hasWords = [mail.comment, ...typedWords].some(words => words !== '');
  if (!hasWords) return { lines: mail.statements.map(statement => ({ statement, words: '' })), notices: [] };
  const secrets = collectSecrets(mailState, mail.statements, context);
  const screen = (text: string): ScreenedWords => {
    // A decision that lacked data runs again. Then the words are screened once, since the secrets are the same.
    const screened = cachedScreens(mailState.request.mail, () => createLruCache(Infinity));
    return screened(JSON.stringify([text, secrets]), () => screenWords(text, secrets));
  };
  const screenedComment = screen(mail.comment);
  const found = new Set<Screened>();
  const lines = mail.statements.map((statement, index) => {
    const typed = typedWords[index] ?? '';
    const below = statement === mail.thoughts ? '' : mail.comment;
    const all = typed === '' ? below : `${typed}\n${below}`.trim();
    if (statement.command?.isPrivate === true) return { statement, words: all };
    const screened = typed === '' ? screenedComment : screen(all);
    for (const each of screened.found) found.add(each);
    return { statement, words: screened.words };
  });
  return { lines, notices: found.size === 0 ? [] : [noticeOf([...found])] };
}

const cachedScreens = createWeakCache<ReturnType<typeof createLruCache<ScreenedWords>>>();

const noticeOf = (found: readonly Screened[]): Notification =>
  tell('words-screened', { what: formatAndList(found.map(code => ({ code, parts: {} }))) });

/** `writers` and `opponents`: what else a line with a password is told by. */
interface MailSecrets extends WriterSecrets {
  readonly writers: readonly string[];
  readonly opponents: readonly string[];
}

/** The secrets of everybody for whom the mail acts, at the boards that it is about. */
function collectSecrets(
  { state, identity }: MailState,
  statements: readonly Statement[],
  context: ParseContext,
): MailSecrets {
  const byPassword = statements.map(({ parseResult }) =>
    parseResult.ok ? parseResult.value.credentials?.userid : undefined,
  );
  const writers = [...new Set([identity.sender.userid, ...byPassword])].flatMap(userid => userid ?? []);
  const named = [identity.board?.match, ...statements.map(({ match }) => match)].flatMap(match => match ?? []);
  // A message without a board may quote the mails about any.
  const boards =
    named.length > 0
      ? named
      : writers.flatMap(userid => state.boards(`running/player/${userid}`).slice(0, limits.boardsQuoted));
  state.requireDocuments(boards.map(matchKey));
  const accounts = writers.flatMap(userid => state.account(userid) ?? []);
  const addresses = accounts.flatMap(({ addresses: own, wanted }) => [...own, ...(wanted ?? [])]);
  // No account is loaded because of a word in the comment.
  const known = { ...context, userid: writers[0] ?? null, isUser: (name: string) => writers.includes(name) };
  return {
    ...{ writers, opponents: context.opponents },
    addresses: [...new Set([identity.sender.address, ...addresses])].filter(address => address !== ''),
    told: boards.flatMap(board => writers.flatMap(userid => listTold(state, board, userid))),
    mayHoldPassword: line =>
      !/^[\p{L}\p{N}]*$/u.test(line) &&
      (mayHoldPassword(line, known) || holdsPassword(line, writers, identity.sender.name)),
  };
}

/**
 * Does a word that is in no sentence follow a writer's userid, or a word for password? After the userid alone it is any word on the line,
 * except the name in From, and a surname as in `Alice Smith` or `Alice S.`.
 */
function holdsPassword(line: string, writers: readonly string[], name: string): boolean {
  const text = line.normalize('NFKC').toLowerCase();
  if (!PASSWORD.test(text) && !writers.some(userid => text.includes(userid))) return false;
  const [first = '', second = '', ...rest] = text.match(PARTS) ?? [];
  const isName = /^\p{Lu}\S+ \p{Lu}\p{Ll}*\.?$/u.test(line) || name.toLowerCase().includes(second);
  const isBare = /^\S+ \S/.test(line) && rest.length === 0 && !isName;
  return [first, second, ...rest].some((word, at, words) => {
    const isAsked = PASSWORD_WORD.test(word);
    const isUserid = writers.includes(word.replace(/@.*/, ''));
    const next = words.slice(at + 1, at + (isAsked ? 3 : isUserid ? 2 : 1));
    return next.some(isStrange) || (isUserid && isBare && at === 0);
  });
}

/** Words, whatever sign stands between a userid and a password. */
const PARTS = /[^\s:,;|/()"'`=>]+/g;

const PASSWORD =
  /pass(?:e|word|wort|wd)?|pwd?|senha|kennwort|clave|contrase[nñ]a|parola|пароль|密[码碼]|has[lł]o|wachtwoord|lösenord|heslo/u;
const PASSWORD_WORD = new RegExp(`^(?:\\p{L}*-+)?(?:${PASSWORD.source})$`, 'u');

/** Has the word letters, and digits or signs among them? Cells, times and `2nd` have them as well. */
const isStrange = (word: string): boolean =>
  /\p{L}/u.test(word) &&
  /\d|\p{L}[!#$%&*+?^~_]\p{L}/u.test(word) &&
  !/^(?:\d+\p{L}{1,3}|\d+x\d+|(?:[a-z]{1,2}\d{1,2}-?)+)[.!?]*$|@[^@]*\./u.test(word);

/** The note and the prepared moves that our mails about the board show this player alone. */
function listTold(state: State, ref: MatchRef, userid: string): readonly string[] {
  const match = state.match(ref);
  if (match === null) return [];
  const prepared = (match.prepared ?? []).filter(({ by }) => playerName(match.players[by]) === userid);
  const note = findNote(match, userid) ?? '';
  return [...note.split('\n'), ...prepared.flatMap(({ lines }) => formatTree(parseTree(lines)))];
}
