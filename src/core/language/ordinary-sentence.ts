// Answers a line of ordinary language that is neither a command nor one of the everyday words.
import { formatAndList } from '#games/kit/lists.ts';
import { refused } from '../kernel/refusal.ts';
import { isCourtesy } from './courtesy.ts';
import type { Meaning, ReplyContext, SentenceRow } from './everyday-list.ts';
import {
  NEGATION,
  type Pattern,
  countOtherWords,
  hasPattern,
  joinWords,
  parsePattern,
  splitToSet,
  splitWords,
} from './everyday-pattern.ts';
import { everydaySentences } from './everyday-sentences.ts';
import { type PlayRequest, findPlayRequest } from './play-request.ts';
import { type ParseContext, type Statement, buildRefusal, parseCommandLine, replyContextOf } from './statement.ts';

/** What a line may mean. `isDoubtful`: the writer is asked before it is done. */
export interface Understood {
  readonly statement: Statement;
  readonly isDoubtful: boolean;
}

const ROWS: readonly (SentenceRow & { readonly patterns: readonly Pattern[] })[] = everydaySentences.map(row => ({
  ...row,
  patterns: row.about.map(parsePattern),
}));

/** `no digest` and `your daily digest` set nothing. */
const SET_NOTHING = splitToSet('no non nein ohne sans sin sem without your');

const isSetting = (meaning: Meaning): boolean => 'command' in meaning && meaning.command.startsWith('set ');

/** The meaning of the first row that fits. A row for boards counts in an answer to a proposal as well. */
function findSentence(words: readonly string[], context: ReplyContext): Meaning | null {
  const text = joinWords(words);
  const isNegated = hasPattern(text, NEGATION);
  const isDenied = words.some(word => SET_NOTHING.has(word));
  for (const row of ROWS) {
    const meaning = row[context] ?? (context === 'invitation' ? row.mail : row.board);
    if (meaning === undefined || (isNegated && row.hasNot !== true)) continue;
    if (isDenied && row.hasNot !== true && isSetting(meaning)) continue;
    const others = allowedOthers(meaning, words, context);
    const fits = (pattern: Pattern): boolean => hasPattern(text, pattern) && countOtherWords(words, pattern) <= others;
    if (row.patterns.some(fits)) return meaning;
  }
  return null;
}

/** Words that a question begins with. */
const ASKING = splitToSet(
  'how what which who whose when where why can could may do does did is are will would should wie was welche wer wann wo warum kann kannst ist gibt comment quel quelle quels quelles qui quand ou pourquoi puis peux est como cual cuales quien cuando donde puedo puede hay qual quais quem quando onde posso pode ha',
);

/** Words of a question that is answered with the board, such as `how big is the board really`. */
const MOST_BESIDE_SHOW = 2;

/** How many words a sentence may have beside those that give it away. A sentence in a reply may be meant for another player. */
function allowedOthers(meaning: Meaning, [first = '']: readonly string[], context: ReplyContext): number {
  if ('sentence' in meaning || meaning.isDoubtful === true) return Infinity;
  if (meaning.command.startsWith('set ')) return 0;
  if (context === 'mail') return Infinity;
  return meaning.command === 'show' && ASKING.has(first) ? MOST_BESIDE_SHOW : 0;
}

/** A question such as `why is there only text` changes no setting. */
const QUESTION =
  /^(?:why|is|are|am|bin|do|does|did|was|were|who|when|warum|ist|sind|wer|wann|pourquoi|est|qui|quand|por|porque|quien|quem|cuando|quando)$/;

/** A question about a setting shows the settings. */
const withoutSetting = (meaning: Meaning | null, [first = '']: readonly string[]): Meaning | null =>
  meaning !== null && isSetting(meaning) && QUESTION.test(first) ? { command: 'set' } : meaning;

/** What is asked about another player: games, or results. */
const ABOUT_PLAYER: readonly (readonly [Pattern, string])[] = [
  [
    parsePattern(
      'show|list|what|which|see|how_many|where|zeig*|welche|montre*|quelles|muestra*|que|mostra*|quais & games|boards|game|board|spiele|partien|parties|partidas|jogos|tabuleiros',
    ),
    'games',
  ],
  [
    parsePattern(
      'rating*|stats|statistics|record|results|rank|ranking|profile|elo|how_good|how_strong|tell_me_about|about|wertung|wie_gut|wie_stark|classement|quel_niveau|puntuacion|pontuacao|^who_is|^whos|^wer_ist|^qui_est|^quien_es|^quem_e',
    ),
    'stats',
  ],
];

