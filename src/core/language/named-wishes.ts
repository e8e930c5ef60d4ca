// Finds what a sentence names: a game, a player, days. Makes the command of its wish.
import { formatAndList } from '#games/kit/refusal.ts';
import { findNamedGame } from '#games/game.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import { tidy } from '../kernel/words.ts';
import { A_NAME, AN_ADDRESS, replaceName } from './ear.ts';
import { splitToSet, splitWords } from './sentence-words.ts';
import { type ParseContext, type Statement, buildRefusal, parseCommandLine, replyContextOf } from './statement.ts';
import type { Wish } from './wishes.ts';

/** What a line may mean. `isDoubtful`: the writer is asked about one statement, or which of several is meant. */
export interface Understood {
  readonly statements: readonly Statement[];
  readonly isDoubtful: boolean;
}

export const toCertain = (statement: Statement | null): Understood | null =>
  statement === null ? null : { statements: [statement], isDoubtful: false };

export const toDoubtful = (statement: Statement | null): Understood | null =>
  statement === null ? null : { statements: [statement], isDoubtful: true };

/** Words of a sentence; a longer one is prose. */
const MAX_WORDS = 24;

/** A sentence, and what it names. */
export interface NamedSentence {
  readonly text: string;
  readonly words: readonly string[];
  /** Game, player and size as commands have them. null: none, or several. */
  readonly game: string | null;
  readonly opponent: string | null;
  readonly size: string | null;
}

/** An address among words. Its characters are those of addresses that people type. */
const ADDRESS = /(?<![^\s<(,:])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?![^\s>),:;.!?])/gi;
const SIZE = /^(?:([3-9]|1\d|2[0-6])|(\d{1,2})x\2)$/;

const only = (found: readonly string[]): string | null => (new Set(found).size === 1 ? (found[0] ?? null) : null);

export function parseWords(text: string, context: ParseContext): NamedSentence | null {
  const addresses = text.length > limits.lineLength ? [] : (text.match(ADDRESS) ?? []);
  const words = splitWords(text.replace(ADDRESS, AN_ADDRESS));
  if (words === null || words.length === 0 || words.length > MAX_WORDS) return null;
  const { ear, games } = context;
  const general = words.map(word => replaceName(word, games));
  const isName = (word: string, index: number): boolean => {
    const mayBe = general[index] === A_NAME || !ear.knows(general[index] ?? '');
    return word !== AN_ADDRESS && mayBe && (context.opponents.includes(word) || context.isUser(word));
  };
  const names = words.filter(isName);
  const ordinary = words.filter((word, index) => general[index] === word && !names.includes(word));
  // A sentence of nothing but names and numbers has no wish, nor has one of which half the words are unknown.
  if (ordinary.every(word => word.length < 2) || 2 * ordinary.filter(ear.knows).length <= ordinary.length) return null;
  return {
    text,
    words: general.map((word, index) => (names.includes(words[index] ?? '') ? A_NAME : word)),
    game: only(
      words.flatMap((word, index) => (isGame(words, index) ? (findNamedGame(games, word)?.game.name ?? []) : [])),
    ),
    opponent: only([...addresses, ...names]),
    size: only(words.flatMap(word => SIZE.exec(word)?.[2] ?? SIZE.exec(word)?.[1] ?? [])),
  };
}

/** `y` is a word of Spanish, and the name of a game at the beginning, at the end and behind `of`. */
const isGame = (words: readonly string[], index: number): boolean =>
  words[index] !== 'y' || index === 0 || index === words.length - 1 || words[index - 1] === 'of';

