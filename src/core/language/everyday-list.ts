// Lists the everyday words, each row with its command or its answer.
import type { CoreRefusal } from '../kernel/refusal.ts';

/**
 * What the mail with the words replies to. `mail`: nothing. `board`: a board mail. `proposal`: a board mail where the writer must answer an
 * undo or a draw. `invitation`: an invitation.
 */
export type ReplyContext = 'mail' | 'board' | 'proposal' | 'invitation';

/** The codes of the answers. Their sentences need no parts. */
export type EverydaySentence = Extract<CoreRefusal, `everyday-${string}`>;

/** The meaning of everyday words: a command line, or a sentence to answer with. If it is doubtful, the writer is asked before it is done. */
export type Meaning =
  | { readonly command: string; readonly isDoubtful?: true }
  | { readonly sentence: EverydaySentence };

export interface EverydayWords extends Partial<Readonly<Record<ReplyContext, Meaning>>> {
  /** Separated by commas, in lower case, without full stops. */
  readonly words: string;
  /** The words of Portuguese alone. A mail that begins with one of them is answered in Portuguese. */
  readonly pt?: string;
}

export interface SentenceRow extends Partial<Readonly<Record<ReplyContext, Meaning>>> {
  /**
   * Each a pattern: `more|extra & time|days` fits a sentence with a word of each group. `_` joins the words of a phrase, `*` stands for any
   * end of a word, `^` for the beginning of the sentence. Small letters without accents, no apostrophes.
   */
  readonly about: readonly string[];
  /** Its patterns say what should not be, so that a "not" in the sentence changes nothing. */
  readonly hasNot?: true;
}

const HELP = { command: 'help' };
const ACCEPT = { command: 'accept' };
const REJECT = { command: 'reject' };
const RESIGN = { command: 'resign' };
const SWAP = { command: 'swap' };
const UNDO = { command: 'undo' };

/** The meaning of words that a sentence answers. */
export const answerWith = (sentence: EverydaySentence): Meaning => ({ sentence: sentence });

/** The same meaning in a new mail and in a reply to a board. */
export const forMailAndBoard = (meaning: Meaning): Pick<EverydayWords, 'mail' | 'board'> => ({
  mail: meaning,
  board: meaning,
});

