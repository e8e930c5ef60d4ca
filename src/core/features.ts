// The list of features, with their kinds of documents and mails, and their commands.
import { ACCOUNT, ADDRESS, OPT_OUT } from './accounts/account-definition.ts';
import { ALERT, PARKED_MAIL } from './accounts/confirmations.ts';
import { STOPS_DEFINITION } from './clocks/stops.ts';
import { forgettingEffects } from './forgetting/events.ts';
import { seekEffects } from './seeks/events.ts';
import { tournamentEffects } from './tournaments/events.ts';
import { OWN_EFFECTS } from './state/events.ts';
import type { Effects } from './state/event.ts';
import { FORGETTING, FORGOTTEN } from './forgetting/forgetting.ts';
import { MAILING, mailingEffects } from './mailings/mailing.ts';
import { MATCH, SUBSCRIBERS } from './matches/match-definition.ts';
import { alert } from './messages/kinds/alert.ts';
import { announcement } from './messages/kinds/announcement.ts';
import { asked } from './messages/kinds/asked.ts';
import { broadcast } from './messages/kinds/broadcast.ts';
import { chat } from './messages/kinds/chat.ts';
import { confirmAccount } from './messages/kinds/confirm-account.ts';
import { confirmAddress } from './messages/kinds/confirm-address.ts';
import { confirmForget } from './messages/kinds/confirm-forget.ts';
import { confirmMail } from './messages/kinds/confirm-mail.ts';
import { confirmPassword } from './messages/kinds/confirm-password.ts';
import { exportKind } from './messages/kinds/export.ts';
import { games } from './messages/kinds/games.ts';
import { help } from './messages/kinds/help.ts';
import { history } from './messages/kinds/history.ts';
import { invitation } from './messages/kinds/invitation.ts';
import { invited } from './messages/kinds/invited.ts';
import { message } from './messages/kinds/message.ts';
import { notice } from './messages/kinds/notice.ts';
import { operator } from './messages/kinds/operator.ts';
import { playerRecords } from './messages/kinds/player-records.ts';
import { privacy } from './messages/kinds/privacy.ts';
import { probe } from './messages/kinds/probe.ts';
import { quiet } from './messages/kinds/quiet.ts';
import { record } from './messages/kinds/record.ts';
import { removed } from './messages/kinds/removed.ts';
import { report } from './messages/kinds/report.ts';
import { returned } from './messages/kinds/returned.ts';
import { robotOffer } from './messages/kinds/robot-offer.ts';
import { seekEnded } from './messages/kinds/seek-ended.ts';
import { seekOpen } from './messages/kinds/seek-open.ts';
import { seeks } from './messages/kinds/seeks.ts';
import { settings } from './messages/kinds/settings.ts';
import { standings } from './messages/kinds/standings.ts';
import { tournament } from './messages/kinds/tournament.ts';
import { tournaments } from './messages/kinds/tournaments.ts';
import { unreadable } from './messages/kinds/unreadable.ts';
import { welcome } from './messages/kinds/welcome.ts';
import { who } from './messages/kinds/who.ts';
import { digest } from './messages/digest.ts';
import type { MessageKinds } from './messages/message-kind.ts';
import { QUOTA } from './quota/quota-document.ts';
import { RATING } from './ratings/rating.ts';
import { SEEK } from './seeks/seek.ts';
import { COUNTER } from './state/counter.ts';
import { type DocumentDefinitions, findAlarm, findLists, findPublicView } from './state/document-definition.ts';
import type { Document, DocumentKey } from './state/documents.ts';
import type { ListName } from './state/lists.ts';
import type { Instant } from './time.ts';
import { SERIES, TOURNAMENT } from './tournaments/tournament-definition.ts';

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
