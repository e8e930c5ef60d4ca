// The interface of a kind of document: schema, alarm, lists, prefetch, public view, erasure.
import * as z from 'zod';
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import {
  type Document,
  type DocumentKey,
  type DocumentKind,
  type Documents,
  type ListName,
  asItsKind,
  kindOf,
} from './documents.ts';
import type { Instant } from './time.ts';

/** The type of a robot: an account that a program plays. */
export interface Robot {
  readonly userid: string;
  /** 0 … 5. */
  readonly level: number;
  /** The name of an engine of src/engines. */
  readonly engine: string;
  /** The search for a move ends after this many nodes or milliseconds. Measured in docs/players.md. */
  readonly nodes: number;
  readonly milliseconds: number;
  /** A fixed rating on the scale of the players' ratings, from the matches in docs/players.md. */
  readonly rating: number;
  /** How the engine is weakened. At a temperature of 0 it plays its best. */
  readonly weakness: RobotWeakness;
}

/** As the weakness of an engine (src/engines/weaken.ts). */
export interface RobotWeakness {
  readonly meanLoss: number;
  readonly mostLoss: number;
  readonly temperature: number;
  readonly slips: number;
}

/** A player to be forgotten: what erasure replaces and removes. */
export interface ErasedPlayer {
  readonly userid: string;
  readonly pseudonym: string;
  /** Every address that is known of the player. */
  readonly addresses: readonly string[];
}

/** Replaces the userid of an erased player with the pseudonym. Other userids stay. */
export const eraseUserid = (userid: string, { userid: gone, pseudonym }: ErasedPlayer): string =>
  userid === gone ? pseudonym : userid;

/** Does the document hold the userid or an address of the player as a value or a name? */
export function isMentioned(document: Document, { userid, addresses }: ErasedPlayer): boolean {
  const text = JSON.stringify(document);
  return [userid, ...addresses].some(each => text.includes(JSON.stringify(each)));
}

/** Everything that stores, loaders, pages and erasure must know of one kind of document. */
export interface DocumentDefinition<Kind extends DocumentKind> {
  /** Checks what was read from a file or a database. It drops fields that it does not name, so it names every field. */
  readonly schema: z.ZodType<Documents[Kind]>;
  /** The folder of these documents in a data folder. */
  readonly folder: string;
  /** What the operator should do about a damaged document. */
  readonly ifDamaged: string;
  /** A damaged document is replaced by a new one. Absent: it stays as it is. */
  readonly isRenewed?: true;
  /** The list `kind/…` holds all documents of this kind. It is read only when a player is forgotten. */
  readonly isListedWhole?: true;
  /** Computes the key from the document's own fields. Absent: the fields do not determine the key. */
  readonly ownKey?: (document: Documents[Kind]) => DocumentKey<Kind>;
  /** Describes a fault of a document whose shape is right, such as a record that breaks the rules. null: it has none. */
  readonly findFault?: (games: readonly AnyGame[], document: Documents[Kind]) => string | null;
  /** A document that always exists and is not stored, such as the account of a robot. null: the id has no such document. */
  readonly builtIn?: (robots: readonly Robot[], id: string) => Documents[Kind] | null;
  /** When the document must be checked again. Absent, or null: never. */
  readonly alarm?: (document: Documents[Kind]) => Instant | null;
  /** The lists that the document is in, besides the list of its whole kind. Absent: none. */
  readonly lists?: (document: Documents[Kind]) => readonly ListName[];
  /** The beginnings of lists whose documents a decision reads. Absent: it reads only the few that it shows. */
  readonly listsReadWhole?: readonly string[];
  /** The lists of documents that name a player, besides those of boards. Absent: none. */
  readonly playerLists?: (userid: string) => readonly ListName[];
  /** The counter of the kind numbers its documents, over all games. */
  readonly isNumbered?: true;
  /** Alarms run one after the other, since each reads the other documents of the kind. */
  readonly alarmsInTurn?: true;
  /** The documents that a decision probably needs next. Absent: none. */
  readonly prefetch?: (document: Documents[Kind]) => readonly DocumentKey[];
  /** The document without its private parts. Absent: no page is made from this kind. */
  readonly publicView?: (document: Documents[Kind]) => Documents[Kind] | null;
  /** The document without a player: the same one if it does not mention the player, null if it is dropped. Absent: it never does. */
  readonly erase?: (document: Documents[Kind], player: ErasedPlayer) => Documents[Kind] | null;
}

