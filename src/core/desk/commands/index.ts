// The list of commands that belong to no feature.
// A test walks all commands: usage, summary, help and a golden conversation for each.
import type { Command } from '#core/language/command.ts';
import { addtime, claim, confirm, draw, move, rematch, resign, submit, swap, undo } from './acts.ts';
import { block, changeAddress, changePassword, signoff, signup, unblock } from './account.ts';
import { challenge } from './challenge.ts';
import { chat, message, note } from './words.ts';
import { echo, fetch, multiple } from './elsewhere.ts';
import { games, history, ownGames, show, showAll, showas } from './show.ts';
import { accept, invitations, limit, reject } from './invitation.ts';
import { preview, previewas, replay } from './preview.ts';

export const COMMANDS: readonly Command[] = [
  ...[signup, changeAddress, changePassword, block, unblock, signoff],
  ...[challenge, accept, reject, limit, invitations, move, swap, undo, draw, resign],
  ...[addtime, claim, show, rematch],
  ...[preview, previewas, replay, submit, confirm, note],
  ...[games, ownGames, history, showas, showAll],
  ...[chat, message, multiple],
  ...[echo, fetch],
];
