// What a decision may look at: documents, lists and proofs, asked for by key; it stops at what is not loaded yet.
import type { AnyGame, Setup } from '../../games/game.ts';
import type { Robot } from './accounts/robots.ts';
import type { Settings } from './accounts/settings.ts';
import { robotNamed, silentAccount } from './accounts/robots.ts';
import { stopForDamage, stopForWantOf } from './loading.ts';
import type { ListName } from './lists.ts';
import { listsOf } from './lists.ts';
import { faultOf } from './matches/sound.ts';

/** Milliseconds since 1970, UTC. */
export type Instant = number;

export interface Account {
  readonly userid: string;
  /** Where this player's mail goes, lower case; empty until the first address is confirmed. */
  readonly addresses: readonly string[];
  /** The list of addresses asked for and not wholly confirmed yet. */
  readonly wanted: readonly string[] | null;
  readonly passwordHash: string | null;
  readonly settings: Settings;
  readonly opened: Instant;
  /** Signed off: the userid stays taken, so that old boards keep their names. */
  readonly closed: boolean;
  /** Too many wrong passwords: none is taken from addresses that are not the account's until its owner has answered. */
  readonly locked: boolean;
  /** Other addresses from which the password was used, once the owner has been told. */
  readonly passwordFrom: readonly string[];
  /** The addresses before the first change of these days, to which one of them may return it; null: none is remembered. */
  readonly restorable: { readonly addresses: readonly string[]; readonly at: Instant } | null;
}

/** To whom an address belongs: one address, one account. */
export interface AddressOwner {
  readonly userid: string | null;
}

/** Somebody at the table: an account, or an address that was invited and has not answered. */
export type Player =
  { readonly kind: 'account'; readonly userid: string } | { readonly kind: 'invited'; readonly address: string };

/** One line of a match record. A swap exchanges the players, not the colours, and is no ply. */
export type Entry =
  | { readonly kind: 'move'; readonly text: string; readonly at: Instant }
  | { readonly kind: 'swap'; readonly after: number; readonly at: Instant }
  | { readonly kind: 'retire'; readonly seat: number; readonly why: 'resigned'; readonly at: Instant };

/** The Message-IDs by which a player's mail program ties this board's mails together: only mails sent to that player. */
export interface Thread {
  readonly root: string;
  readonly last: string;
}

export interface Match {
  readonly game: string;
  readonly number: number;
  readonly setup: Setup;
  readonly swap: boolean;
  /** In the order of the challenge; a swap does not change it. */
  readonly players: readonly Player[];
  readonly challenger: string;
  readonly record: readonly Entry[];
  /** `invited`: waits for an invited address; `removed`: declined before it began. */
  readonly state: 'invited' | 'active' | 'over' | 'removed';
  /** What was written with the last move. */
  readonly comment: Comment | null;
  /** By player; null before the first mail. */
  readonly threads: readonly (Thread | null)[];
  readonly opened: Instant;
}

export interface Comment {
  readonly by: string;
  readonly text: string;
}

/** The number of the first board of every game: three digits look like a board, and not like a move. */
export const FIRST_BOARD = 101;

/** The number the next board of a game gets. */
export interface Counter {
  readonly next: number;
}

/** A mail whose sender is not proved, kept until the account's owner confirms it. */
export interface ParkedMail {
  readonly account: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** The token detail the mail came with, if any: its board context. */
  readonly detail: string | null;
  readonly messageId: string | null;
  readonly at: Instant;
  readonly spent: boolean;
}

/** What an account's owner was told, and may answer for a while. */
export interface Alert {
  /** `change`: `no` undoes it. `lock`: `yes` takes passwords again, `no` switches them off. */
  readonly kind: 'change' | 'lock';
  readonly account: string;
  /** The addresses it was sent to: the account's at that time. */
  readonly told: readonly string[];
  readonly at: Instant;
  readonly spent: boolean;
}

/** When something was done, for the limits that count it; nothing of it matters after `until`. */
export interface Uses {
  /** Oldest first. */
  readonly at: readonly Instant[];
  readonly until: Instant;
}

/** Mails in a row that only cost an answer. */
export interface Idle {
  readonly mails: number;
  /** A MAC of the last one's words. */
  readonly words: string;
  /** Until then they are not answered; 0: they are. */
  readonly muted: Instant;
  readonly until: Instant;
}

/** What an address, an account or all together have used of their limits (core/quota). */
export interface Quota {
  /** By purpose. */
  readonly uses: Readonly<Record<string, Uses>>;
  /** What claims to come from an address must not silence its owner: two rows. */
  readonly idle: { readonly proved: Idle | null; readonly unproved: Idle | null };
}

/** A mailbox whose owner wants no invitation ever again. */
export interface OptOut {
  readonly at: Instant;
}

export interface Documents {
  readonly account: Account;
  readonly address: AddressOwner;
  readonly match: Match;
  readonly counter: Counter;
  readonly parked: ParkedMail;
  readonly alert: Alert;
  readonly quota: Quota;
  readonly optout: OptOut;
}

export type DocumentKind = keyof Documents;

/** `account/alice`, `address/alice@example.test`, `match/nex/101`, `counter/nex`, `parked/3f…`, `quota/alice@example.test`. */
export type DocumentKey = `${DocumentKind}/${string}`;

export interface MatchRef {
  readonly game: string;
  readonly number: number;
}

