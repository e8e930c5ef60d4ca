// The list of verbs. Adding one is one folder and one entry.
// Only the verb that runs is loaded: a player program starts in half the time.
import type { Verb } from './shell/verb.ts';

interface Listed {
  readonly name: string;
  /** One line for the list of verbs. */
  readonly summary: string;
  readonly load: () => Promise<Verb>;
}

export const verbs: readonly Listed[] = [
  {
    name: 'demo',
    summary: 'plays a whole game of Nex by email on this machine and shows every mail',
    load: async () => (await import('./demo/index.ts')).demo,
  },
  {
    name: 'serve',
    summary: 'runs the service; without --config on embedded mail servers on this machine',
    load: async () => (await import('./serve/index.ts')).serve,
  },
  {
    name: 'init',
    summary: 'asks for address and mail servers, tries them, and writes the configuration',
    load: async () => (await import('./init/index.ts')).init,
  },
  {
    name: 'login',
    summary: 'logs in to the provider of a mailbox that takes no passwords (OAuth)',
    load: async () => (await import('./login/index.ts')).login,
  },
  {
    name: 'deliver',
    summary: 'takes one mail from a mail server, on stdin',
    load: async () => (await import('./deliver/index.ts')).deliver,
  },
  {
    name: 'check',
    summary: 'looks through the data of a service and names what is wrong',
    load: async () => (await import('./check/index.ts')).check,
  },
  {
    name: 'pause',
    summary: 'stops all clocks of a service',
    load: async () => (await import('./pause/index.ts')).pause,
  },
  {
    name: 'resume',
    summary: 'lets clocks run again that were stopped',
    load: async () => (await import('./pause/index.ts')).resume,
  },
  {
    name: 'ratings',
    summary: 'makes the ratings anew from the games and compares them with those kept',
    load: async () => (await import('./ratings/index.ts')).ratings,
  },
  {
    name: 'export',
    summary: 'writes every game of a service as files',
    load: async () => (await import('./export/index.ts')).exportVerb,
  },
  {
    name: 'forget',
    summary: 'erases all there is of a player but the games',
    load: async () => (await import('./forget/index.ts')).forget,
  },
  {
    name: 'announce',
    summary: 'writes to everybody who has an account',
    load: async () => (await import('./announce/index.ts')).announce,
  },
  {
    name: 'admin',
    summary: 'shows accounts, boards and tournaments of a service, and acts on them',
    load: async () => (await import('./admin/index.ts')).admin,
  },
  {
    name: 'ps',
    summary: 'lists the processes of a service that share a database',
    load: async () => (await import('./ps/index.ts')).ps,
  },
  {
    name: 'backup',
    summary: 'writes everything a service keeps into one file, also while it runs',
    load: async () => (await import('./backup/index.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'writes what a backup holds into an empty folder or database',
    load: async () => (await import('./backup/index.ts')).restore,
  },
  {
    name: 'store',
    summary: 'copies everything a service keeps into a database, or back into a folder',
    load: async () => (await import('./store/index.ts')).store,
  },
  {
    name: 'play',
    summary: 'a game at the terminal, against somebody beside you or a program',
    load: async () => (await import('./play/index.ts')).play,
  },
  {
    name: 'replay',
    summary: 'plays the moves on stdin by the rules of a game and tells what became of each',
    load: async () => (await import('./replay/index.ts')).replay,
  },
  {
    name: 'read',
    summary: 'says what the service makes of a mail, without acting on it',
    load: async () => (await import('./read/index.ts')).read,
  },
  {
    name: 'why',
    summary: 'explains from the log what happened to a mail',
    load: async () => (await import('./why/index.ts')).why,
  },
  {
    name: 'referee',
    summary: 'lets two programs play a match and tells how every game went',
    load: async () => (await import('./referee/index.ts')).refereeVerb,
  },
  {
    name: 'player',
    summary: 'a player of ours for a referee, on stdin and stdout or over TCP',
    load: async () => (await import('./player/index.ts')).player,
  },
  {
    name: 'solve',
    summary: 'finds out what a position of Nex is worth, and proves it',
    load: async () => (await import('./solve/index.ts')).solve,
  },
  {
    name: 'bench',
    summary: 'measures how fast the games, the players and the solver are on this machine',
    load: async () => (await import('./bench/index.ts')).bench,
  },
];
