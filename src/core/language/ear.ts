// Finds what a sentence asks for: the wish whose examples in templates/phrases it is most like.
import { type AnyGame, findNamedGame } from '#games/game.ts';
import { memoize } from '#games/kit/remember.ts';
import type { AutomaticMarks } from '../mail/gates.ts';
import type { Manners } from './courtesy.ts';
import { normaliseLine, splitWords } from './sentence-words.ts';
import { type Wish, isWish } from './wishes.ts';

/** A line of templates/phrases. */
export interface Example {
  /** The name of its group. */
  readonly wish: string;
  /** The name of its file: a language tag, or `other`. */
  readonly language: string;
  readonly text: string;
  /** A line of just these words means its command without a doubt. */
  readonly isExact: boolean;
}

/** A wish, and how much a sentence speaks for it and against all others: the logarithm of the odds. */
export interface Likeness {
  /** `talk`: the sentence asks for nothing. */
  readonly wish: Wish | 'talk';
  readonly odds: number;
}

/** What the service knows of the ways in which people and programs write. */
export interface Ear extends Manners {
  readonly marks: AutomaticMarks;
  /** The examples of lines whose meaning is certain, by `normaliseLine`. */
  readonly exact: ReadonlyMap<string, Example>;
  /** The wishes that have this very sentence among their examples. */
  readonly findSame: (words: readonly string[]) => readonly Likeness['wish'][];
  /** Is the word in any example? Other words may be names. */
  readonly knows: (word: string) => boolean;
  /** The nearest wishes, best first. `words`: from `splitWords`, names by `nameWord`. */
  readonly rank: (words: readonly string[]) => readonly Likeness[];
}

/** What stands for the name of a player in examples, and for an address in a sentence. */
export const A_NAME = 'bob';
export const AN_ADDRESS = 'addressedfriend';

/** What stands for any cell. */
export const A_CELL = 'c3';

const nameOf = (word: string): string => (word === 'alice' || word === AN_ADDRESS ? A_NAME : word);

/** A word without what does not change the wish: cells, sizes, numbers, names of games and robots. */
export function replaceName(word: string, games: readonly AnyGame[]): string {
  if (/^[a-z]\d{1,2}$/.test(word)) return A_CELL;
  if (/^\d+x\d+$/.test(word)) return '9x9';
  if (/^\d+$/.test(word)) return '7';
  if (/^robot\d$/.test(word)) return 'robot';
  return word.length > 1 && findNamedGame(games, word) !== null ? 'hex' : nameOf(word);
}

/** Letters in a piece of a word. Pieces make words alike that differ by an ending or a slip. */
const PIECE = 4;
const WEIGHTS = { word: 1, pair: 0.7, piece: 0.5 };
/** What is added to each count, so that a feature that one wish lacks does not exclude it. */
const SMOOTHING = 0.1;

/** The words of a sentence, its pairs of words, and the pieces of its words, with their weights. */
function listFeatures(words: readonly string[]): ReadonlyMap<string, number> {
  const features = new Map<string, number>();
  let before = '^';
  for (const word of words) {
    features.set(word, WEIGHTS.word);
    features.set(`${before} ${word}`, WEIGHTS.pair);
    before = word;
    const marked = `<${word}>`;
    for (let at = 0; at + PIECE <= marked.length; at++) features.set(`_${marked.slice(at, at + PIECE)}`, WEIGHTS.piece);
  }
  return features.set(`${before} $`, WEIGHTS.pair);
}

type Model = Pick<Ear, 'knows' | 'rank' | 'findSame'>;

/** An example as it is counted. */
interface Sample {
  readonly wish: Likeness['wish'];
  readonly words: readonly string[];
}

/** A number by its index, and 0 beyond the end. */
const at = (numbers: readonly number[], index: number): number => numbers[index] ?? 0;

/** Of each feature: its weight in all examples, then pairs of a wish and its weight there. */
function countFeatures(
  samples: readonly Sample[],
  wishes: readonly Likeness['wish'][],
): ReadonlyMap<string, readonly number[]> {
  const indices = new Map(wishes.map((wish, index) => [wish, index]));
  const counts = new Map<string, number[]>();
  for (const { wish, words } of samples) {
    const index = indices.get(wish) ?? 0;
    for (const [feature, weight] of listFeatures(words)) {
      const row = counts.get(feature) ?? [0];
      if (row.length === 1) counts.set(feature, row);
      // The examples of a wish follow each other in each file, so that its pair is mostly the last.
      const pair = row.at(-2) === index ? row.length - 2 : row.length;
      row[pair] = index;
      row[pair + 1] = at(row, pair + 1) + weight;
      row[0] = at(row, 0) + weight;
    }
  }
  return counts;
}

/** The weight of a feature in the examples of each wish. */
function weightsOf(row: readonly number[], count: number): readonly number[] {
  const weights = Array<number>(count).fill(0);
  for (let pair = 1; pair < row.length; pair += 2)
    weights[at(row, pair)] = at(weights, at(row, pair)) + at(row, pair + 1);
  return weights;
}

/**
 * A sentence is compared by complement naive Bayes (Rennie and others, 2003): how much more often a wish has its features than all other
 * wishes have.
 */
function buildModel(samples: readonly Sample[]): Model {
  const wishes = [...new Set(samples.map(({ wish }) => wish))];
  const counts = countFeatures(samples, wishes);
  const totals = wishes.map(() => 0);
  for (const row of counts.values())
    for (let pair = 1; pair < row.length; pair += 2)
      totals[at(row, pair)] = at(totals, at(row, pair)) + at(row, pair + 1);
  const total = totals.reduce((sum, each) => sum + each, 0);
  const smoothed = SMOOTHING * counts.size;
  const rank = (words: readonly string[]): readonly Likeness[] => {
    const odds = wishes.map(() => 0);
    for (const [feature, weight] of listFeatures(words)) {
      const row = counts.get(feature) ?? [];
      if (row.length === 0) continue;
      weightsOf(row, wishes.length).forEach((count, index) => {
        const here = (count + SMOOTHING) / (at(totals, index) + smoothed);
        const elsewhere = (at(row, 0) - count + SMOOTHING) / (total - at(totals, index) + smoothed);
        odds[index] = at(odds, index) + weight * Math.log(here / elsewhere);
      });
    }
    return wishes.map((wish, index) => ({ wish, odds: at(odds, index) })).toSorted((a, b) => b.odds - a.odds);
  };
  const same = new Map<string, Set<Likeness['wish']>>();
  for (const { wish, words } of samples) {
    const text = words.join(' ');
    same.set(text, (same.get(text) ?? new Set()).add(wish));
  }
  return { rank, knows: word => counts.has(word), findSame: words => [...(same.get(words.join(' ')) ?? [])] };
}

/** The model is built when the first sentence is looked at. */
export function createEar(
  examples: readonly Example[],
  closed: Pick<Ear, 'marks' | keyof Manners>,
  games: readonly AnyGame[],
): Ear {
  const wordsOf = (text: string): readonly string[] => (splitWords(text) ?? []).map(word => replaceName(word, games));
  const build = memoize((known: readonly Example[]) =>
    buildModel(
      known.flatMap(({ wish, text }) => (wish === 'talk' || isWish(wish) ? [{ wish, words: wordsOf(text) }] : [])),
    ),
  );
  return {
    ...closed,
    exact: new Map(examples.filter(({ isExact }) => isExact).map(each => [normaliseLine(each.text), each])),
    findSame: words => build(examples).findSame(words),
    knows: word => build(examples).knows(word),
    rank: words => build(examples).rank(words),
  };
}
