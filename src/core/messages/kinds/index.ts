// The kinds of mail we send; adding one is one file and one line. The mail with a board is a kind of its own (../board.ts).
import type { BoardMessage } from '../message.ts';
import { alert } from './alert.ts';
import { asked } from './asked.ts';
import { chat } from './chat.ts';
import { confirmAddress } from './confirm-address.ts';
import { confirmMail } from './confirm-mail.ts';
import { games } from './games.ts';
import { help } from './help.ts';
import { invitation } from './invitation.ts';
import { invited } from './invited.ts';
import { message } from './message.ts';
import { operator } from './operator.ts';
import { quiet } from './quiet.ts';
import { record } from './record.ts';
import { removed } from './removed.ts';
import { report } from './report.ts';
import { unreadable } from './unreadable.ts';
import { welcome } from './welcome.ts';

export const KINDS = {
  alert,
  asked,
  chat,
  'confirm-address': confirmAddress,
  'confirm-mail': confirmMail,
  games,
  help,
  invitation,
  invited,
  message,
  operator,
  quiet,
  record,
  removed,
  report,
  unreadable,
  welcome,
};

/** A mail of words alone, as data. */
export type Note = {
  readonly [Kind in keyof typeof KINDS]: { readonly kind: Kind } & Parameters<(typeof KINDS)[Kind]['write']>[1];
}[keyof typeof KINDS];

export type Message = BoardMessage | Note;
