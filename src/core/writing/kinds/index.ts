// The kinds of mail that belong to no feature.
import { alert } from './alert.ts';
import { asked } from './asked.ts';
import { chat } from './chat.ts';
import { confirmAccount } from './confirm-account.ts';
import { confirmAddress } from './confirm-address.ts';
import { confirmMail } from './confirm-mail.ts';
import { confirmPassword } from './confirm-password.ts';
import { games } from './games.ts';
import { history } from './history.ts';
import { invitation } from './invitation.ts';
import { invited } from './invited.ts';
import { message } from './message.ts';
import { removed } from './removed.ts';
import { report } from './report.ts';
import { unreadable } from './unreadable.ts';
import { welcome } from './welcome.ts';
import type { MessageKinds } from '#core/wording/message-kind.ts';

export const KINDS = {
  alert,
  asked,
  chat,
  'confirm-account': confirmAccount,
  'confirm-address': confirmAddress,
  'confirm-mail': confirmMail,
  'confirm-password': confirmPassword,
  games,
  history,
  invitation,
  invited,
  message,
  removed,
  report,
  unreadable,
  welcome,
} satisfies Partial<MessageKinds>;