export const everydayWords: readonly EverydayWords[] = [
  // help, in several languages
  {
    words: 'hilfe, aide, ayuda, aiuto, hulp, hjälp, hjelp, hjälp mig, pomoc, помощь',
    pt: 'ajuda, preciso de ajuda, ajuda-me, socorro, como funciona, como funciona isto',
    ...forMailAndBoard(HELP),
  },
  {
    words: 'help me, help please, info, information, faq, manual, man, about, usage, howto, how to',
    ...forMailAndBoard(HELP),
  },
  {
    words: 'hello, hi, hey, hallo, bonjour, hola, ciao, good morning',
    pt: 'olá, ola, bom dia, boa tarde, boa noite, viva',
    mail: HELP,
  },
  {
    words: 'rules, the rules, what are the rules, how to play, regeln, règles, reglas',
    pt: 'regras, as regras, quais são as regras, regras do jogo',
    ...forMailAndBoard(HELP),
  },
  {
    words: 'commands, command, command list, befehle, commandes, comandos',
    pt: 'lista de comandos, que comandos há',
    ...forMailAndBoard({ command: 'help commands' }),
  },
  { words: 'options', ...forMailAndBoard({ command: 'help options' }) },
  {
    words: 'tutorial, how do i play, how do i move, how does this work, how do i start, getting started',
    pt: 'como se joga, como jogo, como jogar, como começo, como começar',
    ...forMailAndBoard({ command: 'help tutorial' }),
  },
  { words: 'robots, bots, computer, ai, play computer', ...forMailAndBoard({ command: 'help robots' }) },
  // lists, ratings and settings
  {
    words: 'status, my games, list games, boards, my boards, active games, spiele, parties',
    pt: 'os meus jogos, meus jogos, as minhas partidas, minhas partidas, tabuleiros, os meus tabuleiros',
    ...forMailAndBoard({ command: 'games' }),
  },
  {
    words: 'settings, my settings, preferences, einstellungen, ajustes, réglages',
    pt: 'definições, as minhas definições, configurações, preferências',
    ...forMailAndBoard({ command: 'set' }),
  },
  {
    words: `board, show board, show me, show the board, show me the board, position, moves, last move, whose turn, whose turn is it, whose move,
whose move is it, who am i, what colour am i, what color am i, which colour am i, which color am i`,
    pt: 'tabuleiro, mostra o tabuleiro, mostrar tabuleiro, ver tabuleiro, posição, quem joga agora, de quem é a vez',
    board: { command: 'show' },
  },
  {
    words: 'who, players, users, whois, who is here, who plays, spieler, joueurs, jugadores',
    pt: 'quem joga, quem está aqui, lista de jogadores, jogadores',
    ...forMailAndBoard(answerWith('everyday-players')),
  },
  {
    words: 'standings, ratings, rating, ranking, rankings, elo, history, statistics, stats',
    pt: 'classificação, classificações, pontuação, estatísticas',
    ...forMailAndBoard(answerWith('everyday-ratings')),
  },
  {
    words: 'tournament, tournaments, cup, league',
    pt: 'torneio, torneios, campeonato',
    ...forMailAndBoard({ command: 'tournament list' }),
  },
  {
    words:
      'opponent, opponents, open games, open seeks, open challenges, i want an opponent, find an opponent, find me an opponent',
    pt: 'adversário, adversários, procuro adversário, desafios abertos',
    ...forMailAndBoard({ command: 'seek list' }),
  },
  // accounts: signing up and leaving
  {
    words: `register, join, sign up, sign me up, subscribe, create account, new account, login, log in, anmelden, registrieren,
inscription, registro, registrar`,
    pt: 'inscrever, inscrever-me, quero inscrever-me, inscrição, registo, registar, registar-me, criar conta, nova conta',
    ...forMailAndBoard(answerWith('everyday-register')),
  },
  {
    words: 'quit, exit, leave, bye, goodbye, abmelden, salir, sair, quitter',
    pt: 'adeus, quero sair',
    ...forMailAndBoard(answerWith('everyday-leave')),
  },
  {
    words: `unregister, delete my account, delete account, close my account, close account, remove me, remove my account,
cancel my account, konto löschen`,
    pt: 'apagar conta, apagar a minha conta, apaga a minha conta, fechar conta, fechar a minha conta, encerrar conta',
    ...forMailAndBoard(answerWith('everyday-close')),
  },
  {
    words: 'forget, forget me, delete my data, erase my data, remove my data, my data',
    pt: 'esquecer, esquece-me, apagar os meus dados, apaga os meus dados, os meus dados',
    ...forMailAndBoard(answerWith('everyday-forget')),
  },
  {
    words:
      'unsubscribe me, remove my address, delete my address, remove my email, take me off your list, please never write again, never write again, do not write again, stop it, stop this, stop sending me mail, stop mailing me, no more mail, no more mails, please stop, leave me alone, never write to me again, do not write to me again, lass mich in ruhe, schreib mir nicht mehr, laissez-moi tranquille, déjame en paz, deixa-me em paz',
    mail: answerWith('everyday-leave'),
    board: { command: 'stop' },
    invitation: { command: 'stop' },
  },
  {
    words:
      'password forgotten, passwort vergessen, mein passwort vergessen, passwort verloren, contraseña olvidada, forgot password, forgot my password, i forgot my password, lost password, lost my password, new password, reset password, my password',
    pt: 'senha esquecida, esqueci-me da senha, esqueci a senha, nova senha, palavra-passe, nova palavra-passe',
    ...forMailAndBoard(answerWith('everyday-password')),
  },
  {
    words: 'english, in english',
    ...forMailAndBoard({ command: 'set language=en' }),
  },
  {
    words: 'portuguese',
    pt: 'português, em português, portugues, idioma português',
    ...forMailAndBoard({ command: 'set language=pt' }),
  },
  // a new game
  {
    words: `play, new game, new, start, start game, start a game, begin, challenge, invite, invitation, game, i want to play,
let's play, spielen, jouer, jugar`,
    pt: 'jogar, quero jogar, gostaria de jogar, gostava de jogar, queria jogar, posso jogar, podemos jogar, como posso jogar, novo jogo, nova partida, começar, desafio, convite, vamos jogar',
    mail: answerWith('everyday-play'),
    invitation: ACCEPT,
  },
  {
    words:
      'again, another game, play again, new game, one more, rematch, revanche, revancha, neues spiel, noch ein spiel, noch eine partie, nouvelle partie, une autre partie, nueva partida, otra partida',
    pt: 'outra vez, mais uma, mais um jogo, outro jogo, outra partida, desforra',
    board: { command: 'rematch' },
  },
  // the answer to an invitation
  {
    words: `yes, ok, okay, i accept, accepted, i accept the invitation, i accept the challenge, sure, gladly, with pleasure,
yes please, ja, ja gerne, gerne, oui, si, sí, d'accord, acepto, ich nehme an, j'accepte`,
    pt: 'sim, aceito, aceito o convite, aceito o desafio, sim por favor, claro que sim, com muito gosto, com todo o gosto',
    ...forMailAndBoard(answerWith('everyday-yes')),
    invitation: ACCEPT,
    proposal: ACCEPT,
  },
  {
    words: `no way, nope, sorry no, no sorry, no time, no sorry no time, sorry no time, no time sorry, i have no time, i've no time,
sorry i have no time, too busy, i am too busy, i'm too busy, sorry i'm too busy, i'm too busy sorry, sorry too busy, not for me, no not now,
keine zeit, leider keine zeit, nein keine zeit, nein danke keine zeit, ich habe keine zeit, leider nein, nein leider nicht, kein interesse,
pas le temps, non pas le temps, désolé pas le temps, je n'ai pas le temps, non désolé, pas intéressé, no tengo tiempo, no puedo,
no gracias no tengo tiempo, lo siento no puedo, no me interesa`,
    pt: 'não tenho tempo, não obrigado não tenho tempo, não posso, desculpa não posso, não estou interessado, não estou interessada',
    invitation: REJECT,
  },
  {
    words: `no, no thanks, no thank you, not interested, i decline, declined, refuse, i refuse, nein, nein danke, non, non merci,
no gracias`,
    pt: 'não, nao, não obrigado, não obrigada, nao obrigado, nao obrigada, não quero, nao quero, recuso, não aceito, nao aceito, recuso o convite',
    ...forMailAndBoard(answerWith('everyday-yes')),
    invitation: REJECT,
    proposal: REJECT,
  },
  // at a board
  {
    words: 'resign, give the game up',
    mail: answerWith('everyday-resign'),
  },
  {
    words: `i resign, i resign now, i resign the game, i resign this game, resigned, i resigned, resigns`,
    pt: 'desisto do jogo, desisto da partida, desisto desta partida',
    mail: answerWith('everyday-resign'),
    board: RESIGN,
  },
  {
    words: `give up, i give up, surrender, i surrender, forfeit, i forfeit, concede, i concede, you win, you won, i lose, i lost,
i quit, i quit this game, resign now, i will resign, i'll resign,
 ich gebe auf, gebe auf, aufgeben, j'abandonne, abandon, me rindo, abandono`,
    pt: 'desisto, rendo-me, dou-me por vencido, dou-me por vencida, ganhaste',
    mail: answerWith('everyday-resign'),
    board: { command: 'resign', isDoubtful: true },
  },
  {
    words: 'cancel, abort, cancel game, delete game, end game, stop game, withdraw',
    pt: 'cancelar, anular, cancelar jogo, acabar jogo, terminar jogo',
    mail: answerWith('everyday-resign'),
    board: { command: 'resign', isDoubtful: true },
  },
  {
    words: `i swap, i swap sides, i will swap, i ll swap, i'll swap, i want to swap, i'd like to swap, i would like to swap, let's swap, lets swap,
swap sides, swap the sides, swap colours, swap colors, swap pieces, ich tausche, seiten tauschen`,
    pt: 'trocar de lado, troco de lado, quero trocar de lado',
    board: SWAP,
  },
  {
    words: `swap it, swap us, pie, pie rule, use the pie rule, switch, switch sides, i switch, change sides, i take your side, i take your stone,
tauschen, tausch, wir tauschen, j'échange, échange, cambio, intercambio`,
    pt: 'trocar, troco, mudar de lado',
    board: { command: 'swap', isDoubtful: true },
  },
  {
    words: `undo, takeback, take back, undo move, undo my move, undo my last move, take back my move, take back my last move, take back move,
i take back my move, i take my move back, may i take back my move, can i take back my move, zurücknehmen, zug zurücknehmen,
zug zurück, rücknahme, annuler, annuler le coup, reprendre, reprendre le coup, deshacer, deshacer jugada, desfazer,
annulla, annulla mossa, terugnemen, zet terugnemen, ångra, ångra draget`,
    pt: 'desfazer jogada, desfazer a jogada, voltar atrás, quero voltar atrás, anular jogada, anular a jogada',
    mail: answerWith('everyday-undo'),
    board: UNDO,
  },
  {
    words: 'oops, wrong move, my mistake, falscher zug, verklickt, mauvais coup, jugada equivocada',
    pt: 'enganei-me, jogada errada, foi engano',
    mail: answerWith('everyday-undo'),
    board: { command: 'undo', isDoubtful: true },
  },
  {
    words: `draw, offer draw, offer a draw, i offer a draw, i offer draw, propose, propose draw, propose a draw, i propose a draw,
let's call it a draw, shall we call it a draw, remis, remis anbieten, ich biete remis, unentschieden, nulle, match nul,
je propose nulle, tablas, ofrezco tablas, empate, patta, offro patta, remise, ik bied remise aan`,
    pt: 'proponho empate, ofereço empate, empatamos, proponho o empate',
    mail: answerWith('everyday-draw'),
    board: { command: 'draw' },
    // Asking for a draw, while one is offered, accepts it.
    proposal: { command: 'accept draw' },
  },
  {
    words:
      'accept the draw, i accept the draw, i accept a draw, i accept your draw, i agree to a draw, agree to the draw',
    pt: 'aceito o empate, aceito empate',
    mail: answerWith('everyday-draw'),
    board: { command: 'accept draw' },
  },
  {
    words: 'reject the draw, i reject the draw, decline the draw, i decline the draw, refuse the draw, no draw',
    pt: 'recuso o empate, recuso empate, não aceito o empate',
    mail: answerWith('everyday-draw'),
    board: { command: 'reject draw' },
  },
  {
    words: 'accept the undo, i accept the undo, i accept your undo, i agree to the undo',
    pt: 'aceito que voltes atrás, aceito desfazer',
    mail: answerWith('everyday-undo'),
    board: { command: 'accept undo' },
  },
  {
    words: 'reject the undo, i reject the undo, decline the undo, i decline the undo, refuse the undo, no undo',
    pt: 'não aceito desfazer, recuso desfazer',
    mail: answerWith('everyday-undo'),
    board: { command: 'reject undo' },
  },
  {
    words: 'agreed, i agree, agree, einverstanden, entendu, de acuerdo, de acordo, ik ga akkoord',
    proposal: ACCEPT,
  },
  {
    words: `vacation, holiday, holidays, on holiday, pause, away, urlaub, vacances, vacaciones, addtime, time, clock,
deadline, how long`,
    pt: 'férias, ferias, estou de férias, prazo, quanto tempo tenho, relógio',
    ...forMailAndBoard(answerWith('everyday-time')),
  },
  {
    words:
      'calendar, my calendar, calendar feed, calendar file, ics, ical, kalender, calendrier, calendario, mein kalender, mon calendrier',
    pt: 'calendário, o meu calendário',
    ...forMailAndBoard(answerWith('everyday-calendar')),
  },
  {
    words: 'i pass, skip, skip turn, skip my turn, ich passe, je passe, paso, passo',
    pt: 'passo a vez, passar a vez',
    board: { command: 'move pass' },
  },
  { words: 'preview', ...forMailAndBoard(answerWith('everyday-preview')) },
  { words: 'queue, conditional, premove', ...forMailAndBoard(answerWith('everyday-ahead')) },
  // courtesy
  {
    words: 'thanks, thank you, thx, danke, merci, gracias, grazie',
    pt: 'obrigado, obrigada, muito obrigado, muito obrigada',
    mail: answerWith('everyday-thanks'),
  },
  { words: 'test, ping, testing, are you there', pt: 'teste, está aí alguém', mail: answerWith('everyday-test') },
  {
    words: 'operator, admin, administrator, support, contact, human, postmaster',
    pt: 'operador, administrador, contacto',
    ...forMailAndBoard(answerWith('everyday-operator')),
  },
];
