// Finds wishes to play in ordinary language: `hex vs robot`, `challenge otto to hex`.
import { MAX_LENGTH, hasPattern, joinWords, parsePattern, splitToSet, splitWords } from './everyday-pattern.ts';
import { type AnyGame, findNamedGame } from '#games/game.ts';

/** A wish to play, or a question about the rules. `challenge` and `rules` are command lines; `whom` names no opponent; `which` names no game; `games` asks which games there are; `elsewhere` names a game we do not have. */
export type PlayRequest =
  | { readonly kind: 'challenge' | 'rules'; readonly command: string }
  | { readonly kind: 'whom'; readonly game: string }
  | { readonly kind: 'which'; readonly opponent: string }
  | { readonly kind: 'games' | 'elsewhere' };

export interface PlayContext {
  readonly games: readonly AnyGame[];
  readonly isUser: (userid: string) => boolean;
}

const PLAY = splitToSet(
  'invite invitar inviter convidar einladen play playing join practice practise train start begin open game match challenge new try fight against vs versus spiel spiele spielen partie gegen jouer joue partie contre jugar juego juega partida contra jogar jogo joga desafiar desafio neues nouvelle nueva nova fordere heraus defi defier reto retar',
);
const ROBOT = splitToSet(
  'robot robots robo robos bot bots computer computers machine ai ki program programm pc cpu roboter rechner ordinateur ordenador computador computadora maquina maschine programme programa automat',
);
const LEVELS: Readonly<Record<string, ReadonlySet<string>>> = {
  robot1: splitToSet(
    'easy easiest beginner weak weakest simple leicht leichtes leichte leichter leichtestes einfach einfaches facile facil sencillo faible schwach schwacher iniciante anfanger principiante',
  ),
  robot5: splitToSet(
    'hard hardest strong strongest difficult expert schwer schweres schwerer stark starker starkster difficile difficil dificil fuerte fort forte schwierig schwieriges maximum toughest',
  ),
};
const ANYONE = splitToSet(
  'anyone anybody someone somebody jemand jemanden quelqu quelquun alguien alguem irgendwen stranger',
);
const RULES = splitToSet(
  'rule rules regel regeln spielregeln anleitung regle regles regla reglas regra regras reglement',
);
const HOW = splitToSet(
  'learn lernen apprendre aprender difference unterschied how wie comment como explain explique erklare teach what whats was quest ce',
);
/** Words that may stand in a wish and change nothing. */
const FILLERS = splitToSet(
  `a an the of on at to for in with me i im we us you my id like would want wanna to can could may lets let please some one another quick little small short normal online now today here by
it is do does there ich mochte will wurde gern gerne ein eine einen eines gegen mit bitte wir lass uns der die das dem den zu auf und mich un une le la les de du des je voudrais veux on avec moi contre pour s il vous te plait
quiero quisiera un una el los con por favor yo vamos a quero queria um uma o com eu para board boards game games match spielst another friendly unrated casual opponent level first person human people real alone myself against`,
);
/** Games that people ask for, and that we do not have. */
const ELSEWHERE = splitToSet(
  'chess schach echecs ajedrez xadrez baduk weiqi checkers draughts tictactoe backgammon othello reversi shogi xiangqi mancala poker sudoku scrabble ludo battleship stratego catan monopoly connect4 havannah twixt quoridor blokus solitaire parcheesi parchis domino dominoes dominos carcassonne rummy canasta yahtzee crossword jenga pente hangman minesweeper wordle uno halma skat',
);
/** Words that name such a game only beside a word of playing, or alone. */
const ELSEWHERE_WITH_PLAY = splitToSet(
  'go dame dames damas morris muhle mill bridge risk abalone hearts spades cards karten cartes cartas',
);
const ELSEWHERE_PAIRS =
  /\b(?:tic tac toe|connect four|connect 4|four in a row|4 in a row|vier gewinnt|nine mens morris|chinese checkers|chinese chess|sea battle|snakes and ladders|noughts and crosses|puissance 4)\b/;

/** Asks which games there are here, and not which of the writer's are running. */
const GAMES_HERE = parsePattern(
  'which|what|other|all|list_of|available|offer|welche|was_fur|andere|quels|quelles|autres|que|cuales|otros|quais|outros & games|game_types|spiele|jeux|juegos|jogos',
);
const RUNNING = parsePattern(
  'my|mine|me|am|i_in|do_i_play|games_i_play|playing|running|active|waiting|current|open|over|won|lost|meine|laufen*|spiele_ich|mes|mis|meus|tengo|tenho|game_is|board|are_you|do_you_play|we',
);

