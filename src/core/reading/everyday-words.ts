// Recognises everyday words of people who know no commands. everyday-list.ts lists them.
import { withoutTail } from '#games/kit/move-text.ts';
import type { Language } from '../kernel/languages.ts';
import { type EverydayWords, everydayWords, type Meaning, type Place } from './everyday-list.ts';
import { tidy } from '../kernel/words.ts';

const MARKS = /[*_`"\u201c\u201d\u201e\u00ab\u00bb]/g;

/** The text as the list is written: lower case, straight apostrophes, without quotation marks and marks at its end. */
const plain = (text: string): string =>
  withoutTail(
    tidy(text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(MARKS, '')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[,;]/g, ''),
    '.!?',
  ).trim();

/** A word of politeness before or after other words. It is ignored. */
const PLEASE = /^(?:please|bitte|por favor) | (?:please|pls|bitte|por favor|s'il (?:vous|te) pla\u00eet)$/;

const wordsIn = (words: string): readonly string[] => words.split(/,\s+/).map(plain);

export const wordsOf = ({ words, pt }: EverydayWords): readonly string[] => [
  ...wordsIn(words),
  ...(pt === undefined ? [] : wordsIn(pt)),
];

/** Where the meaning is looked up if words have none of their own in a place. */
const FALLBACK_PLACE: Readonly<Record<Place, Place>> = {
  mail: 'mail',
  board: 'board',
  proposal: 'board',
  invitation: 'mail',
};

const MEANINGS: Readonly<Record<Place, ReadonlyMap<string, Meaning>>> = {
  mail: meaningsIn('mail'),
  board: meaningsIn('board'),
  proposal: meaningsIn('proposal'),
  invitation: meaningsIn('invitation'),
};

function meaningsIn(place: Place): ReadonlyMap<string, Meaning> {
  return new Map(
    everydayWords.flatMap(row => {
      const meaning = row[place] ?? row[FALLBACK_PLACE[place]];
      return meaning === undefined ? [] : wordsOf(row).map(word => [word, meaning] as const);
    }),
  );
}

const LONGEST = Math.max(...everydayWords.flatMap(row => wordsOf(row).map(word => word.length)));

/** The meaning of a line of everyday words only. null: it has other words. */
export function findMeaning(line: string, place: Place): Meaning | null {
  if (line.length > LONGEST + 20) return null;
  const words = plain(line);
  return MEANINGS[place].get(words) ?? MEANINGS[place].get(words.replace(PLEASE, '')) ?? null;
}

/** Words that replace the name of a command if exactly one word follows: `ajuda nex`. */
interface EverydayVerb {
  readonly words: readonly string[];
  readonly means: string;
  readonly places: readonly Place[];
}

export const everydayVerbs: readonly EverydayVerb[] = [
  {
    words: ['ajuda', 'hilfe', 'aide', 'ayuda', 'aiuto', 'hulp'],
    ...{ means: 'help', places: ['mail', 'board', 'proposal', 'invitation'] },
  },
  { words: ['register', 'registar', 'inscrever'], means: 'signup', places: ['mail'] },
  { words: ['aceito'], means: 'accept', places: ['invitation'] },
];

/** A line of two words, the first of which stands for a command. */
const verbIn = (line: string): EverydayVerb | undefined => {
  const [verb = '', ...rest] = tidy(line).split(' ', 3);
  return rest.length === 1 ? everydayVerbs.find(({ words }) => words.includes(verb.toLowerCase())) : undefined;
};

/** The command line for a line of two words, the second as it was typed. null: it is none. */
export function findEverydayVerb(line: string, place: Place): string | null {
  const verb = verbIn(line);
  return verb?.places.includes(place) === true ? `${verb.means} ${tidy(line).split(' ')[1] ?? ''}` : null;
}

const PORTUGUESE: ReadonlySet<string> = new Set(
  everydayWords.flatMap(({ pt }) => (pt === undefined ? [] : wordsIn(pt))),
);

/** The language of a line of everyday words only, or of one that begins with an everyday verb. null: unknown. */
export function everydayLanguage(line: string): Language | null {
  if (line.length > LONGEST + 20) return null;
  const words = verbIn(line) === undefined ? line : tidy(line).split(' ', 1).join('');
  return PORTUGUESE.has(plain(words)) ? 'pt' : null;
}

/** Words that no hint suggests: by mistake they would cost a game, an account or a friend. */
const HARMFUL: ReadonlySet<string> = new Set([
  ...['resign', 'reject', 'reject draw', 'reject undo', 'stop', 'swap'],
  ...['everyday-close', 'everyday-forget', 'everyday-leave', 'everyday-resign'],
]);

const isHarmful = (row: EverydayWords): boolean =>
  [row.mail, row.board, row.invitation, row.proposal].some(
    meaning => meaning !== undefined && HARMFUL.has('means' in meaning ? meaning.means : meaning.says),
  );

/** The everyday words of one word with at least six letters, for hints. Shorter ones resemble too much. */
export const everydayHints: readonly string[] = everydayWords
  .filter(row => !isHarmful(row))
  .flatMap(wordsOf)
  .filter(word => /^[a-z]{6,}$/.test(word));
