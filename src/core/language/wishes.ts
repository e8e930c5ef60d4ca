// Says what each wish of templates/phrases comes to, by the place where it is written.
import type { CoreRefusal } from '../kernel/refusal.ts';

/**
 * What the mail with the words replies to. `mail`: nothing. `board`: a board mail. `proposal`: a board mail where the writer must answer an
 * undo or a draw. `invitation`: an invitation.
 */
export type ReplyContext = 'mail' | 'board' | 'proposal' | 'invitation';

/** The codes of the answers. Their sentences need no parts. */
export type EverydaySentence = Extract<CoreRefusal, `everyday-${string}`>;

/** What a wish comes to: an answer, a command that only shows something, or one that changes something, so that the writer is asked before. */
export type Meaning =
  | { readonly sentence: EverydaySentence }
  | { readonly look: string }
  | { readonly command: string };

type Meanings = Partial<Readonly<Record<ReplyContext, Meaning>>>;

const look = (line: string): Meaning => ({ look: line });
const doing = (command: string): Meaning => ({ command });
const answer = (sentence: EverydaySentence): Meaning => ({ sentence });
const everywhere = (meaning: Meaning): Meanings => ({ mail: meaning, board: meaning });
/** An answer that an invited person gets as well. */
const always = (sentence: EverydaySentence): Meanings => ({
  ...everywhere(answer(sentence)),
  invitation: answer(sentence),
});

/** In a proposal without a meaning of its own, that at a board counts. An invited person gets help like anybody. */
const MEANINGS = {
  // the game and how to play
  help: everywhere(look('help')),
  rules: everywhere(look('help')),
  'how to': everywhere(doing('help tutorial')),
  commands: everywhere(look('help commands')),
  options: everywhere(look('help options')),
  robots: everywhere(look('help robots')),
  'games here': everywhere(answer('everyday-play')),
  // lists and settings
  'my games': everywhere(look('games')),
  show: { mail: look('games'), board: look('show') },
  settings: everywhere(look('set')),
  players: everywhere(answer('everyday-players')),
  'opponent wanted': everywhere(look('seek list')),
  ratings: everywhere(answer('everyday-ratings')),
  'my results': everywhere(look('stats')),
  'about player': everywhere(answer('everyday-players')),
  tournament: everywhere(look('tournament list')),
  privacy: everywhere(look('privacy')),
  record: everywhere(answer('everyday-record')),
  watch: everywhere(answer('everyday-watch')),
  calendar: everywhere(answer('everyday-calendar')),
  // the account
  join: { ...everywhere(answer('everyday-register')) },
  leave: always('everyday-leave'),
  'close account': always('everyday-close'),
  'forget me': always('everyday-forget'),
  stop: { mail: answer('everyday-leave'), board: doing('stop'), invitation: doing('stop') },
  'fewer mails': always('everyday-fewer'),
  digest: everywhere(doing('set per=digest')),
  password: everywhere(answer('everyday-password')),
  english: everywhere(doing('set language=en')),
  portuguese: everywhere(doing('set language=pt')),
  languages: always('everyday-languages'),
  rename: everywhere(answer('everyday-rename')),
  address: everywhere(answer('everyday-address')),
  // how mails look
  'in words': { ...everywhere(doing('set board=words')), invitation: answer('everyday-blind') },
  'text only': everywhere(doing('set mail=text')),
  pictures: everywhere(doing('set mail=html')),
  'no picture': everywhere(answer('everyday-pictures')),
  looks: everywhere(answer('everyday-looks')),
  // a new game
  play: { ...everywhere(answer('everyday-play')), invitation: doing('accept') },
  'play robot': everywhere(answer('everyday-play')),
  rematch: { mail: answer('everyday-play'), board: doing('rematch') },
  yes: { ...everywhere(answer('everyday-yes')), invitation: doing('accept'), proposal: doing('accept') },
  no: { ...everywhere(answer('everyday-yes')), invitation: doing('reject'), proposal: doing('reject') },
  decline: { invitation: doing('reject') },
  // at a board
  resign: { mail: answer('everyday-resign'), board: doing('resign') },
  swap: { mail: look('help swap'), board: doing('swap') },
  undo: { mail: answer('everyday-undo'), board: doing('undo') },
  draw: { mail: answer('everyday-draw'), board: doing('draw'), proposal: doing('accept draw') },
  'agree draw': { mail: answer('everyday-draw'), board: doing('accept draw') },
  'refuse draw': { mail: answer('everyday-draw'), board: doing('reject draw') },
  'agree undo': { mail: answer('everyday-undo'), board: doing('accept undo') },
  'refuse undo': { mail: answer('everyday-undo'), board: doing('reject undo') },
  pass: { board: doing('move pass') },
  hint: { mail: answer('everyday-hint'), board: look('hint') },
  analyse: { mail: answer('everyday-hint'), board: look('analyse') },
  'start over': everywhere(answer('everyday-start-over')),
  preview: everywhere(answer('everyday-preview')),
  ahead: everywhere(answer('everyday-ahead')),
  // time
  holiday: everywhere(answer('everyday-holiday')),
  pause: { mail: answer('everyday-holiday'), board: doing('suspend') },
  time: { mail: answer('everyday-time'), board: answer('everyday-time-left') },
  'more time': everywhere(answer('everyday-more-time')),
  opponent: everywhere(answer('everyday-opponent')),
  remind: everywhere(answer('everyday-remind')),
  // talking
  chat: everywhere(answer('everyday-chat')),
  operator: always('everyday-operator'),
  'who are you': always('everyday-who-are-you'),
  'how invited': { ...everywhere(answer('everyday-who-are-you')), invitation: answer('everyday-invited') },
  free: always('everyday-free'),
  thanks: { mail: answer('everyday-thanks') },
  hello: { mail: look('help') },
  test: { mail: answer('everyday-test') },
} as const satisfies Readonly<Record<string, Meanings>>;

/** The name of a wish, as templates/phrases and our questions have it. */
export type Wish = keyof typeof MEANINGS;

export const isWish = (name: string): name is Wish => Object.hasOwn(MEANINGS, name);

/** null: nothing comes of the wish at this place. */
export function findMeaning(wish: Wish, place: ReplyContext): Meaning | null {
  const meanings: Meanings = MEANINGS[wish];
  const meaning = meanings[place];
  if (meaning !== undefined) return meaning;
  if (place === 'proposal') return meanings.board ?? null;
  const look = place === 'invitation' && meanings.mail !== undefined && 'look' in meanings.mail ? meanings.mail : null;
  return look?.look.startsWith('help') === true ? look : null;
}

/** Wishes that no hint suggests: a player who follows a wrong hint could lose a game or an account. */
const HARMFUL: ReadonlySet<Wish> = new Set<Wish>([
  ...(['resign', 'no', 'decline', 'refuse draw', 'refuse undo', 'stop', 'swap'] as const),
  ...(['close account', 'forget me', 'leave'] as const),
]);

export const isHarmful = (wish: Wish): boolean => HARMFUL.has(wish);