/** Words that name an opponent: `hex with bob`. */
const WITH = splitToSet('with mit avec con com gegen contra contre against vs versus');

/** A question about playing opens no game: `does bob play hex`. */
const QUESTION = splitToSet(
  'does do is are did has have was were will would could may might should who what which when why whose wer was ist sind wann warum wie qui quand pourquoi est quien cuando quem quando',
);

/** Words of starting a game, so that `how do I start a game of hex` does not ask for rules. */
const OPENING = splitToSet('start begin open challenge new find invite beginnen anfangen commencer empezar comecar');

/** Words that a question about rules may have. */
const ABOUT_RULES = splitToSet(
  'learn lernen apprendre aprender difference unterschied between zwischen entre and und et y i would like want how wie comment como what whats was que quest ce explain explique erklare teach about work works win won mean means kind game funktioniert geht gewinnt gewinne man spielt joue marche gagne gane gana juega funciona joga ganha ganho on se t learn learned please again exactly au aux al ao o el la le les du des de das der die to me us mir uns moi me nos',
);

/** Words of a wish; a longer one is prose. */
const MAX_WORDS = 12;

/** A size such as 9x9, or a number. */
const SIZE = /^(\d{1,2})(?:x\d{1,2})?$/;

/** Words other than those of playing that the name of a game follows: `a game of Y`, `wie spielt man Y`. */
const BEFORE_GAME = splitToSet('of man');

/** An address among words. Its characters are those of addresses that people type. */
const ADDRESS = /(?<![^\s<(,:])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?![^\s>),:;.!?])/gi;

/** Stands for the address of a sentence while its words are looked at. */
const ADDRESSED = 'addressedfriend';

/**
 * What a sentence asks for, where an email address may name the opponent. null: it is no such wish. A challenge is given only if every word of
 * the sentence is understood.
 */
export function findPlayRequest(text: string, context: PlayContext): PlayRequest | null {
  const [address, ...others] = text.length > MAX_LENGTH ? [] : (text.match(ADDRESS) ?? []);
  const named = address === undefined || others.length > 0 ? text : text.replace(address, ADDRESSED);
  const isUser = (word: string): boolean => (word === ADDRESSED && named !== text) || context.isUser(word);
  const request = findRequest(splitWords(named) ?? [], { ...context, isUser });
  return request === null || address === undefined ? request : putAddress(request, address);
}

function putAddress(request: PlayRequest, address: string): PlayRequest {
  if ('command' in request) return { ...request, command: request.command.replace(ADDRESSED, address) };
  return 'opponent' in request ? { ...request, opponent: request.opponent.replace(ADDRESSED, address) } : request;
}

function findRequest(words: readonly string[], context: PlayContext): PlayRequest | null {
  if (words.length === 0 || words.length > MAX_WORDS) return null;
  // The name of a game among the words. `y` and `go` are words of other languages, so that `y` counts only behind a word of playing.
  const at = words.findIndex(
    (word, index) =>
      findNamedGame(context.games, word) !== null &&
      (word.length > 1 || index === 0 || PLAY.has(words[index - 1] ?? '') || BEFORE_GAME.has(words[index - 1] ?? '')),
  );
  const game = at === -1 ? null : (words[at] ?? null);
  return game === null ? findRequestWithoutGame(words, context) : findRequestForGame(words, game, context);
}

function findRequestWithoutGame(words: readonly string[], context: PlayContext): PlayRequest | null {
  if (hasPattern(joinWords(words), GAMES_HERE) && !hasPattern(joinWords(words), RUNNING)) return { kind: 'games' };
  if (words.some(word => RULES.has(word))) return null;
  if (isElsewhere(words)) return { kind: 'elsewhere' };
  return QUESTION.has(words[0] ?? '') ? null : findWishWithoutGame(words, context);
}

function findWishWithoutGame(words: readonly string[], context: PlayContext): PlayRequest | null {
  const robot = findRobotWord(words, context.games);
  const others = listOthers(words, context);
  const opponent = findPlayer(others, context);
  // Is somebody named as an opponent, or challenged? `bob opened the game` is no wish.
  if (opponent !== null)
    return isNamingOpponent(words) || words.some(word => CHALLENGE.has(word)) ? { kind: 'which', opponent } : null;
  if (others.length > 0) return null;
  if (robot !== null)
    return isStatement(words) || !asksForRobot(words)
      ? null
      : { kind: 'challenge', command: challengeLine(words, null, robot) };
  return isPlaying(words) ? { kind: 'whom', game: context.games[0]?.name ?? '' } : null;
}