/** The definitions of all kinds. */
export type DocumentDefinitions = { readonly [Kind in DocumentKind]: DocumentDefinition<Kind> };

/** The definition of the kind of a key. */
export const definitionOf = <Kind extends DocumentKind>(
  definitions: DocumentDefinitions,
  key: DocumentKey<Kind>,
): DocumentDefinition<Kind> =>
  (definitions as Readonly<Record<DocumentKind, unknown>>)[kindOf(key)] as DocumentDefinition<Kind>;

/** When the document must be checked again. null: never. */
export const findAlarm = (definitions: DocumentDefinitions, key: DocumentKey, document: Document): Instant | null =>
  definitionOf(definitions, key).alarm?.(asItsKind(key, document)) ?? null;

/** The lists that a document is in. */
export function findLists(definitions: DocumentDefinitions, key: DocumentKey, document: Document): readonly ListName[] {
  const { lists, isListedWhole } = definitionOf(definitions, key);
  const ownLists = lists?.(asItsKind(key, document)) ?? [];
  return isListedWhole === true ? [...ownLists, `kind/${kindOf(key)}` as ListName] : ownLists;
}

/** The documents that a decision probably needs after this one. */
export const findPrefetchKeys = (
  definitions: DocumentDefinitions,
  key: DocumentKey,
  document: Document,
): readonly DocumentKey[] => definitionOf(definitions, key).prefetch?.(asItsKind(key, document)) ?? [];

/** The lists of documents that name a player, besides those of boards. */
export const listPlayerLists = (definitions: DocumentDefinitions, userid: string): readonly ListName[] =>
  Object.values(definitions).flatMap(({ playerLists }) => playerLists?.(userid) ?? []);

/** The public part of a document. null: no page is made from it. */
export const findPublicView = (
  definitions: DocumentDefinitions,
  key: DocumentKey,
  document: Document,
): Document | null => definitionOf(definitions, key).publicView?.(asItsKind(key, document)) ?? null;

/** The document without the player: the same document where the player is not in it, null where it is dropped. */
export function erasePlayer(
  definitions: DocumentDefinitions,
  key: DocumentKey,
  document: Document,
  player: ErasedPlayer,
): Document | null {
  const { erase } = definitionOf(definitions, key);
  return erase === undefined ? document : erase(asItsKind(key, document), player);
}

// Schema parts that several documents share.

export const instant = z.number().int().nonnegative();
export const userid = z.string().min(1);
/** A number of things, or an index in a list. */
export const count = z.number().int().nonnegative();
export const day = z.iso.date();
export const span = z.object({ from: instant, until: instant });
export const phrase: z.ZodType<Phrase> = z.lazy(() =>
  z.object({ code: z.string(), parts: z.record(z.string(), z.union([z.string(), z.number(), phrase])) }),
);
/** The number of a board, a seek or a tournament. Tokens and Subjects allow nine digits. */
export const boardNumber = z.number().int().positive().max(999_999_999);

type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

/** The type of what a schema reads. Nothing of it is changed in place. Reading drops fields that the schema does not name. */
export type Stored<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

const days = z.number().positive();

export const time = z.object({
  nagtime: days.nullable(),
  forfeittime: days,
  totaltime: days.nullable(),
  increment: z.number().nonnegative(),
  cap: days.nullable(),
});

export const namedTime = z.object({
  nagtime: time.shape.nagtime.exactOptional(),
  forfeittime: time.shape.forfeittime.exactOptional(),
  totaltime: time.shape.totaltime.exactOptional(),
  increment: time.shape.increment.exactOptional(),
  cap: time.shape.cap.exactOptional(),
});

/** The definition of counters: the next number of a board, a seek or a tournament. */
export const COUNTER: DocumentDefinition<'counter'> = {
  schema: z.object({ next: boardNumber }),
  folder: 'counters',
  ifDamaged: 'The next number is made from the boards there are; nothing need be done',
  isRenewed: true,
};
