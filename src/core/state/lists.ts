// The lists over the documents: which of them a document stands in. Derived, so that they are never a second truth; every store keeps them by this one function.
import { userids } from '../matches/match.ts';
import type { DocumentKey, DocumentKind, Documents, Match } from './documents.ts';

/** Boards that are not over (invitations among them), or over: of a player, or of a game. */
export type ListName = `${'running' | 'over'}/${'player' | 'game'}/${string}`;

export function listsOf(key: DocumentKey, document: Documents[DocumentKind]): readonly ListName[] {
  if (!key.startsWith('match/')) return [];
  const match = document as Match;
  if (match.state === 'removed') return [];
  const state = match.state === 'over' ? 'over' : 'running';
  return [`${state}/game/${match.game}`, ...userids(match).map((userid): ListName => `${state}/player/${userid}`)];
}
