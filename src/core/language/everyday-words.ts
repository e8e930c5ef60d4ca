// Everyday words: what people write who know no command, and what each does or is told. A new one is a word in a row, or a row.
import { withoutTail } from '#games/kit/move-text.ts';
import type { CoreRefusal } from '../refusal.ts';
import { tidy } from './words.ts';

/**
 * What a mail may be when such words are all it says: a new mail (or a line of one), a reply to a board, one to a board where the writer
 * is asked for an undo or offered a draw, a reply to an invitation.
 */
export type Place = 'mail' | 'board' | 'proposal' | 'invitation';

/** The sentences that help, each complete without any part. */
export type EverydaySentence = Extract<CoreRefusal, `everyday-${string}`>;

/** What the words mean: a command line, doubtful where it is to be asked about before it is done, or the sentence that helps. */
export type Meaning = { readonly means: string; readonly isDoubtful?: true } | { readonly says: EverydaySentence };

export interface EverydayWords extends Partial<Readonly<Record<Place, Meaning>>> {
  /** Separated by commas; small, without a full stop. */
  readonly words: string;
}

const HELP = { means: 'help' };
const ACCEPT = { means: 'accept' };
const REJECT = { means: 'reject' };
const RESIGN = { means: 'resign' };
const SWAP = { means: 'swap' };
const UNDO = { means: 'undo' };

const says = (sentence: EverydaySentence): Meaning => ({ says: sentence });

/** A new mail and a reply alike. */
const both = (meaning: Meaning): Pick<EverydayWords, 'mail' | 'board'> => ({ mail: meaning, board: meaning });

