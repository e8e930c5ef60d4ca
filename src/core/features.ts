// The list of features, with their kinds of documents and mails, and their commands.
import { ACCOUNT, ADDRESS, OPT_OUT } from './accounts/account-definition.ts';
import { ALERT, PARKED_MAIL } from './accounts/confirmations.ts';
import { STOPS_DEFINITION } from './clocks/stops.ts';
import { FORGETTING, FORGOTTEN } from './forgetting/forgetting.ts';
import { MAILING } from './mailings/mailing.ts';
import { MATCH, SUBSCRIBERS } from './matches/match-definition.ts';
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

/** When a document must be checked again. null: never. */
export const alarmOf = (key: DocumentKey, document: Document): Instant | null => findAlarm(DOCUMENTS, key, document);

/** The lists that a document is in. */
export const listNames = (key: DocumentKey, document: Document): readonly ListName[] =>
  findLists(DOCUMENTS, key, document);

/** The public part of a document. null: no page is made from it. */
export const publicView = (key: DocumentKey, document: Document): Document | null =>
  findPublicView(DOCUMENTS, key, document);
