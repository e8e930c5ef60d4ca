// The list of commands that belong to no feature.
// A test walks all commands: usage, summary, help and a golden conversation for each.
import type { Command } from '../reading/command.ts';
import { addtime } from './addtime.ts';
import { block, unblock } from './block.ts';
import { changeAddress, changePassword, signoff } from './change.ts';
import { challenge } from './challenge.ts';
import { chat, message } from './chat.ts';
import { claim } from './claim.ts';
import { games, ownGames } from './games.ts';
import { echo, fetch } from './elsewhere.ts';
import { history } from './history.ts';
import { accept, reject } from './invitation.ts';
import { invitations } from './invitations.ts';
import { limit } from './limit.ts';
import { move } from './move.ts';
import { multiple } from './multiple.ts';
import { note } from './note.ts';
import { preview, previewas, replay } from './preview.ts';
import { draw, undo } from './propose.ts';
import { rematch } from './rematch.ts';
import { resign } from './resign.ts';
import { show, showAll, showas } from './show.ts';
import { signup } from './signup.ts';
import { confirm, submit } from './submit.ts';
import { swap } from './swap.ts';

export const COMMANDS: readonly Command[] = [
  ...[signup, changeAddress, changePassword, block, unblock, signoff],
  ...[challenge, accept, reject, limit, invitations, move, swap, undo, draw, resign],
  ...[addtime, claim, show, rematch],
  ...[preview, previewas, replay, submit, confirm, note],
  ...[games, ownGames, history, showas, showAll],
  ...[chat, message, multiple],
  ...[echo, fetch],
];