export const isSameBoard = (a: MatchRef, b: MatchRef): boolean => a.game === b.game && a.number === b.number;

export const matchKey = (ref: MatchRef): DocumentKey => `match/${ref.game}/${ref.number}`;

/** Something a decision wants to know and only the shell can find out. */
export type Question =
  | { readonly kind: 'document'; readonly key: DocumentKey }
  | { readonly kind: 'list'; readonly list: ListName }
  /** Does this secret open this hash? */
  | { readonly kind: 'proof'; readonly userid: string; readonly secret: string; readonly hash: string }
  /** The hash under which to keep this new secret. */
  | { readonly kind: 'hash'; readonly secret: string };

/** The answer for a document that is there and cannot be read. */
export const DAMAGED = Symbol('damaged');

export type Answer = Documents[DocumentKind] | null | typeof DAMAGED | readonly MatchRef[] | boolean | string;

/** One text per question, the same for the same question. */
export const questionKey = (question: Question): string => {
  switch (question.kind) {
    case 'document':
      return question.key;
    case 'list':
      return `list ${question.list}`;
    case 'proof':
      return `proof ${question.userid} ${question.secret} ${question.hash}`;
    case 'hash':
      return `hash ${question.secret}`;
  }
};

/** What is known so far: answers by questionKey. */
export type Knowledge = ReadonlyMap<string, Answer>;

/** What the service offers: the same for every mail. */
export interface Offer {
  readonly games: readonly AnyGame[];
  /** Empty where the operator wants none. */
  readonly robots: readonly Robot[];
}

/** What a list needs of a match, without its record being looked at. */
export type Outline = Pick<Match, 'game' | 'number' | 'state' | 'players' | 'challenger'>;

export interface World extends Offer {
  /** null where there is none, and where a match is damaged: whoever minds the difference asks isDamaged. */
  readonly document: <Kind extends DocumentKind>(kind: Kind, id: string) => Documents[Kind] | null;
  /** There is such a board, but its document cannot be read, or its record is none of the game. */
  readonly isDamaged: (ref: MatchRef) => boolean;
  /** Costs no replay: for those who look at many boards. */
  readonly outline: (ref: MatchRef) => Outline | null;
  /** The boards of a list, and those the decision itself has put there. */
  readonly boards: (list: ListName) => readonly MatchRef[];
  /** Stops the decision unless all of these are loaded: so that it stops once for all of them, and not once for each. */
  readonly want: (questions: readonly Question[]) => void;
  readonly proved: (account: Account, secret: string) => boolean;
  readonly hashed: (secret: string) => string;
  /** This world with some documents changed. */
  readonly with: (changes: Changes) => World;
  readonly changes: Changes;
}

/** What is to be written; null: the document is dropped. */
export type Changes = ReadonlyMap<DocumentKey, Documents[DocumentKind] | null>;

/** A world over what is loaded; `looked` is told every document that is looked at. */
export function world({ games, robots }: Offer, known: Knowledge, looked: (key: DocumentKey) => void): World {
  const answer = (question: Question): Answer => {
    const found = known.get(questionKey(question));
    return found === undefined ? stopForWantOf([question]) : found;
  };
  const over = (changes: Changes): World => {
    /** A damaged board can be told from one that is not there; without any other document nothing can be decided. */
    const held = (key: DocumentKey): Documents[DocumentKind] | typeof DAMAGED | null => {
      looked(key);
      const changed = changes.get(key);
      if (changed !== undefined) return changed;
      const found = answer({ kind: 'document', key });
      if (found === DAMAGED && !key.startsWith('match/')) stopForDamage(key);
      return found as Documents[DocumentKind] | typeof DAMAGED | null;
    };
    const matchAt = (ref: MatchRef): Match | null => {
      const found = held(matchKey(ref));
      return found === DAMAGED ? null : (found as Match | null);
    };
    const isSound = (match: Match): boolean => faultOf(games, match) === null;
    return {
      games,
      robots,
      changes,
      document: <Kind extends DocumentKind>(kind: Kind, id: string): Documents[Kind] | null => {
        const robot = kind === 'account' ? robotNamed(robots, id) : null;
        if (robot !== null) return silentAccount(id) as Documents[Kind];
        const found = held(`${kind}/${id}`);
        if (found === null || found === DAMAGED) return null;
        return kind === 'match' && !isSound(found as Match) ? null : (found as Documents[Kind]);
      },
      outline: matchAt,
      isDamaged: ref => {
        const found = held(matchKey(ref));
        return found !== null && (found === DAMAGED || !isSound(found as Match));
      },
      boards: list => {
        const refs = answer({ kind: 'list', list }) as readonly MatchRef[];
        const boards = new Map(refs.map(ref => [matchKey(ref), ref]));
        for (const [key, document] of changes) {
          if (document !== null && listsOf(key, document).includes(list)) boards.set(key, document as Match);
          else boards.delete(key);
        }
        return [...boards.values()];
      },
      want: questions => {
        const missing = questions.filter(question => !known.has(questionKey(question)));
        if (missing.length > 0) stopForWantOf(missing);
      },
      proved: (account, secret) =>
        account.passwordHash !== null &&
        answer({ kind: 'proof', userid: account.userid, secret, hash: account.passwordHash }) === true,
      hashed: secret => answer({ kind: 'hash', secret }) as string,
      with: more => over(new Map([...changes, ...more])),
    };
  };
  return over(new Map());
}
