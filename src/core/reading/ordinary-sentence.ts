// Answers a line of ordinary language that is neither a command nor one of the everyday words.
import { namesOf } from '#games/game.ts';
import { refused } from '../kernel/refusal.ts';
import type { Meaning, ReplyContext } from './everyday-list.ts';
import { fitsPattern, NEGATION, type Pattern, patternOf, plainWords } from './everyday-pattern.ts';
import { everydaySentences, type SentenceRow } from './everyday-sentences.ts';
import { findPlayRequest } from './play-request.ts';
import { buildRefusal, type ParseContext, parseCommandLine, replyContextOf, type Statement } from './statement.ts';

/** What a line may mean. `isDoubtful`: the writer is asked before it is done. */
export interface Understood {
  readonly statement: Statement;
  readonly isDoubtful: boolean;
}

const ROWS: readonly (SentenceRow & { readonly patterns: readonly Pattern[] })[] = everydaySentences.map(row => ({
  ...row,
  patterns: row.about.map(patternOf),
}));

/** The meaning of the first row that fits. A row for boards counts in an answer to a proposal as well. */
function findSentence(words: readonly string[], context: ReplyContext): Meaning | null {
  const isNegated = fitsPattern(words, NEGATION);
  const meaningOf = (row: SentenceRow): Meaning | undefined =>
    row[context] ?? (context === 'invitation' ? row.mail : row.board);
  const row = ROWS.find(
    each =>
      meaningOf(each) !== undefined &&
      (!isNegated || each.hasNot === true) &&
      each.patterns.some(pattern => fitsPattern(words, pattern)),
  );
  return row === undefined ? null : (meaningOf(row) ?? null);
}

/** What a line means. null: it is not understood. A new game is opened only by a mail of its own, never in a reply. */
export function understandSentence(text: string, context: ParseContext): Understood | null {
  const words = plainWords(text);
  if (words === null || words.length === 0) return null;
  const place = replyContextOf(context);
  const certain = (statement: Statement | null): Understood | null =>
    statement === null ? null : { statement: { ...statement, line: text.trim() }, isDoubtful: false };
  const request = findPlayRequest(words, context);
  if (request !== null && 'elsewhere' in request && place === 'mail') {
    const games = context.games.map(game => namesOf(game)[0] ?? '').join(', ');
    return certain(buildRefusal(text, refused('play-not-here', { games }), context));
  }
  if (request !== null && 'command' in request && (place === 'mail' || request.command.startsWith('help ')))
    return certain(parseCommandLine(request.command, context));
  const meaning = findSentence(words, place);
  if (meaning === null)
    return request !== null && 'whom' in request && place === 'mail'
      ? certain(buildRefusal(text, refused('play-whom', { game: request.whom }), context))
      : null;
  if ('sentence' in meaning) return certain(buildRefusal(text, refused(meaning.sentence), context));
  const statement = parseCommandLine(meaning.command, context);
  return statement === null ? null : { statement, isDoubtful: meaning.isDoubtful === true };
}