/** Words of a question about a player. */
const MAX_WORDS_ABOUT = 8;

/** `how good is bob`: the command about another player. null: it is no such question. */
function findAboutPlayer(words: readonly string[], context: ParseContext): string | null {
  if (words.length > MAX_WORDS_ABOUT || replyContextOf(context) === 'invitation') return null;
  const command = ABOUT_PLAYER.find(([pattern]) => hasPattern(joinWords(words), pattern))?.[1];
  if (command === undefined) return null;
  const names = words.filter(word => countOtherWords([word], []) > 0).flatMap(word => [word, word.replace(/s$/, '')]);
  const name = names.find(context.isUser);
  return name === undefined ? null : `${command} ${name}`;
}

/** What a line means. null: it is not understood. */
export function parseSentence(text: string, context: ParseContext): Understood | null {
  const words = splitWords(text) ?? [];
  if (words.length === 0) return null;
  const request = findPlayRequest(text, context);
  const answer = request === null ? null : answerRequest(request, context, text);
  // A game without an opponent may be part of another wish: `show my hex games`.
  if (answer !== null && request?.kind !== 'whom') return answer;
  const about = request === null ? findAboutPlayer(words, context) : null;
  if (about !== null) return toCertain(parseCommandLine(about, context));
  return (
    understandPattern(words, text, context) ??
    answer ??
    answerCourtesy(text, context) ??
    answerQuestion(words, text, context)
  );
}

/** Words before the days in a sentence about one's own holiday. Any other word leaves it in doubt. */
const OWN_DAYS = splitToSet(
  `i im ill am will be going go on my out of office away off holiday holidays vacation vacations leave ich bin werde im urlaub ferien weg verreist unterwegs abwesend habe
je suis serai en vacances conges absent absente pars me voy estoy estare de vacaciones fuera ausente estou estarei vou estar ferias fora`,
);

/** The words among them that say it. */
const AWAY = splitToSet(
  'away off holiday holidays vacation vacations leave office urlaub ferien weg verreist unterwegs abwesend vacances conges absent absente vacaciones fuera ausente ferias fora',
);

/** A holiday that begins on a day and has no last one. */
const IS_OPEN =
  /\b(?:from|since|starting|ab|seit|depuis|partir|desde)\b(?!.*(?:\b(?:to|until|till?|through|for|bis|fur|für|au|jusqu\S*|pour|al?|hasta|por|até|ate|ao)\b|[-\u2013]|\.\.))/iu;

/** `am I on holiday until Friday` */
const INVERTED = /^(?:am i|bin ich|suis je) /;

/** `I am away until Friday` means these days. null: there are no such days in it. */
function findHoliday(words: readonly string[], text: string, context: ParseContext): Statement | null {
  if (replyContextOf(context) === 'invitation' || text.includes('?') || IS_OPEN.test(text)) return null;
  const typed = text
    .trim()
    .replace(/[.!]+$/, '')
    .split(/\s+/);
  const start = typed.findIndex(word => !(splitWords(word) ?? []).every(each => OWN_DAYS.has(each)));
  const before = splitWords(typed.slice(0, start).join(' ')) ?? [];
  if (start === -1 || INVERTED.test(words.join(' ')) || !before.some(word => AWAY.has(word))) return null;
  const booking = parseCommandLine(`vacation ${typed.slice(start).join(' ')}`, context);
  // A sentence holds no password.
  const isBooked = booking?.parseResult.ok === true && (booking.parseResult.value.credentials ?? null) === null;
  return isBooked ? booking : null;
}

const THANKS = /thank|thx|danke|dank|merci|gracias|obrigad/i;

/** `thanks for this great service!` */
const BEGINS_WITH_THANKS =
  /^\W*(?:many |vielen |muchas |muito )?(?:thanks?|thx|danke|dank|merci|gracias|obrigad[oa])\b/i;