export const everydayWords: readonly EverydayWords[] = [
  // help, in the languages of those who write
  {
    words: 'hilfe, aide, ayuda, ajuda, aiuto, hulp, hjälp, hjelp, hjälp mig, pomoc, помощь',
    ...both(HELP),
  },
  {
    words: 'help me, help please, info, faq, manual, man, about, usage, howto, how to',
    ...both(HELP),
  },
  { words: 'hello, hi, hey, hallo, bonjour, hola, olá, ciao, good morning', mail: HELP },
  { words: 'rules, the rules, what are the rules, how to play, regeln, règles, reglas, regras', ...both(HELP) },
  {
    words: 'commands, command, command list, befehle, commandes, comandos',
    ...both({ means: 'help commands' }),
  },
  { words: 'options', ...both({ means: 'help options' }) },
  {
    words: 'tutorial, how do i play, how do i move, how does this work, how do i start, getting started',
    ...both({ means: 'help tutorial' }),
  },
  { words: 'robots, bots, computer, ai, play computer', ...both({ means: 'help robots' }) },
  // looking around
  {
    words: 'status, my games, list games, boards, my boards, active games, spiele, partidas, parties',
    ...both({ means: 'games' }),
  },
  {
    words: 'settings, my settings, preferences, einstellungen, ajustes, réglages',
    ...both({ means: 'set' }),
  },
  {
    words: `board, show board, show me, show the board, show me the board, position, moves, last move, whose turn, whose turn is it, whose move,
whose move is it, who am i, what colour am i, what color am i, which colour am i, which color am i`,
    board: { means: 'show' },
  },
  {
    words: 'who, players, users, whois, who is here, who plays, spieler, joueurs, jugadores, jogadores',
    ...both(says('everyday-players')),
  },
  {
    words: 'standings, ratings, rating, ranking, rankings, elo, history, statistics, stats',
    ...both(says('everyday-ratings')),
  },
  { words: 'tournament, tournaments, cup, league, seek, opponent', ...both(says('everyday-tournament')) },
  // coming and going
  {
    words: `register, join, sign up, sign me up, subscribe, create account, new account, login, log in, anmelden, registrieren,
inscription, registro, registrar`,
    ...both(says('everyday-register')),
  },
  {
    words: 'quit, exit, leave, bye, goodbye, abmelden, salir, sair, quitter',
    ...both(says('everyday-leave')),
  },
  {
    words: `unregister, delete my account, delete account, close my account, close account, remove me, remove my account,
cancel my account, konto löschen`,
    ...both(says('everyday-close')),
  },
  {
    words:
      'unsubscribe me, stop it, stop this, stop sending me mail, stop mailing me, no more mail, no more mails, please stop',
    mail: says('everyday-leave'),
    board: says('everyday-leave'),
    invitation: { means: 'stop' },
  },
  {
    words: 'forgot password, i forgot my password, lost password, new password, reset password, my password',
    ...both(says('everyday-password')),
  },
  // a new game
  {
    words: `play, new game, new, start, start game, start a game, begin, challenge, invite, invitation, game, i want to play,
let's play, spielen, jouer, jugar, jogar`,
    mail: says('everyday-play'),
    invitation: ACCEPT,
  },
  {
    words: 'again, another game, play again, new game, one more, rematch, revanche, revancha',
    board: { means: 'rematch' },
  },
  // the answer to an invitation
  {
    words: `yes, ok, okay, i accept, accepted, i accept the invitation, i accept the challenge, sure, gladly, with pleasure,
yes please, ja, ja gerne, gerne, oui, si, sí, sim, d'accord, acepto, aceito, ich nehme an, j'accepte`,
    mail: says('everyday-yes'),
    invitation: ACCEPT,
    proposal: ACCEPT,
  },
  {
    words: `no, no thanks, no thank you, not interested, i decline, declined, refuse, i refuse, nein, nein danke, non, non merci,
não, no gracias`,
    mail: says('everyday-yes'),
    invitation: REJECT,
    proposal: REJECT,
  },
  // at a board
  {
    words: 'resign, give the game up',
    mail: says('everyday-resign'),
  },
  {
    words: `i resign, i resign now, i resign the game, i resign this game, resigned, i resigned, resigns`,
    mail: says('everyday-resign'),
    board: RESIGN,
  },
  {
    words: `give up, i give up, surrender, i surrender, forfeit, i forfeit, concede, i concede, you win, you won, i lose, i lost,
i quit, i quit this game, resign now, i will resign, i'll resign,
 ich gebe auf, gebe auf, aufgeben, j'abandonne, abandon, me rindo, abandono, desisto`,
    mail: says('everyday-resign'),
    board: { means: 'resign', isDoubtful: true },
  },
  {
    words: 'cancel, abort, cancel game, delete game, end game, stop game, withdraw',
    mail: says('everyday-resign'),
    board: { means: 'resign', isDoubtful: true },
  },
  {
    words: `i swap, i swap sides, i will swap, i ll swap, i'll swap, i want to swap, i'd like to swap, i would like to swap, let's swap, lets swap,
swap sides, swap the sides, swap colours, swap colors, swap pieces, ich tausche, seiten tauschen`,
    board: SWAP,
  },
  {
    words: `swap it, swap us, pie, pie rule, use the pie rule, switch, switch sides, i switch, change sides, i take your side, i take your stone,
tauschen, tausch, wir tauschen, j'échange, échange, cambio, intercambio, trocar, troco`,
    board: { means: 'swap', isDoubtful: true },
  },
  {
    words: `undo, takeback, take back, undo move, undo my move, undo my last move, take back my move, take back my last move, take back move,
i take back my move, i take my move back, may i take back my move, can i take back my move, zurücknehmen, zug zurücknehmen,
zug zurück, rücknahme, annuler, annuler le coup, reprendre, reprendre le coup, deshacer, deshacer jugada, desfazer,
desfazer jogada, voltar atrás, annulla, annulla mossa, terugnemen, zet terugnemen, ångra, ångra draget`,
    mail: says('everyday-undo'),
    board: UNDO,
  },
  {
    words: 'oops, wrong move, my mistake, falscher zug, verklickt, mauvais coup, jugada equivocada',
    mail: says('everyday-undo'),
    board: { means: 'undo', isDoubtful: true },
  },
  {
    words: `draw, offer draw, offer a draw, i offer a draw, i offer draw, propose, propose draw, propose a draw, i propose a draw,
let's call it a draw, shall we call it a draw, remis, remis anbieten, ich biete remis, unentschieden, nulle, match nul,
je propose nulle, tablas, ofrezco tablas, empate, proponho empate, patta, offro patta, remise, ik bied remise aan`,
    mail: says('everyday-draw'),
    board: { means: 'draw' },
    // Who is offered one and wants one agrees.
    proposal: { means: 'accept draw' },
  },
  {
    words:
      'accept the draw, i accept the draw, i accept a draw, i accept your draw, i agree to a draw, agree to the draw',
    mail: says('everyday-draw'),
    board: { means: 'accept draw' },
  },
  {
    words: 'reject the draw, i reject the draw, decline the draw, i decline the draw, refuse the draw, no draw',
    mail: says('everyday-draw'),
    board: { means: 'reject draw' },
  },
  {
    words: 'accept the undo, i accept the undo, i accept your undo, i agree to the undo',
    mail: says('everyday-undo'),
    board: { means: 'accept undo' },
  },
  {
    words: 'reject the undo, i reject the undo, decline the undo, i decline the undo, refuse the undo, no undo',
    mail: says('everyday-undo'),
    board: { means: 'reject undo' },
  },
  {
    words: 'agreed, i agree, agree, einverstanden, entendu, de acuerdo, de acordo, concordo, ik ga akkoord',
    proposal: ACCEPT,
  },
  {
    words: `vacation, holiday, holidays, on holiday, pause, away, urlaub, vacances, vacaciones, férias, addtime, time, clock,
deadline, how long`,
    ...both(says('everyday-time')),
  },
  { words: 'i pass, skip, skip turn, skip my turn, ich passe, je passe, paso, passo', board: { means: 'move pass' } },
  { words: 'preview, queue, conditional, premove', ...both(says('everyday-ahead')) },
  // courtesy
  {
    words: 'thanks, thank you, thx, danke, merci, gracias, obrigado, obrigada, grazie',
    mail: says('everyday-thanks'),
  },
  { words: 'test, ping, testing, are you there', mail: says('everyday-test') },
  {
    words: 'operator, admin, administrator, support, contact, human, postmaster',
    ...both(says('everyday-operator')),
  },
];

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
    '.!?, ',
  ).trim();

/** What makes a wish of any words. */
const PLEASE = /^(?:please|bitte|por favor) | (?:please|pls|bitte|por favor|s'il (?:vous|te) pla\u00eet)$/;

export const wordsOf = ({ words }: EverydayWords): readonly string[] => words.split(/,\s+/).map(plain);

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
export function everydayMeaning(line: string, place: Place): Meaning | null {
  if (line.length > LONGEST + 20) return null;
  const words = plain(line);
  return MEANINGS[place].get(words) ?? MEANINGS[place].get(words.replace(PLEASE, '')) ?? null;
}

/** The single words among them, for hints: the longer ones, since a short one is near to anything. */
export const everydayNames: readonly string[] = everydayWords.flatMap(wordsOf).filter(word => /^[a-z]{6,}$/.test(word));