function findRequestForGame(words: readonly string[], game: string, context: PlayContext): PlayRequest | null {
  if (asksForRules(words, game)) return { kind: 'rules', command: `help ${game}` };
  const robot = findRobotWord(words, context.games);
  const isWish = robot !== null || isPlaying(words) || isNamingOpponent(words) || words.some(word => ANYONE.has(word));
  // `hex bob` may be a challenge, or ask for something about bob.
  if (!isWish)
    return words.length === 2 && words.some(word => word !== game && context.isUser(word))
      ? { kind: 'whom', game }
      : null;
  const opponent = findOpponent(words, robot, context);
  return opponent === null || isStatement(words) || QUESTION.has(words[0] ?? '')
    ? { kind: 'whom', game }
    : { kind: 'challenge', command: challengeLine(words, game, opponent) };
}

/** The robot, or the only player that is named. null: it is in doubt. */
function findOpponent(words: readonly string[], robot: string | null, context: PlayContext): string | null {
  const others = listOthers(words, context);
  if (others.length === 0) return robot;
  return robot !== null || words.some(word => NOT_ASKING.has(word)) ? null : findPlayer(others, context);
}

/** Words of sentences that tell something: `Hex is hard`, `my hex game with bob`. */
const STATEMENT = splitToSet(
  'is are was were it its my mine your ist war es mein meine dein est mon ma es mi meu minha e',
);

const isStatement = (words: readonly string[]): boolean => words.slice(0, -1).some(word => STATEMENT.has(word));

/** Words that leave in doubt whether a game with another player is wished for. */
const NOT_ASKING = splitToSet('the may might could should let not no dont maybe perhaps if');

/** `computer` alone may be about anything. */
const asksForRobot = (words: readonly string[]): boolean =>
  words.some(word => /^(?:robo|bot)/.test(word)) || words.some(word => PLAY.has(word) && !NEW.has(word));

const NEW = splitToSet('neues nouvelle nueva nova new');

const listOthers = (words: readonly string[], { games }: PlayContext): readonly string[] =>
  words.filter(word => !isKnown(word, games));

const isPlaying = (words: readonly string[]): boolean => words.some(word => PLAY.has(word));

const isNamingOpponent = (words: readonly string[]): boolean => words.some(word => WITH.has(word));

const CHALLENGE = splitToSet(
  'challenge invite invitar inviter convidar einladen play rematch fordere desafiar desafio defier defi reto retar',
);

/** `how does hex work`, but not `how do I resign in hex`. */
const asksForRules = (words: readonly string[], game: string): boolean =>
  words.some(word => RULES.has(word)) ||
  (words.some(word => HOW.has(word)) &&
    words.every(word => word === game || ABOUT_RULES.has(word) || (isKnown(word, []) && !OPENING.has(word))));

/** The player with this name, if nothing else in the sentence is unknown. */
const findPlayer = ([name = '', ...more]: readonly string[], { isUser }: PlayContext): string | null =>
  more.length === 0 && isUser(name) ? name : null;

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
  words.some(word => ELSEWHERE.has(word)) ||
  (words.some(word => ELSEWHERE_WITH_PLAY.has(word)) &&
    (isPlaying(words) || asksWhetherWeHave(words) || words.length <= 2)) ||
  ELSEWHERE_PAIRS.test(words.join(' '));

/** `do you have go?` */
const asksWhetherWeHave = (words: readonly string[]): boolean =>
  words.length <= 5 && words.some(word => HAVE.has(word));

const HAVE = splitToSet('have offer support got habt gibt hast avez as tienes teneis hay tem tens ha');

const isKnown = (word: string, games: readonly AnyGame[]): boolean =>
  [PLAY, WITH, ROBOT, ANYONE, FILLERS, ...Object.values(LEVELS)].some(words => words.has(word)) ||
  SIZE.test(word) ||
  /^robot[1-9]$/.test(word) ||
  findNamedGame(games, word) !== null;

/** The size of a first board with a robot, where no game and no size was said. */
const FIRST_SIZE = '7';

function challengeLine(words: readonly string[], game: string | null, opponent: string): string {
  const typed = words.find(word => SIZE.test(word)) ?? (game === null ? FIRST_SIZE : null);
  return [game ?? 'nex', 'challenge', ...(typed === null ? [] : [`-size=${typed}`]), 'me', opponent].join(' ');
}