/** A greeting in a new mail is answered. In a reply courtesies are for the other players. */
function answerCourtesy(text: string, context: ParseContext): Understood | null {
  if (replyContextOf(context) !== 'mail' || !(isCourtesy(text) || BEGINS_WITH_THANKS.test(text))) return null;
  return toCertain(
    THANKS.test(text)
      ? buildRefusal(text, refused('everyday-thanks'), context)
      : buildRefusal(text, refused('everyday-hello'), context),
  );
}

/** Words of a question; a shorter one may be a mistyped command, and a longer one is prose. */
const QUESTION_WORDS = { least: 3, most: 12 };

/** The answer to a question that no row foresaw. */
function answerQuestion(words: readonly string[], text: string, context: ParseContext): Understood | null {
  const { least, most } = QUESTION_WORDS;
  const isQuestion = ASKING.has(words[0] ?? '') && words.length >= least && words.length <= most;
  return isQuestion && replyContextOf(context) !== 'invitation'
    ? toCertain(buildRefusal(text, refused('everyday-question'), context))
    : null;
}

const toCertain = (statement: Statement | null): Understood | null =>
  statement === null ? null : { statement, isDoubtful: false };

/** Answers that help an invited person, without a game so far. Other sentences are answered with the ways to answer an invitation. */
const FOR_INVITED: ReadonlySet<string> = new Set([
  ...['everyday-who-are-you', 'everyday-invited', 'everyday-free', 'everyday-operator', 'everyday-blind'],
  ...['everyday-leave', 'everyday-forget', 'everyday-close', 'everyday-fewer', 'everyday-languages'],
]);

const withoutRunningGames = (meaning: Meaning | null, replyContext: ReplyContext): Meaning | null =>
  meaning !== null && 'sentence' in meaning && replyContext === 'invitation' && !FOR_INVITED.has(meaning.sentence)
    ? null
    : meaning;

/** `I am blind!` is an exclamation for the other player, and `and speak English` the end of a sentence. */
const isPartOfLetter = (text: string, replyContext: ReplyContext): boolean =>
  /^\W*(?:and|but|or|und|aber|oder|et|mais|ou|y|pero|e|mas)\b/i.test(text) ||
  (replyContext !== 'mail' && text.trim().endsWith('!'));

function understandPattern(words: readonly string[], text: string, context: ParseContext): Understood | null {
  const replyContext = replyContextOf(context);
  const named = words.map(word => (context.opponents.includes(word) ? 'opponent' : word));
  const isNaming = words.some(word => context.opponents.includes(word));
  const found = (isNaming ? findSentence(named, replyContext) : null) ?? findSentence(words, replyContext);
  const meaning = withoutRunningGames(withoutSetting(found, words), replyContext);
  if (meaning === null || (isSetting(meaning) && isPartOfLetter(text, replyContext))) return null;
  if ('sentence' in meaning && meaning.sentence === 'everyday-holiday') {
    const booking = findHoliday(words, text, context);
    // In a reply the sentence may be for the other player, so the writer is asked.
    if (booking !== null) return { statement: booking, isDoubtful: replyContext !== 'mail' };
  }
  if ('sentence' in meaning) return toCertain(buildRefusal(text, refused(meaning.sentence), context));
  const statement = parseCommandLine(meaning.command, context);
  return statement === null ? null : { statement, isDoubtful: meaning.isDoubtful === true };
}

/** The answer to a wish to play. In a reply no game is opened: only rules are explained. */
function answerRequest(request: PlayRequest, context: ParseContext, text: string): Understood | null {
  const isOnlyAnswered = ['rules', 'games', 'which'].includes(request.kind);
  if (!isOnlyAnswered && replyContextOf(context) !== 'mail') return null;
  const games = formatAndList(context.games.map(({ name }) => name));
  switch (request.kind) {
    case 'rules':
    case 'challenge':
      return toCertain(parseCommandLine(request.command, context));
    case 'whom':
      return toCertain(buildRefusal(text, refused('play-whom', { game: request.game }), context));
    case 'which':
      return toCertain(buildRefusal(text, refused('play-which', { opponent: request.opponent, games }), context));
    case 'games':
      return toCertain(buildRefusal(text, refused('play-games', { games }), context));
    case 'elsewhere':
      return toCertain(buildRefusal(text, refused('play-not-here', { games }), context));
  }
}
