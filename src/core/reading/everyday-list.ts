// The everyday words, each with its command or answer. A new one is a word in a row, or a row.
import type { CoreRefusal } from '../kernel/refusal.ts';

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
  /** The words that are Portuguese and nothing else: a mail that begins with one is answered in Portuguese. */
  readonly pt?: string;
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
    words: 'hilfe, aide, ayuda, aiuto, hulp, hjälp, hjelp, hjälp mig, pomoc, помощь',
    pt: 'ajuda, preciso de ajuda, ajuda-me, socorro, como funciona, como funciona isto',
    ...both(HELP),
  },
  {
    words: 'help me, help please, info, faq, manual, man, about, usage, howto, how to',
    ...both(HELP),
  },
  {
    words: 'hello, hi, hey, hallo, bonjour, hola, ciao, good morning',
    pt: 'olá, ola, bom dia, boa tarde, boa noite, viva',
    mail: HELP,
  },
  {
    words: 'rules, the rules, what are the rules, how to play, regeln, règles, reglas',
    pt: 'regras, as regras, quais são as regras, regras do jogo',
    ...both(HELP),
  },
  {
    words: 'commands, command, command list, befehle, commandes, comandos',
    pt: 'lista de comandos, que comandos há',
    ...both({ means: 'help commands' }),
  },
  { words: 'options', ...both({ means: 'help options' }) },
  {
    words: 'tutorial, how do i play, how do i move, how does this work, how do i start, getting started',
    pt: 'como se joga, como jogo, como jogar, como começo, como começar',
    ...both({ means: 'help tutorial' }),
  },
  { words: 'robots, bots, computer, ai, play computer', ...both({ means: 'help robots' }) },
  // looking around
  {
    words: 'status, my games, list games, boards, my boards, active games, spiele, parties',
    pt: 'os meus jogos, meus jogos, as minhas partidas, minhas partidas, tabuleiros, os meus tabuleiros',
    ...both({ means: 'games' }),
  },
  {
    words: 'settings, my settings, preferences, einstellungen, ajustes, réglages',
    pt: 'definições, as minhas definições, configurações, preferências',
    ...both({ means: 'set' }),
  },
  {
    words: `board, show board, show me, show the board, show me the board, position, moves, last move, whose turn, whose turn is it, whose move,
whose move is it, who am i, what colour am i, what color am i, which colour am i, which color am i`,
    pt: 'tabuleiro, mostra o tabuleiro, mostrar tabuleiro, ver tabuleiro, posição, quem joga agora, de quem é a vez',
    board: { means: 'show' },
  },
  {
    words: 'who, players, users, whois, who is here, who plays, spieler, joueurs, jugadores',
    pt: 'quem joga, quem está aqui, lista de jogadores, jogadores',
    ...both(says('everyday-players')),
  },
  {
    words: 'standings, ratings, rating, ranking, rankings, elo, history, statistics, stats',
    pt: 'classificação, classificações, pontuação, estatísticas',
    ...both(says('everyday-ratings')),
  },
  {
    words: 'tournament, tournaments, cup, league',
    pt: 'torneio, torneios, campeonato',
    ...both({ means: 'tournament list' }),
  },
  {
    words:
      'opponent, opponents, open games, open seeks, open challenges, i want an opponent, find an opponent, find me an opponent',
    pt: 'adversário, adversários, procuro adversário, desafios abertos',
    ...both({ means: 'seek list' }),
  },
  // coming and going
  {
    words: `register, join, sign up, sign me up, subscribe, create account, new account, login, log in, anmelden, registrieren,
inscription, registro, registrar`,
    pt: 'inscrever, inscrever-me, quero inscrever-me, inscrição, registar, registar-me, criar conta, nova conta',
    ...both(says('everyday-register')),
  },
  {
    words: 'quit, exit, leave, bye, goodbye, abmelden, salir, sair, quitter',
    pt: 'adeus, quero sair',
    ...both(says('everyday-leave')),
  },
  {
    words: `unregister, delete my account, delete account, close my account, close account, remove me, remove my account,
cancel my account, konto löschen`,
    pt: 'apagar conta, apagar a minha conta, apaga a minha conta, fechar conta, fechar a minha conta, encerrar conta',
    ...both(says('everyday-close')),
  },
  {
    words: 'forget, forget me, delete my data, erase my data, remove my data, my data',
    pt: 'esquecer, esquece-me, apagar os meus dados, apaga os meus dados, os meus dados',
    ...both(says('everyday-forget')),
  },
  {
    words:
      'unsubscribe me, stop it, stop this, stop sending me mail, stop mailing me, no more mail, no more mails, please stop',
    mail: says('everyday-leave'),
    board: { means: 'stop' },
    invitation: { means: 'stop' },
  },
  {
    words:
      'forgot password, forgot my password, i forgot my password, lost password, lost my password, new password, reset password, my password',
    pt: 'esqueci-me da senha, esqueci a senha, nova senha, palavra-passe, nova palavra-passe',
    ...both(says('everyday-password')),
  },
  {
    words: 'english, in english',
    ...both({ means: 'set language=en' }),
  },
  {
    words: 'portuguese',
    pt: 'português, em português, portugues, idioma português',
    ...both({ means: 'set language=pt' }),
  },
  // a new game
  {
    words: `play, new game, new, start, start game, start a game, begin, challenge, invite, invitation, game, i want to play,
let's play, spielen, jouer, jugar`,
    pt: 'jogar, quero jogar, novo jogo, nova partida, começar, desafio, convite, vamos jogar',
    mail: says('everyday-play'),
    invitation: ACCEPT,
  },
  {
    words: 'again, another game, play again, new game, one more, rematch, revanche, revancha',
    pt: 'outra vez, mais uma, mais um jogo, outro jogo, outra partida, desforra',
    board: { means: 'rematch' },
  },
  // the answer to an invitation
  {
    words: `yes, ok, okay, i accept, accepted, i accept the invitation, i accept the challenge, sure, gladly, with pleasure,
yes please, ja, ja gerne, gerne, oui, si, sí, d'accord, acepto, ich nehme an, j'accepte`,
    pt: 'sim, aceito, aceito o convite, aceito o desafio, sim por favor, claro que sim, com muito gosto, com todo o gosto',
    mail: says('everyday-yes'),
    invitation: ACCEPT,
    proposal: ACCEPT,
  },
  {
    words: `no, no thanks, no thank you, not interested, i decline, declined, refuse, i refuse, nein, nein danke, non, non merci,
no gracias`,
    pt: 'não, nao, não obrigado, não obrigada, nao obrigado, nao obrigada, não quero, nao quero, recuso, não aceito, nao aceito, recuso o convite',
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
    pt: 'desisto do jogo, desisto da partida, desisto desta partida',
    mail: says('everyday-resign'),
    board: RESIGN,
  },
  {
    words: `give up, i give up, surrender, i surrender, forfeit, i forfeit, concede, i concede, you win, you won, i lose, i lost,
i quit, i quit this game, resign now, i will resign, i'll resign,
 ich gebe auf, gebe auf, aufgeben, j'abandonne, abandon, me rindo, abandono`,
    pt: 'desisto, rendo-me, dou-me por vencido, dou-me por vencida, ganhaste',
    mail: says('everyday-resign'),
    board: { means: 'resign', isDoubtful: true },
  },
  {
    words: 'cancel, abort, cancel game, delete game, end game, stop game, withdraw',
    pt: 'cancelar, anular, cancelar jogo, acabar jogo, terminar jogo',
    mail: says('everyday-resign'),
    board: { means: 'resign', isDoubtful: true },
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
    board: { means: 'swap', isDoubtful: true },
  },
  {
    words: `undo, takeback, take back, undo move, undo my move, undo my last move, take back my move, take back my last move, take back move,
i take back my move, i take my move back, may i take back my move, can i take back my move, zurücknehmen, zug zurücknehmen,
zug zurück, rücknahme, annuler, annuler le coup, reprendre, reprendre le coup, deshacer, deshacer jugada, desfazer,
annulla, annulla mossa, terugnemen, zet terugnemen, ångra, ångra draget`,
    pt: 'desfazer jogada, desfazer a jogada, voltar atrás, quero voltar atrás, anular jogada, anular a jogada',
    mail: says('everyday-undo'),
    board: UNDO,
  },
  {
    words: 'oops, wrong move, my mistake, falscher zug, verklickt, mauvais coup, jugada equivocada',
    pt: 'enganei-me, jogada errada, foi engano',
    mail: says('everyday-undo'),
    board: { means: 'undo', isDoubtful: true },
  },
  {
    words: `draw, offer draw, offer a draw, i offer a draw, i offer draw, propose, propose draw, propose a draw, i propose a draw,
let's call it a draw, shall we call it a draw, remis, remis anbieten, ich biete remis, unentschieden, nulle, match nul,
je propose nulle, tablas, ofrezco tablas, empate, patta, offro patta, remise, ik bied remise aan`,
    pt: 'proponho empate, ofereço empate, empatamos, proponho o empate',
    mail: says('everyday-draw'),
    board: { means: 'draw' },
    // Asking for a draw, while one is offered, accepts it.
    proposal: { means: 'accept draw' },
  },
  {
    words:
      'accept the draw, i accept the draw, i accept a draw, i accept your draw, i agree to a draw, agree to the draw',
    pt: 'aceito o empate, aceito empate',
    mail: says('everyday-draw'),
    board: { means: 'accept draw' },
  },
  {
    words: 'reject the draw, i reject the draw, decline the draw, i decline the draw, refuse the draw, no draw',
    pt: 'recuso o empate, recuso empate, não aceito o empate',
    mail: says('everyday-draw'),
    board: { means: 'reject draw' },
  },
  {
    words: 'accept the undo, i accept the undo, i accept your undo, i agree to the undo',
    pt: 'aceito que voltes atrás, aceito desfazer',
    mail: says('everyday-undo'),
    board: { means: 'accept undo' },
  },
  {
    words: 'reject the undo, i reject the undo, decline the undo, i decline the undo, refuse the undo, no undo',
    pt: 'não aceito desfazer, recuso desfazer',
    mail: says('everyday-undo'),
    board: { means: 'reject undo' },
  },
  {
    words: 'agreed, i agree, agree, einverstanden, entendu, de acuerdo, de acordo, ik ga akkoord',
    proposal: ACCEPT,
  },
  {
    words: `vacation, holiday, holidays, on holiday, pause, away, urlaub, vacances, vacaciones, addtime, time, clock,
deadline, how long`,
    pt: 'férias, ferias, estou de férias, prazo, quanto tempo tenho, relógio',
    ...both(says('everyday-time')),
  },
  {
    words: 'i pass, skip, skip turn, skip my turn, ich passe, je passe, paso, passo',
    pt: 'passo a vez, passar a vez',
    board: { means: 'move pass' },
  },
  { words: 'preview', ...both(says('everyday-preview')) },
  { words: 'queue, conditional, premove', ...both(says('everyday-ahead')) },
  // courtesy
  {
    words: 'thanks, thank you, thx, danke, merci, gracias, grazie',
    pt: 'obrigado, obrigada, muito obrigado, muito obrigada',
    mail: says('everyday-thanks'),
  },
  { words: 'test, ping, testing, are you there', pt: 'teste, está aí alguém', mail: says('everyday-test') },
  {
    words: 'operator, admin, administrator, support, contact, human, postmaster',
    pt: 'operador, administrador, contacto',
    ...both(says('everyday-operator')),
  },
];
