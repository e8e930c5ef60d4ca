// The verbs. Adding one is one folder, its summary and its loader.
// Only the verb that runs is loaded: a player program starts in half the time.
import type { Verb } from './shell/verb.ts';

/** One line each for the list of verbs. */
const SUMMARIES = {
  demo: 'plays a whole game of Nex by email on this machine and shows every mail',
  serve: 'runs the service; without --config on embedded mail servers on this machine',
  init: 'asks for address and mail servers, tries them, and writes the configuration',
  login: 'logs in to the provider of a mailbox that takes no passwords (OAuth)',
  deliver: 'takes one mail from a mail server, on stdin',
  check: 'looks through the data of a service and names what is wrong',
  pause: 'stops all clocks of a service',
  resume: 'lets clocks run again that were stopped',
  ratings: 'makes the ratings anew from the games and compares them with those kept',
  export: 'writes every game of a service as files',
  forget: 'erases all there is of a player but the games',
  announce: 'writes to everybody who has an account',
  admin: 'shows accounts, boards and tournaments of a service, and acts on them',
  ps: 'lists the processes of a service that share a database',
  backup: 'writes everything a service keeps into one file, also while it runs',
  restore: 'writes what a backup holds into an empty folder or database',
  store: 'copies everything a service keeps into a database, or back into a folder',
  play: 'a game at the terminal, against somebody beside you or a program',
  replay: 'plays the moves on stdin by the rules of a game and tells what became of each',
  read: 'says what the service makes of a mail, without acting on it',
  why: 'explains from the log what happened to a mail',
  referee: 'lets two programs play a match and tells how every game went',
  player: 'a player of ours for a referee, on stdin and stdout or over TCP',
  verify: 'checks mails and proofs of games against the game log',
  witness: 'follows the game log of a service, and signs what it has seen',
  solve: 'finds out what a position of Nex is worth, and proves it',
} as const;

const LOADERS: Readonly<Record<keyof typeof SUMMARIES, () => Promise<Verb>>> = {
  demo: async () => (await import('./demo/index.ts')).demo,
  serve: async () => (await import('./serve/index.ts')).serve,
  init: async () => (await import('./init/index.ts')).init,
  login: async () => (await import('./login/index.ts')).login,
  deliver: async () => (await import('./deliver/index.ts')).deliver,
  check: async () => (await import('./check/index.ts')).check,
  pause: async () => (await import('./telling/index.ts')).pause,
  resume: async () => (await import('./telling/index.ts')).resume,
  ratings: async () => (await import('./ratings/index.ts')).ratings,
  export: async () => (await import('./export/index.ts')).exportVerb,
  forget: async () => (await import('./telling/index.ts')).forget,
  announce: async () => (await import('./telling/index.ts')).announce,
  admin: async () => (await import('./admin/index.ts')).admin,
  ps: async () => (await import('./ps/index.ts')).ps,
  backup: async () => (await import('./backup/index.ts')).backup,
  restore: async () => (await import('./backup/index.ts')).restore,
  store: async () => (await import('./store/index.ts')).store,
  play: async () => (await import('./play/index.ts')).play,
  replay: async () => (await import('./replay/index.ts')).replay,
  read: async () => (await import('./read/index.ts')).read,
  why: async () => (await import('./why/index.ts')).why,
  referee: async () => (await import('./referee/index.ts')).refereeVerb,
  player: async () => (await import('./player/index.ts')).player,
  verify: async () => (await import('./verify/index.ts')).verify,
  witness: async () => (await import('./witness/index.ts')).witness,
  solve: async () => (await import('./solve/index.ts')).solve,
};

const names = Object.keys(SUMMARIES) as (keyof typeof SUMMARIES)[];

export const verbs = names.map(name => ({ name, summary: SUMMARIES[name], load: LOADERS[name] }));
