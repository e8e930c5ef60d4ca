// Recognises everyday words of people who know no commands. everyday-list.ts lists them.
import { withoutTail } from '#games/kit/move-text.ts';
import type { Language } from '../kernel/languages.ts';
import { type EverydayWords, everydayWords, type Meaning, type Place } from './everyday-list.ts';
import { tidy } from '../kernel/words.ts';

const MARKS = /[*_`"\u201c\u201d\u201e\u00ab\u00bb]/g;

/** As the list has them: small, straight apostrophes, without marks around them or at their end. */
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

/** What makes a wish of any words. */
const PLEASE = /^(?:please|bitte|por favor) | (?:please|pls|bitte|por favor|s'il (?:vous|te) pla\u00eet)$/;

const wordsIn = (words: string): readonly string[] => words.split(/,\s+/).map(plain);

export const wordsOf = ({ words, pt }: EverydayWords): readonly string[] => [
  ...wordsIn(words),
  ...(pt === undefined ? [] : wordsIn(pt)),
];

/** As what words are read that mean nothing else there. */
const OTHERWISE: Readonly<Record<Place, Place>> = {
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
      const meaning = row[place] ?? row[OTHERWISE[place]];
      return meaning === undefined ? [] : wordsOf(row).map(word => [word, meaning] as const);
    }),
  );
}

const LONGEST = Math.max(...everydayWords.flatMap(row => wordsOf(row).map(word => word.length)));

/** What a line says that is nothing but everyday words; null: it says something else. */
export function findSynonym(line: string, place: Place): Meaning | null {
  if (line.length > LONGEST + 20) return null;
  const words = plain(line);
  return MEANINGS[place].get(words) ?? MEANINGS[place].get(words.replace(PLEASE, '')) ?? null;
}

/** Words that stand for a command where one more word stands behind them: `ajuda nex`. */
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

/** The command line that two words say there, the second as it was typed; null: they say none. */
export function findEverydayVerb(line: string, place: Place): string | null {
  const verb = verbIn(line);
  return verb?.places.includes(place) === true ? `${verb.means} ${tidy(line).split(' ')[1] ?? ''}` : null;
}

const PORTUGUESE: ReadonlySet<string> = new Set(
  everydayWords.flatMap(({ pt }) => (pt === undefined ? [] : wordsIn(pt))),
);

/** The language of a line that is nothing but everyday words of one language, or begins with one as with a command; null: it tells none. */
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

/** The single words among them, for hints: the longer ones, since a short one is near to anything. */
export const everydayHints: readonly string[] = everydayWords
  .filter(row => !isHarmful(row))
  .flatMap(wordsOf)
  .filter(word => /^[a-z]{6,}$/.test(word));
