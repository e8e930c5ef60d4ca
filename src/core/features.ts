// The list of features, with their kinds of documents and mails, and their commands.
import { ACCOUNT, ADDRESS, OPT_OUT } from './players/account-definition.ts';
import { ALERT, PARKED_MAIL } from './players/confirmations.ts';
import { STOPS_DEFINITION } from './board/clocks/stops.ts';
import { forgettingEffects } from './features/forgetting/events.ts';
import { seekEffects } from './features/seeks/events.ts';
import { tournamentEffects } from './features/tournaments/events.ts';
import { OWN_EFFECTS } from './decision/events.ts';
import type { Effects } from './kernel/state.ts';
import { FORGETTING, FORGOTTEN } from './features/forgetting/forgetting.ts';
import { MAILING, mailingEffects } from './features/mailings/mailing.ts';
import { MATCH, SUBSCRIBERS } from './board/match-definition.ts';
import { alert } from './writing/kinds/alert.ts';
import { announcement } from './features/mailings/announcement-mail.ts';
import { asked } from './writing/kinds/asked.ts';
import { broadcast } from './features/mailings/broadcast-mail.ts';
import { chat } from './writing/kinds/chat.ts';
import { confirmAccount } from './writing/kinds/confirm-account.ts';
import { confirmAddress } from './writing/kinds/confirm-address.ts';
import { confirmForget } from './features/forgetting/confirm-forget-mail.ts';
import { confirmMail } from './writing/kinds/confirm-mail.ts';
import { confirmPassword } from './writing/kinds/confirm-password.ts';
import { exportKind } from './features/records/export-mail.ts';
import { games } from './writing/kinds/games.ts';
import { help } from './features/help/help-mail.ts';
import { history } from './writing/kinds/history.ts';
import { invitation } from './writing/kinds/invitation.ts';
import { invited } from './writing/kinds/invited.ts';
import { message } from './writing/kinds/message.ts';
import { notice } from './features/operator/notice-mail.ts';
import { operator } from './features/operator/operator-mail.ts';
import { playerRecords } from './features/standings/player-records-mail.ts';
import { privacy } from './features/forgetting/privacy-mail.ts';
import { probe } from './features/bounces/probe-mail.ts';
import { quiet } from './features/help/quiet-mail.ts';
import { record } from './features/records/record-mail.ts';
import { removed } from './writing/kinds/removed.ts';
import { report } from './writing/kinds/report.ts';
import { returned } from './features/bounces/returned-mail.ts';
import { robotOffer } from './features/seeks/robot-offer-mail.ts';
import { seekEnded } from './features/seeks/seek-ended-mail.ts';
import { seekOpen } from './features/seeks/seek-open-mail.ts';
import { seeks } from './features/seeks/seeks-mail.ts';
import { settings } from './features/settings/settings-mail.ts';
import { standings } from './features/standings/standings-mail.ts';
import { tournament } from './features/tournaments/tournament-mail.ts';
import { tournaments } from './features/tournaments/tournaments-mail.ts';
import { unreadable } from './writing/kinds/unreadable.ts';
import { welcome } from './writing/kinds/welcome.ts';
import { who } from './features/standings/who-mail.ts';
import { digest } from './features/digest/digest-mail.ts';
import type { MessageKinds } from './wording/message-kind.ts';
import { QUOTA } from './players/quota-document.ts';
import { RATING } from './features/ratings/rating.ts';
import { SEEK } from './features/seeks/seek.ts';
import { COUNTER } from './kernel/counter.ts';
import { type DocumentDefinitions, findAlarm, findLists, findPublicView } from './kernel/document-definition.ts';
import type { Document, DocumentKey } from './kernel/documents.ts';
import type { ListName } from './kernel/lists.ts';
import type { Instant } from './kernel/time.ts';
import { SERIES, TOURNAMENT } from './features/tournaments/tournament-definition.ts';

export const DOCUMENTS: DocumentDefinitions = {
  account: ACCOUNT,
  address: ADDRESS,
  match: MATCH,
  counter: COUNTER,
  parked: PARKED_MAIL,
  alert: ALERT,
  quota: QUOTA,
  optout: OPT_OUT,
  stops: STOPS_DEFINITION,
  subscribers: SUBSCRIBERS,
  rating: RATING,
  mailing: MAILING,
  seek: SEEK,
  tournament: TOURNAMENT,
  series: SERIES,
  forgetting: FORGETTING,
  forgotten: FORGOTTEN,
};

export const EFFECTS: Effects = {
  ...OWN_EFFECTS,
  ...seekEffects,
  ...tournamentEffects,
  ...forgettingEffects,
  ...mailingEffects,
};

/** The part of a catalogue that every service has. */
export const DEFINITIONS = { documents: DOCUMENTS, effects: EFFECTS };

export const MESSAGE_KINDS: MessageKinds = {
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
  digest,
};

/** When a document must be checked again. null: never. */
export const alarmOf = (key: DocumentKey, document: Document): Instant | null => findAlarm(DOCUMENTS, key, document);

/** The lists that a document is in. */
export const listNames = (key: DocumentKey, document: Document): readonly ListName[] =>
  findLists(DOCUMENTS, key, document);

/** The public part of a document. null: no page is made from it. */
export const publicView = (key: DocumentKey, document: Document): Document | null =>
  findPublicView(DOCUMENTS, key, document);
