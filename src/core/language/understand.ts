// Understands sentences of ordinary language, which are answered or asked about, and never obeyed.
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import { isCourtesy } from './courtesy.ts';
import { A_CELL, type Likeness, replaceName } from './ear.ts';
import { type NamedSentence, type Understood, parseWords, toCertain, toDoubtful, parseNames } from './named-wishes.ts';
import { hasNegation, splitWords } from './sentence-words.ts';
import { type ParseContext, type Statement, buildRefusal, parseCommandLine, replyContextOf } from './statement.ts';
import { type Meaning, type Wish, findMeaning, isWish } from './wishes.ts';

/**
 * How far the likeliest wish must be ahead of talk, and of the next wish, to be sure, or of talk if all others are not much likelier than talk.
 * Logarithms of odds.
 */
const SURE = { overTalk: 12, overNext: 5, alone: 9, others: 6 };
/** How far a wish must be ahead of talk to be a choice: `strict` where most words are for the other players, or answer an invitation. */
const LIKELY = { strict: 9, loose: -6 };
/** A wish that is further behind the likeliest is no choice. */
const FAR = 12;

/** What a line means. null: it asks for nothing, or is not understood. */
export function parseSentence(text: string, context: ParseContext): Understood | null {
  if (replyContextOf(context) === 'mail' && isCourtesy(text, context.ear)) return answerCourtesy(text, context);
  const chosen = chooseSentence(text, context);
  if (chosen === null) return null;
  const [same, ...others] = context.ear.findSame(chosen.words).filter(wish => isPossible(wish, context));
  return same !== undefined && others.length === 0
    ? understandWish(same, chosen, text, context)
    : (understandClause(text, context) ?? understandLikely(chosen, context));
}

/** Not behind a number: `ab dem 1. Mai`. */
export const SENTENCE_END = /(?<=[!?]|[^\d]\.) /;

/** Sentences of a line that are looked at. */
const MAX_SENTENCES = 4;

/** A sentence, and the wishes that it may mean, likeliest first. */
interface LikelySentence extends NamedSentence {
  readonly likely: readonly LikelyWish[];
}

/** The line or one of its sentences: that with the likeliest wish. null: none can be read. */
function chooseSentence(text: string, context: ParseContext): LikelySentence | null {
  const parts = text.split(SENTENCE_END, MAX_SENTENCES);
  const sentences = [text, ...(parts.length > 1 ? parts : [])].flatMap(part => parseWords(part, context) ?? []);
  const overTalk = ({ likely }: LikelySentence): number => likely[0]?.overTalk ?? 0;
  return (
    sentences
      .map(sentence => ({ ...sentence, likely: listLikely(sentence.words, context) }))
      .toSorted((one, other) => overTalk(other) - overTalk(one))[0] ?? null
  );
}

function answerCourtesy(text: string, context: ParseContext): Understood | null {
  const isThanks = /thank|thx|dank|merci|gracias|obrigad/i.test(text);
  return toCertain(buildRefusal(text, isThanks ? refused('everyday-thanks') : refused('everyday-hello'), context));
}

/** The likeliest wish if it is sure, or a few to choose from. null: the sentence is rather talk. */
function understandLikely(sentence: LikelySentence, context: ParseContext): Understood | null {
  const { text, words, likely } = sentence;
  const [best] = likely;
  if (best === undefined) return null;
  if (isSure(likely) && !isDenied(best.wish, sentence, context))
    return understandWish(best.wish, sentence, text, context);
  // Words about a move are weak signs of a wish, and a move outside of a reply is none.
  const isMove = words.includes(A_CELL) && (context.board === null || best.overTalk < SURE.alone);
  const choices = isMove ? [] : listChoices(sentence, context).flatMap(wish => understandChoice(wish, text, context));
  return choices.length === 0 ? null : { statements: choices, isDoubtful: true };
}

function isSure(likely: readonly LikelyWish[]): boolean {
  const [best = 0, second = 0] = likely.map(({ overTalk }) => overTalk);
  return (best >= SURE.overTalk && best - second >= SURE.overNext) || (best >= SURE.alone && second < SURE.others);
}

/** The likeliest wishes. Words to a board that may be talk get the wish to write to the other players. */
function listChoices(sentence: LikelySentence, context: ParseContext): readonly Wish[] {
  const wishes = sentence.likely.map(({ wish }) => wish).slice(0, limits.choices);
  const isWeak = sentence.likely.every(
    ({ wish, overTalk }) => overTalk < SURE.alone || isDenied(wish, sentence, context),
  );
  const mayBeTalk = isWeak && context.board?.isInvited === false;
  return mayBeTalk && !wishes.includes('chat') ? [...wishes.slice(0, limits.choices - 1), 'chat'] : wishes;
}