/** By wish, what comes of it with the names of the sentence. null: it names nothing that counts. */
const WITH_NAMES: Partial<Record<Wish, (sentence: NamedSentence, context: ParseContext) => Understood | null>> = {
  holiday: ({ text }, context) => toDoubtful(findHoliday(text, context)),
  rules: ({ game }, context) => (game === null ? null : toCertain(parseCommandLine(`help ${game}`, context))),
  'games here': ({ text }, context) => refuseWithGames(text, 'play-games', context),
  'about player': ({ opponent }, context) =>
    opponent === null ? null : toCertain(parseCommandLine(`stats ${opponent}`, context)),
  rematch: ({ size, opponent }, context) =>
    opponent !== null && context.board === null
      ? toDoubtful(parseCommandLine(`rematch with ${opponent}`, context))
      : size === null
        ? null
        : toDoubtful(parseCommandLine(`rematch -size=${size}`, context)),
  'play robot': (sentence, context) =>
    context.board === null ? toDoubtful(challenge(sentence, findRobot(sentence.words), context)) : null,
  play: (sentence, context) => (context.board === null ? playWith(sentence, context) : null),
};

export const parseNames = (wish: Wish, sentence: NamedSentence, context: ParseContext): Understood | null =>
  WITH_NAMES[wish]?.(sentence, context) ?? null;

function refuseWithGames(
  text: string,
  code: 'play-games' | 'play-which',
  context: ParseContext,
  opponent = '',
): Understood | null {
  const games = formatAndList(context.games.map(({ name }) => name));
  const reason = code === 'play-games' ? refused('play-games', { games }) : refused('play-which', { opponent, games });
  return toCertain(buildRefusal(text, reason, context));
}

/** A game with a player. Without one of the two, the answer asks for it. */
function playWith(sentence: NamedSentence, context: ParseContext): Understood | null {
  const { text, game, opponent } = sentence;
  if (game === null) return opponent === null ? null : refuseWithGames(text, 'play-which', context, opponent);
  return opponent === null
    ? toCertain(buildRefusal(text, refused('play-whom', { game }), context))
    : toDoubtful(challenge(sentence, opponent, context));
}

const STRONG = splitToSet(
  'hard hardest strong strongest difficult expert toughest best schwer schweres schwerer stark starker starken starkster starksten difficile difficil dificil fuerte fort plus_fort forte schwierig maximum mejor melhor',
);

/** The robot that is named; else the strongest if a strong one is wished for, and one of the writer's level otherwise. */
const findRobot = (words: readonly string[]): string => (words.some(word => STRONG.has(word)) ? 'robot5' : 'robot');

/** The size of a first board with a robot, where no game and no size was said. */
const FIRST_SIZE = '7';

function challenge({ text, game, size }: NamedSentence, opponent: string, context: ParseContext): Statement | null {
  const [named] = /\brobot[1-9]\b/i.exec(text) ?? [];
  const typed = size ?? (game === null ? FIRST_SIZE : null);
  const options = typed === null ? '' : ` -size=${typed}`;
  return parseCommandLine(`${game ?? 'nex'} challenge${options} me ${named?.toLowerCase() ?? opponent}`, context);
}

/** Words of a sentence of which each may begin the days. */
const MAX_STARTS = 12;

/** `I am away until Friday` names these days. null: there are none in it, or the writer is back. */
function findHoliday(text: string, context: ParseContext): Statement | null {
  if (
    replyContextOf(context) === 'invitation' ||
    /\b(?:back|return|zur(?:ü|ue)ck|wieder|retour|rentr|vuelt|volt)/i.test(text)
  )
    return null;
  const words = text
    .trim()
    .replace(/[.!?]+$/, '')
    .split(/\s+/);
  for (const start of words.keys()) {
    const days = words.slice(start).join(' ');
    const isDays = start < MAX_STARTS && !/^(?:(?:list|cancel)\b|\d+$)/i.test(days);
    const booking = isDays ? parseCommandLine(`vacation ${days}`, context) : null;
    // A sentence holds no password.
    const { parseResult } = booking ?? {};
    if (booking !== null && parseResult?.ok === true && (parseResult.value.credentials ?? null) === null)
      return { ...booking, line: tidy(text) };
  }
  return null;
}
