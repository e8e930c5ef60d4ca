// Finds wishes to play in ordinary language: `hex vs robot`, `challenge otto to hex`.
import { type AnyGame, findNamedGame } from '#games/game.ts';

/** A wish to play, or a question about the rules. `challenge` and `rules` are command lines; `whom` names no opponent; `elsewhere` names a game we do not have. */
export type PlayRequest =
  | { readonly kind: 'challenge' | 'rules'; readonly command: string }
  | { readonly kind: 'whom'; readonly game: string }
  | { readonly kind: 'elsewhere' };

export interface PlayContext {
  readonly games: readonly AnyGame[];
  readonly isUser: (userid: string) => boolean;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const PLAY = set(
  'play playing start begin open game match challenge new try fight against vs versus spiel spiele spielen partie gegen jouer joue partie contre jugar juego juega partida contra jogar jogo joga desafiar desafio neues nouvelle nueva nova fordere heraus defi defier reto retar',
);
const ROBOT = set(
  'robot robots bot bots computer computers machine ai ki program programm pc cpu roboter rechner ordinateur ordenador computador computadora maquina maschine programme programa automat',
);
const LEVELS: Readonly<Record<string, ReadonlySet<string>>> = {
  robot1: set(
    'easy easiest beginner weak weakest simple leicht leichtes leichte leichter leichtestes einfach einfaches facile facil sencillo faible schwach schwacher iniciante anfanger principiante',
  ),
  robot5: set(
    'hard hardest strong strongest difficult expert schwer schweres schwerer stark starker starkster difficile difficil dificil fuerte fort forte schwierig schwieriges maximum toughest',
  ),
};
const ANYONE = set('anyone anybody someone somebody jemand jemanden quelqu quelquun alguien alguem irgendwen stranger');
const RULES = set('rule rules regel regeln spielregeln anleitung regle regles regla reglas regra regras reglement');
const HOW = set('how wie comment como explain explique erklare teach what whats was quest ce');
/** Words that may stand in a wish and change nothing. */
const FILLERS = set(
  `a an the of on at to for in with me i im we us you my id like would want wanna to can could may lets let please some one another quick little small short normal online now today here by
it is do does there ich mochte will wurde gern gerne ein eine einen eines gegen mit bitte wir lass uns der die das dem den zu auf und mich un une le la les de du des je voudrais veux on avec moi contre pour s il vous te plait
quiero quisiera un una el los con por favor yo vamos a quero queria um uma o com eu para board boards game games match spielst another friendly unrated casual opponent level first`,
);
/** Games that people ask for, and that we do not have. */
const ELSEWHERE = set(
  'chess schach echecs ajedrez xadrez go baduk weiqi checkers draughts dame dames damas tictactoe backgammon othello reversi shogi xiangqi mancala morris muhle mill poker bridge sudoku scrabble ludo battleship stratego risk catan monopoly connect4 halma havannah twixt abalone quoridor blokus uno hearts spades solitaire',
);
const ELSEWHERE_PAIRS =
  /\b(?:tic tac toe|connect four|connect 4|four in a row|4 in a row|vier gewinnt|nine mens morris|chinese checkers|chinese chess|sea battle|snakes and ladders|noughts and crosses|puissance 4)\b/;

/** Words of a wish; a longer one is prose. */
const MAX_WORDS = 12;

/** A size such as 9x9, or a number. */
const SIZE = /^(\d{1,2})(?:x\d{1,2})?$/;

/** The name of a game among the words. `y` and `go` are words of other languages, so that `y` counts only behind a word of playing. */
function findGame(words: readonly string[], games: readonly AnyGame[]): string | null {
  const at = words.findIndex(
    (word, index) =>
      findNamedGame(games, word) !== null &&
      (word.length > 1 || index === 0 || PLAY.has(words[index - 1] ?? '') || (words[index - 1] ?? '') === 'of'),
  );
  return at === -1 ? null : (words[at] ?? null);
}

/** What a sentence asks for. null: it is no such wish. A challenge is given only if every word of the sentence is understood. */
export function findPlayRequest(words: readonly string[], context: PlayContext): PlayRequest | null {
  if (words.length === 0 || words.length > MAX_WORDS) return null;
  const game = findGame(words, context.games);
  if (asksForRules(words, game)) return game === null ? null : { kind: 'rules', command: `help ${game}` };
  if (game === null && isElsewhere(words)) return { kind: 'elsewhere' };
  const robot = findRobotWord(words, context.games);
  if (robot !== null || isPlaying(words)) return findOpponent(words, game, robot, context);
  // `hex bob` may be a challenge, or ask for something about bob.
  return game !== null && words.length === 2 && words.some(word => word !== game && context.isUser(word))
    ? { kind: 'whom', game }
    : null;
}

const isPlaying = (words: readonly string[]): boolean => words.some(word => PLAY.has(word));

/** A wish to play, with the opponent if one is named. */
function findOpponent(
  words: readonly string[],
  game: string | null,
  robot: string | null,
  context: PlayContext,
): PlayRequest | null {
  const others = words.filter(word => !isKnown(word, context.games));
  const opponent = others.length === 0 ? robot : findPlayer(others, game, context);
  if (opponent !== null) return { kind: 'challenge', command: challengeLine(words, game, opponent) };
  if (game !== null) return { kind: 'whom', game };
  return others.length > 0 ? null : { kind: 'whom', game: context.games[0]?.name ?? '' };
}

const asksForRules = (words: readonly string[], game: string | null): boolean =>
  words.some(word => RULES.has(word)) || (game !== null && words.some(word => HOW.has(word)));

/** The player with this name, if nothing else in the sentence is unknown. */
const findPlayer = (
  [name = '', ...more]: readonly string[],
  game: string | null,
  { isUser }: PlayContext,
): string | null => (game !== null && more.length === 0 && isUser(name) ? name : null);

/** The robot that is wished for. null: none is. `easy` alone is no wish: it needs a game, or a word of playing. */
function findRobotWord(words: readonly string[], games: readonly AnyGame[]): string | null {
  const named = words.find(word => /^robot[1-9]$/.test(word));
  if (named !== undefined) return named;
  const [level] = Object.entries(LEVELS).find(([, known]) => words.some(word => known.has(word))) ?? [];
  const isRobot = words.some(word => ROBOT.has(word));
  const isGame = words.some(word => PLAY.has(word) || findNamedGame(games, word) !== null);
  if (level !== undefined && (isRobot || isGame)) return level;
  return isRobot ? 'robot' : null;
}

const isElsewhere = (words: readonly string[]): boolean =>
  (words.some(word => ELSEWHERE.has(word)) && (isPlaying(words) || words.length <= 2)) ||
  ELSEWHERE_PAIRS.test(words.join(' '));

const isKnown = (word: string, games: readonly AnyGame[]): boolean =>
  [PLAY, ROBOT, ANYONE, FILLERS, ...Object.values(LEVELS)].some(words => words.has(word)) ||
  SIZE.test(word) ||
  /^robot[1-9]$/.test(word) ||
  findNamedGame(games, word) !== null;

/** The size of a first board with a robot, where no game and no size was said. */
const FIRST_SIZE = '7';

function challengeLine(words: readonly string[], game: string | null, opponent: string): string {
  const typed = words.find(word => SIZE.test(word)) ?? (game === null ? FIRST_SIZE : null);
  return [game ?? 'nex', 'challenge', ...(typed === null ? [] : [`-size=${typed}`]), 'me', opponent].join(' ');
}