/** A yes or no is no choice where nothing was asked. */
const understandChoice = (wish: Wish, text: string, context: ParseContext): readonly Statement[] =>
  ['yes', 'no'].includes(wish) && context.board?.isAsking !== true
    ? []
    : (understandWish(wish, null, text, context)?.statements ?? []);

interface LikelyWish {
  readonly wish: Wish;
  readonly overTalk: number;
}

/** The wishes that are likelier than talk and not far behind the likeliest, best first. */
function listLikely(words: readonly string[], context: ParseContext): readonly LikelyWish[] {
  const ranked = context.ear.rank(words);
  const talk = ranked.find(({ wish }) => wish === 'talk')?.odds ?? 0;
  const isStrict = context.isTalk === true || context.board?.isInvited === true;
  const least = Math.max(talk + (isStrict ? LIKELY.strict : LIKELY.loose), (ranked[0]?.odds ?? 0) - FAR);
  return ranked.flatMap(({ wish, odds }) =>
    isPossible(wish, context) && odds >= least ? [{ wish, overTalk: odds - talk }] : [],
  );
}

/** The marks that end a clause, and the clauses that are looked at. */
const CLAUSE_END = /[.,;:!?()\u2013\u2014]| - /;
const MAX_CLAUSES = 4;

/** `I give up, you are too good`: a clause that is an example of a wish to do something. null: there is none. */
function understandClause(text: string, context: ParseContext): Understood | null {
  const clauses = text.split(CLAUSE_END, MAX_CLAUSES);
  for (const clause of clauses.length > 1 ? clauses : []) {
    const words = (splitWords(clause) ?? []).map(word => replaceName(word, context.games));
    const [wish, ...others] = context.ear.findSame(words);
    if (wish === undefined || others.length > 0 || !isPossible(wish, context)) continue;
    if (changesSomething(wish, context)) return understandWish(wish, null, text, context);
  }
  return null;
}

/** Is the writer asked before it is done? */
function changesSomething(wish: Wish, context: ParseContext): boolean {
  const meaning = findMeaning(wish, replyContextOf(context));
  return meaning !== null && 'command' in meaning;
}

/** `I don't resign` may be the opposite of the wish. */
const isDenied = (wish: Wish, { words }: NamedSentence, context: ParseContext): boolean =>
  changesSomething(wish, context) && hasNegation(words);

/** An invited person cannot be asked, since they may have no account. Only a proposal can be agreed to. */
function isPossible(wish: Likeness['wish'], context: ParseContext): wish is Wish {
  const place = replyContextOf(context);
  if (wish === 'talk' || findMeaning(wish, place) === null) return false;
  return place === 'invitation'
    ? !changesSomething(wish, context)
    : place === 'proposal' || !/^(?:agree|refuse) /.test(wish);
}

/** What comes of a wish. `sentence`: what it names counts. null: the wish is one of several choices. */
function understandWish(
  wish: Wish,
  sentence: NamedSentence | null,
  text: string,
  context: ParseContext,
): Understood | null {
  const meaning = findMeaning(wish, replyContextOf(context));
  if (meaning === null) return null;
  const special = sentence === null ? null : parseNames(wish, sentence, context);
  const { statements = [], isDoubtful = false } = special ?? understandMeaning(meaning, text, context) ?? {};
  return statements.length === 0
    ? null
    : { statements: statements.map(statement => ({ ...statement, wish })), isDoubtful };
}

function understandMeaning(meaning: Meaning, text: string, context: ParseContext): Understood | null {
  if ('sentence' in meaning) return toCertain(buildRefusal(text, refused(meaning.sentence), context));
  if ('command' in meaning) return toDoubtful(parseCommandLine(meaning.command, context));
  const look = parseCommandLine(meaning.look, context);
  return toCertain(look && { ...look, isLook: true });
}

/** The statement for a line of one of our questions, which may be the name of a wish. null: it is no such line. */
export function parseAskedLine(line: string, context: ParseContext): Statement | null {
  const meaning = isWish(line) ? findMeaning(line, replyContextOf(context)) : null;
  return isWish(line) && meaning !== null && 'sentence' in meaning
    ? { ...buildRefusal(line, refused(meaning.sentence), context), wish: line }
    : null;
}
