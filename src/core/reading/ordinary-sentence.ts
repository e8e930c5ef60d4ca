// Answers a line of ordinary language that is neither a command nor one of the everyday words.
import { formatAndList } from '#games/kit/lists.ts';
import { refused } from '../kernel/refusal.ts';
import { isCourtesy } from './courtesy.ts';
import type { Meaning, ReplyContext } from './everyday-list.ts';
import { hasPattern, countOtherWords, NEGATION, type Pattern, parsePattern, splitWords } from './everyday-pattern.ts';
import { everydaySentences, type SentenceRow } from './everyday-sentences.ts';
import { findPlayRequest, type PlayRequest } from './play-request.ts';
import { buildRefusal, type ParseContext, parseCommandLine, replyContextOf, type Statement } from './statement.ts';

/** What a line may mean. `isDoubtful`: the writer is asked before it is done. */
export interface Understood {
  readonly statement: Statement;
  readonly isDoubtful: boolean;
}

const ROWS: readonly (SentenceRow & { readonly patterns: readonly Pattern[] })[] = everydaySentences.map(row => ({
  ...row,
  patterns: row.about.map(parsePattern),
}));

/** The meaning of the first row that fits. A row for boards counts in an answer to a proposal as well. */
function findSentence(words: readonly string[], context: ReplyContext): Meaning | null {
  const isNegated = hasPattern(words, NEGATION);
  for (const row of ROWS) {
    const meaning = row[context] ?? (context === 'invitation' ? row.mail : row.board);
    if (meaning === undefined || (isNegated && row.hasNot !== true)) continue;
    const others = allowedOthers(meaning, context);
    const fits = (pattern: Pattern): boolean => hasPattern(words, pattern) && countOtherWords(words, pattern) <= others;
    if (row.patterns.some(fits)) return meaning;
  }
  return null;
}

/** How many words a sentence may have beside those that give it away. A sentence in a reply may be meant for another player. */
function allowedOthers(meaning: Meaning, context: ReplyContext): number {
  if ('sentence' in meaning || meaning.isDoubtful === true) return Infinity;
  if (meaning.command.startsWith('set ')) return context === 'mail' ? 1 : 0;
  return context === 'mail' ? Infinity : 0;
}

/** What a line means. null: it is not understood. */
export function parseSentence(text: string, context: ParseContext): Understood | null {
  const words = splitWords(text) ?? [];
  if (words.length === 0) return null;
  const request = findPlayRequest(words, context);
  const answer = request === null ? null : answerRequest(request, context, text);
  // A game without an opponent may be part of another wish: `show my hex games`.
  if (answer !== null && request?.kind !== 'whom') return answer;
  return understandPattern(words, text, context) ?? answer ?? answerCourtesy(text, context);
}

const THANKS = /thank|thx|danke|dank|merci|gracias|obrigad/i;

/** A greeting in a new mail is answered. In a reply courtesies are for the other players. */
function answerCourtesy(text: string, context: ParseContext): Understood | null {
  if (replyContextOf(context) !== 'mail' || !isCourtesy(text)) return null;
  return toCertain(
    THANKS.test(text)
      ? buildRefusal(text, refused('everyday-thanks'), context)
      : buildRefusal(text, refused('everyday-hello'), context),
  );
}

const toCertain = (statement: Statement | null): Understood | null =>
  statement === null ? null : { statement, isDoubtful: false };

function understandPattern(words: readonly string[], text: string, context: ParseContext): Understood | null {
  const meaning = findSentence(words, replyContextOf(context));
  if (meaning === null) return null;
  if ('sentence' in meaning) return toCertain(buildRefusal(text, refused(meaning.sentence), context));
  const statement = parseCommandLine(meaning.command, context);
  return statement === null ? null : { statement, isDoubtful: meaning.isDoubtful === true };
}

/** The answer to a wish to play. In a reply no game is opened: only rules are explained. */
function answerRequest(request: PlayRequest, context: ParseContext, text: string): Understood | null {
  if (request.kind !== 'rules' && replyContextOf(context) !== 'mail') return null;
  switch (request.kind) {
    case 'rules':
    case 'challenge':
      return toCertain(parseCommandLine(request.command, context));
    case 'whom':
      return toCertain(buildRefusal(text, refused('play-whom', { game: request.game }), context));
    case 'elsewhere': {
      const games = formatAndList(context.games.map(({ name }) => name));
      return toCertain(buildRefusal(text, refused('play-not-here', { games }), context));
    }
  }
}
