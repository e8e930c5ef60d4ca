// Every reason to say no that is not a game's, with the parts its sentence may use; the sentences live in templates/sentences/core.json.
import type { Phrase } from '#games/kit/refusal.ts';

const PARTS = {
  // reading a line
  'command-unknown': ['text'],
  'command-unknown-near': ['text', 'near'],
  'command-usage': ['usage'],
  'board-missing': ['usage'],
  'nothing-to-do': [],
  // everyday words, answered with a sentence that helps
  'everyday-players': [],
  'everyday-ratings': [],
  'everyday-tournament': [],
  'everyday-register': [],
  'everyday-leave': [],
  'everyday-close': [],
  'everyday-password': [],
  'everyday-play': [],
  'everyday-yes': [],
  'everyday-resign': [],
  'everyday-undo': [],
  'everyday-draw': [],
  'everyday-time': [],
  'everyday-ahead': [],
  'everyday-thanks': [],
  'everyday-test': [],
  'everyday-operator': [],
  'help-topic-unknown': ['topic', 'topics'],
  // who are you
  'not-proved': ['command'],
  'no-account': ['address'],
  'wrong-password': ['userid'],
  'too-many-passwords': ['most'],
  'password-off': ['userid'],
  'password-locked': ['userid'],
  'password-pause': [],
  'confirm-yes': [],
  'confirm-elsewhere': [],
  'undo-late': ['days'],
  'undo-void': ['userid'],
  'undo-taken': ['userid'],
  'ask-later': [],
  'account-proof': ['command'],
  'stop-unproved': [],
  'user-unknown': ['userid'],
  // accounts
  'userid-shape': ['userid'],
  'userid-reserved': ['userid'],
  'userid-taken': ['userid'],
  'address-taken': ['address'],
  'address-shape': ['address'],
  'addresses-too-many': ['most'],
  'addresses-today': ['most'],
  'address-unwanted': ['address'],
  'signup-own-address': ['address'],
  'account-exists': ['userid'],
  'password-shape': ['most'],
  'setting-unknown': ['name', 'known'],
  'setting-value': ['name', 'value', 'allowed'],
  'setting-twice': ['name'],
  // challenges
  'challenge-names': ['usage', 'seats'],
  'challenge-twice': ['seats'],
  'challenge-not-among': ['userid'],
  'challenge-users-unknown': ['userids'],
  'challenge-boards-full': ['userid', 'most'],
  'invitations-full': ['most'],
  'invitations-today': ['most'],
  'invitations-busy': [],
  'invitation-unwanted': ['address'],
  'challenges-unanswered': ['userid', 'most'],
  'challenges-today': ['userid', 'most'],
  'challenges-received': ['userid'],
  'robot-boards-full': ['most'],
  'robot-reads-nothing': ['robot'],
  'swap-not-offered': ['game'],
  'message-empty': [],
  'message-recipients': ['most'],
  'messages-full': ['most'],
  'chats-full': ['most'],
  // boards
  'board-unknown': ['game', 'number'],
  'record-none': ['game'],
  'board-removed': ['game', 'number'],
  'board-damaged': ['game', 'number'],
  'board-over': ['game', 'number'],
  'resigned-already': ['game', 'number'],
  'rematch-early': ['game', 'number'],
  'board-on': ['game', 'number'],
  'seat-waits': ['game', 'number'],
  'board-invited': ['game', 'number'],
  'not-a-player': ['userid', 'game', 'number'],
  'not-your-turn': ['player', 'colour'],
  'already-played': ['move', 'number'],
  'ply-gone': ['asked', 'next'],
  'ply-ahead': ['asked', 'next'],
  'ply-none': ['ply', 'last'],
  'swap-not-on': [],
  'swap-too-late': ['after'],
  'swap-too-early': ['after'],
  'no-passing': ['game'],
  'no-command': ['example'],
  'no-command-waiting': ['player'],
  'no-command-over': ['game', 'number'],
  'boards-too-many': ['found', 'most'],
  'no-invitation': ['game', 'number'],
  'invitation-answer': ['example'],
} as const;

export type CoreRefusal = keyof typeof PARTS;

/** The codes with their parts; a test checks that each has its sentence. */
export const REFUSALS: Readonly<Record<CoreRefusal, readonly string[]>> = PARTS;

/** Why a line was not done: one of ours, or the game's own word. */
export type Refused = Phrase;

type PartsOf<Code extends CoreRefusal> = Readonly<Record<(typeof PARTS)[Code][number], string | number>>;

/** The parts are checked against the list above, so that no sentence is ever left with a hole. */
export const refused = <Code extends CoreRefusal>(
  code: Code,
  ...[parts]: (typeof PARTS)[Code]['length'] extends 0 ? [] : [PartsOf<Code>]
): Refused => ({ code, parts: parts ?? {} });
