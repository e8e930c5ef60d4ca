// The list of commands. Adding one is one file and one line.
// A test walks it: usage, summary, help and a golden conversation for each.
import type { Command } from '../reading/command.ts';
import { addtime } from './addtime.ts';
import { block, unblock } from './block.ts';
import { changeAddress, changePassword, signoff } from './change.ts';
import { broadcast } from '../features/mailings/commands.ts';
import { challenge } from './challenge.ts';
import { chat, message } from './chat.ts';
import { claim } from './claim.ts';
import { exportOwn } from '../features/records/export-command.ts';
import { games, ownGames } from './games.ts';
import { echo, fetch } from './elsewhere.ts';
import { gameHelp, help } from '../features/help/help-command.ts';
import { history } from './history.ts';
import { accept, reject } from './invitation.ts';
import { invitations } from './invitations.ts';
import { limit } from './limit.ts';
import { move } from './move.ts';
import { multiple } from './multiple.ts';
import { note } from './note.ts';
import { preview, previewas, replay } from './preview.ts';
import { draw, undo } from './propose.ts';
import { conditions, otherwise, queue } from '../features/prepared/commands.ts';
import { rematch } from './rematch.ts';
import { privacy } from '../features/forgetting/commands.ts';
import { record } from '../features/records/record-command.ts';
import { resign } from './resign.ts';
import { seek, seekList, take } from '../features/seeks/commands.ts';
import { set } from '../features/settings/commands.ts';
import { show, showAll, showas } from './show.ts';
import { signup } from './signup.ts';
import { standings, stats, who } from '../features/standings/commands.ts';
import { stop } from '../features/subscriptions/stop-command.ts';
import { confirm, submit } from './submit.ts';
import {
  notify,
  subscribeAll,
  subscribeBoards,
  unsubscribeAll,
  unsubscribeBoards,
} from '../features/subscriptions/subscribe-command.ts';
import { swap } from './swap.ts';
import { gameTournament, tournament } from '../features/tournaments/commands.ts';
import { tutorial } from '../features/help/tutorial-command.ts';
import { vacation } from '../features/holidays/commands.ts';

export const commands: readonly Command[] = [
  ...[help, gameHelp, tutorial, signup, changeAddress, changePassword, set, vacation, block, unblock, privacy, signoff],
  ...[seek, seekList, take],
  ...[
    challenge,
    accept,
    reject,
    limit,
    stop,
    invitations,
    move,
    queue,
    conditions,
    otherwise,
    swap,
    undo,
    draw,
    resign,
  ],
  ...[addtime, claim, show, record, exportOwn, rematch],
  ...[subscribeBoards, subscribeAll, unsubscribeBoards, unsubscribeAll, notify],
  ...[preview, previewas, replay, submit, confirm, note],
  ...[games, ownGames, history, standings, stats, who, showas, showAll],
  ...[chat, message, broadcast, multiple],
  ...[tournament, gameTournament],
  ...[echo, fetch],
];
