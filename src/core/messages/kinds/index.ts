// The kinds of mail we send. Adding one is one file and one line.
// The mail with a board is a kind of its own (../board.ts), and so is a digest of them (../digest.ts).
import type { BoardMessage, DigestMessage } from '../message.ts';
import { alert } from './alert.ts';
import { announcement } from './announcement.ts';
import { asked } from './asked.ts';
import { broadcast } from './broadcast.ts';
import { chat } from './chat.ts';
import { confirmAccount } from './confirm-account.ts';
import { confirmAddress } from './confirm-address.ts';
import { confirmForget } from './confirm-forget.ts';
import { confirmMail } from './confirm-mail.ts';
import { confirmPassword } from './confirm-password.ts';
import { exportKind } from './export.ts';
import { games } from './games.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { invitation } from './invitation.ts';
import { invited } from './invited.ts';
import { message } from './message.ts';
import { notice } from './notice.ts';
import { operator } from './operator.ts';
import { playerRecords } from './player-records.ts';
import { privacy } from './privacy.ts';
import { probe } from './probe.ts';
import { quiet } from './quiet.ts';
import { record } from './record.ts';
import { removed } from './removed.ts';
import { report } from './report.ts';
import { returned } from './returned.ts';
import { robotOffer } from './robot-offer.ts';
import { seekEnded } from './seek-ended.ts';
import { seekOpen } from './seek-open.ts';
import { seeks } from './seeks.ts';
import { settings } from './settings.ts';
import { standings } from './standings.ts';
import { tournament } from './tournament.ts';
import { tournaments } from './tournaments.ts';
import { unreadable } from './unreadable.ts';
import { welcome } from './welcome.ts';
import { who } from './who.ts';

export const KINDS = {
  alert,
  announcement,
  asked,
  broadcast,
  chat,
  'confirm-account': confirmAccount,
  'confirm-address': confirmAddress,
  'confirm-forget': confirmForget,
  'confirm-mail': confirmMail,
  'confirm-password': confirmPassword,
  export: exportKind,
  games,
  help,
  history,
  invitation,
  invited,
  message,
  notice,
  operator,
  'player-records': playerRecords,
  privacy,
  probe,
  quiet,
  record,
  removed,
  report,
  returned,
  'robot-offer': robotOffer,
  'seek-ended': seekEnded,
  'seek-open': seekOpen,
  seeks,
  settings,
  standings,
  tournament,
  tournaments,
  unreadable,
  welcome,
  who,
};

/** A mail of words alone, as data. */
export type Note = {
  readonly [Kind in keyof typeof KINDS]: { readonly kind: Kind } & Parameters<(typeof KINDS)[Kind]['write']>[1];
}[keyof typeof KINDS];

export type Message = BoardMessage | DigestMessage | Note;
