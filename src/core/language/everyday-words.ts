// Recognises everyday words of people who know no commands. everyday-list.ts lists them.
import { trimEnd } from '#games/kit/move-text.ts';
import type { Language } from '../kernel/sentence.ts';
import { type EverydayWords, everydayWords, type Meaning, type ReplyContext } from './everyday-list.ts';
import { tidy } from '../kernel/words.ts';

const QUOTATION_MARKS = /[*_`"\u201c\u201d\u201e\u00ab\u00bb]/g;

/** The text in the form of the list: lower case, straight apostrophes, no quotation marks, no punctuation at the end. */
const normaliseWords = (text: string): string =>
  trimEnd(
    tidy(text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(QUOTATION_MARKS, '')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[,;\u00bf\u00a1]/g, ''),
    '.!?',
  ).trim();

/** A word of politeness before or after other words. It changes no meaning. */
const PLEASE = /^(?:please|bitte|por favor) | (?:please|pls|bitte|por favor|s'il (?:vous|te) pla\u00eet)$/;

const splitWords = (words: string): readonly string[] => words.split(/,\s+/).map(normaliseWords);

export const wordsOf = ({ words, pt }: EverydayWords): readonly string[] => [
  ...splitWords(words),
  ...(pt === undefined ? [] : splitWords(pt)),
];

/** The context whose meaning applies if words have no meaning of their own in a context. */
const FALLBACK_CONTEXT: Readonly<Record<ReplyContext, ReplyContext>> = {
  mail: 'mail',
  board: 'board',
  proposal: 'board',
  invitation: 'mail',
};

const MEANINGS: Readonly<Record<ReplyContext, ReadonlyMap<string, Meaning>>> = {
  mail: buildMeanings('mail'),
  board: buildMeanings('board'),
  proposal: buildMeanings('proposal'),
  invitation: buildMeanings('invitation'),
};

function buildMeanings(context: ReplyContext): ReadonlyMap<string, Meaning> {
  return new Map(
    everydayWords.flatMap(row => {
      const meaning = row[context] ?? row[FALLBACK_CONTEXT[context]];
      return meaning === undefined ? [] : wordsOf(row).map(word => [word, meaning] as const);
    }),
  );
}

const LONGEST_LENGTH = Math.max(...everydayWords.flatMap(row => wordsOf(row).map(word => word.length)));

/** The meaning of a line of everyday words. null: the line has other words. */
export function findMeaning(line: string, context: ReplyContext): Meaning | null {
  if (line.length > LONGEST_LENGTH + 20) return null;
  const words = normaliseWords(line);
  return MEANINGS[context].get(words) ?? MEANINGS[context].get(words.replace(PLEASE, '')) ?? null;
}

/** Words that stand for the name of a command if exactly one word follows: `ajuda nex`. */
interface EverydayVerb {
  readonly words: readonly string[];
  readonly command: string;
  readonly contexts: readonly ReplyContext[];
}

export const everydayVerbs: readonly EverydayVerb[] = [
  {
    words: ['ajuda', 'hilfe', 'aide', 'ayuda', 'aiuto', 'hulp'],
    ...{ command: 'help', contexts: ['mail', 'board', 'proposal', 'invitation'] },
  },
  { words: ['register', 'registar', 'inscrever'], command: 'signup', contexts: ['mail'] },
  { words: ['aceito'], command: 'accept', contexts: ['invitation'] },
];

/** The verb of a line of exactly two words, of which the first stands for a command. */
const findVerb = (line: string): EverydayVerb | undefined => {
  const [verb = '', ...rest] = tidy(line).split(' ', 3);
  return rest.length === 1 ? everydayVerbs.find(({ words }) => words.includes(verb.toLowerCase())) : undefined;
};

/** The command line for a verb and one word. The word stays as typed. null: the line is no such line. */
export function findEverydayVerb(line: string, context: ReplyContext): string | null {
  const verb = findVerb(line);
  return verb?.contexts.includes(context) === true ? `${verb.command} ${tidy(line).split(' ')[1] ?? ''}` : null;
}

const PORTUGUESE: ReadonlySet<string> = new Set(
  everydayWords.flatMap(({ pt }) => (pt === undefined ? [] : splitWords(pt))),
);

/** The language of a line of everyday words, or of one that begins with an everyday verb. null: unknown. */
export function guessEverydayLanguage(line: string): Language | null {
  if (line.length > LONGEST_LENGTH + 20) return null;
  const words = findVerb(line) === undefined ? line : tidy(line).split(' ', 1).join('');
  return PORTUGUESE.has(normaliseWords(words)) ? 'pt' : null;
}

/** Commands and answers that no hint suggests: a player who follows a wrong hint could lose a game or an account. */
const HARMFUL: ReadonlySet<string> = new Set([
  ...['resign', 'reject', 'reject draw', 'reject undo', 'stop', 'swap'],
  ...['everyday-close', 'everyday-forget', 'everyday-leave', 'everyday-resign'],
]);

const isHarmful = (row: EverydayWords): boolean =>
  [row.mail, row.board, row.invitation, row.proposal].some(
    meaning => meaning !== undefined && HARMFUL.has('command' in meaning ? meaning.command : meaning.sentence),
  );

/** The everyday words that hints may suggest: single words of at least six letters. Shorter ones resemble too many others. */
export const everydayHints: readonly string[] = everydayWords
  .filter(row => !isHarmful(row))
  .flatMap(wordsOf)
  .filter(word => /^[a-z]{6,}$/.test(word));
