// Screens the words of a mail before its lines send them to other people.
import { formatAndList } from '#games/kit/lists.ts';
import { formatTree, parseTree } from '../board/answer-tree.ts';
import type { Notification } from '../decision/decision.ts';
import { limits } from '../kernel/limits.ts';
import { type MatchRef, matchKey } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import { findNote } from '../matches/note.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';
import { tidy } from '../kernel/words.ts';
import { mayHoldPassword } from '../reading/reply-lines.ts';
import { type Screened, screenWords, type WriterSecrets } from '../reading/screen-words.ts';
import type { ParseContext, Statement } from '../reading/statement.ts';
import { playerName } from '../board/match.ts';
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
  const below = screenWords(mail.comment, secrets);
  const found = new Set<Screened>();
  const lines = mail.statements.map((statement, index) => {
    const typed = typedWords[index] ?? '';
    if (statement.command?.isPrivate === true) return { statement, words: joinWords(typed, mail.comment) };
    const line = screenWords(typed, secrets);
    for (const each of [...line.found, ...below.found]) found.add(each);
    return { statement, words: joinWords(line.words, below.words) };
  });
  return { lines, notices: found.size === 0 ? [] : [noticeOf([...found])] };
}

const joinWords = (...parts: readonly string[]): string => parts.filter(part => part !== '').join('\n');

const noticeOf = (found: readonly Screened[]): Notification => ({
  kind: 'done',
  done: {
    code: 'words-screened',
    parts: { what: formatAndList(found.map(code => ({ code, parts: {} }))) },
  },
});

/** The secrets of everybody for whom the mail acts, at the boards that it is about. */
function collectSecrets(
  { state, identity }: MailState,
  statements: readonly Statement[],
  context: ParseContext,
): WriterSecrets {
  const byPassword = statements.map(({ parseResult }) =>
    parseResult.ok ? parseResult.value.credentials?.userid : undefined,
  );
  const writers = [...new Set([identity.sender.userid, ...byPassword])].flatMap(userid => userid ?? []);
  const named = [identity.board?.match, ...statements.map(({ match }) => match)].flatMap(match => match ?? []);
  // A message without a board may quote the mails about any.
  const boards = named.length > 0 ? named : writers.flatMap(userid => listNewestRunning(state, userid));
  state.requireLoaded(boards.map(ref => ({ kind: 'document', key: matchKey(ref) })));
  const accounts = writers.flatMap(userid => state.account(userid) ?? []);
  const addresses = accounts.flatMap(({ addresses: own, wanted }) => [...own, ...(wanted ?? [])]);
  // No account is loaded because of a word in the comment.
  const known = {
    ...context,
    userid: writers[0] ?? null,
    isUser: (name: string) => writers.includes(name) || context.opponents.includes(name),
  };
  return {
    addresses: [...new Set([identity.sender.address, ...addresses])].filter(address => address !== ''),
    told: boards.flatMap(board => writers.flatMap(userid => listTold(state, board, userid))),
    mayHoldPassword: line => mayHoldPassword(line, known) || isBareLogin(line, identity.sender),
  };
}

const listNewestRunning = (state: State, userid: string): readonly MatchRef[] =>
  state.boards(`running/player/${userid}`).slice(0, limits.boardsQuoted);

/** `alice Sesame-7`: the writer's userid with one word behind it. The name in From is no password. */
function isBareLogin(line: string, { userid, name }: MailState['identity']['sender']): boolean {
  const [first = '', second, ...rest] = tidy(line).split(' ');
  if (userid === null || first.toLowerCase() !== userid || second === undefined || rest.length > 0) return false;
  return !name.toLowerCase().includes(second.toLowerCase());
}

/** The note and the prepared moves that our mails about the board show this player alone. */
function listTold(state: State, ref: MatchRef, userid: string): readonly string[] {
  const match = state.match(ref);
  if (match === null) return [];
  const prepared = (match.prepared ?? []).filter(({ by }) => playerName(match.players[by]) === userid);
  const note = findNote(match, userid) ?? '';
  return [...note.split('\n'), ...prepared.flatMap(({ lines }) => formatTree(parseTree(lines)))];
}
