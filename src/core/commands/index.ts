// The list of commands; adding one is one file and one line. A test walks it: usage, summary, help and a golden conversation for each.
import type { Command } from '../language/command.ts';
import { addtime } from './addtime.ts';
import { block, unblock } from './block.ts';
import { changeAddress, changePassword, signoff } from './change.ts';
import { challenge } from './challenge.ts';
import { chat, message } from './chat.ts';
import { games, ownGames } from './games.ts';
import { gameHelp, help } from './help.ts';
import { accept, reject } from './invitation.ts';
import { limit } from './limit.ts';
import { move } from './move.ts';
import { multiple } from './multiple.ts';
import { draw, undo } from './propose.ts';
import { rematch } from './rematch.ts';
import { record } from './record.ts';
import { resign } from './resign.ts';
import { set } from './set.ts';
import { show } from './show.ts';
import { signup } from './signup.ts';
import { stop } from './stop.ts';
import { swap } from './swap.ts';
import { vacation } from './vacation.ts';

export const commands: readonly Command[] = [
  ...[help, gameHelp, signup, changeAddress, changePassword, set, vacation, block, unblock, signoff],
  ...[challenge, accept, reject, limit, stop, move, swap, undo, draw, resign, addtime, show, record, rematch],
  ...[games, ownGames],
  ...[chat, message, multiple],
];
