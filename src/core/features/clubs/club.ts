// Clubs: their document, and the questions about members and organisers.
import * as z from 'zod';
import {
  type DocumentDefinition,
  type ErasedPlayer,
  type Stored,
  instant,
  userid,
} from '#core/kernel/document-definition.ts';
import type { State } from '#core/kernel/state.ts';

const clubSchema = z.object({
  /** In lower case. */
  name: z.string(),
  /** They are members, and there is at least one. */
  organisers: z.array(userid),
  /** In the order of joining. */
  members: z.array(userid),
  /** The word that a person joins by. There is another one when a member was removed. */
  code: z.string(),
  /** The hashes of the addresses that were asked to join (`optOutHash`). */
  asked: z.array(z.string()),
  opened: instant,
});

export type Club = Stored<typeof clubSchema>;

export const clubLimits = {
  clubMembers: 300,
  /** Clubs that a player organises, and is a member of. */
  clubsOrganised: 5,
  clubsJoined: 20,
  /** Addresses that an organiser asks to join in a day, and that a club asks in all. */
  clubAskedPerDay: 50,
  clubAsked: 1_000,
  clubNewsPerWeek: 2,
} as const;

export const CLUB: DocumentDefinition<'club'> = {
  schema: clubSchema,
  folder: 'clubs',
  ifDamaged: 'Put a copy from a backup in its place, or move the file away: the club is gone then',
  isListedWhole: true,
  lists: ({ members }) => members.map(member => `clubs/player/${member}` as const),
  playerLists: player => [`clubs/player/${player}`],
  publicView: ({ code: _, asked: __, ...club }) => ({ ...club, code: '', asked: [] }),
  erase: withoutMember,
};

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly club: Club;
  }
  interface ListsByKind {
    /** Those a player is a member of. */
    readonly club: `clubs/player/${string}`;
  }
}

/** Without the player. A club without members is none, and one without organisers is its oldest member's. */
export function withoutMember(club: Club, { userid: gone }: Pick<ErasedPlayer, 'userid'>): Club | null {
  const [members, organisers] = [club.members, club.organisers].map(list => list.filter(each => each !== gone));
  if (members === undefined || organisers === undefined || members.length === 0) return null;
  return members.length === club.members.length
    ? club
    : { ...club, members, organisers: organisers.length > 0 ? organisers : members.slice(0, 1) };
}

export const isClubName = (text: string): boolean => /^[a-z][a-z0-9-]{1,29}$/.test(text);

export const isMember = (state: State, club: string, player: string | null): boolean =>
  state.get(`club/${club}`)?.members.includes(player ?? '') === true;

export const isOrganiser = (state: State, club: string, player: string | null): boolean =>
  state.get(`club/${club}`)?.organisers.includes(player ?? '') === true;
