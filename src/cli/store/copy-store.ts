// Copies a whole store into an empty one, page by page.
// A killed copy can be resumed, and a copy counts only after it was read again on the other side.
import { games } from '#games/index.ts';
import { findFault } from '#core/board/validate-match.ts';
import { asKind, type DocumentKey } from '#core/kernel/documents.ts';
import {
  type CopiedDocument,
  type CopySizes,
  type CopySource,
  type CopyTarget,
  DamagedSource,
  type StoreContents,
} from '#adapters/store/transfer.ts';
import type { Progress } from './progress.ts';
import { Tally } from './tally.ts';

/** The signing keys of both sides. */
export interface KeyCopy {
  readonly source: () => Promise<Buffer | null>;
  readonly target: () => Promise<Buffer | null>;
  readonly keep: (key: Buffer) => Promise<void>;
}

export interface CopyParts {
  readonly source: CopySource;
  readonly target: CopyTarget;
  readonly keys: KeyCopy;
  /** The name of the source, told to a user who finds a half-finished copy. */
  readonly from: string;
  /** Rejects where somebody else may be at work on either side by now. */
  readonly guard: () => Promise<void>;
  readonly progress: Progress;
}

export interface CopyResult {
  readonly ok: boolean;
  readonly counts: Tally['counts'];
  /** Over everything, the same on both sides. */
  readonly hash: string;
  /** What the target does not hold as the source does: the copy does not count. */
  readonly differs: readonly string[];
  /** Boards that their rules do not allow, there as here. */
  readonly unsound: readonly DocumentKey[];
}

export async function copyStore(parts: CopyParts): Promise<CopyResult> {
  const { source, target, keys, from, guard, progress } = parts;
  const key = await keys.source();
  if (key === null) throw new DamagedSource('the signing key is missing.');
  const isFresh = await target.begin(from);
  await target.clear();
  await keys.keep(key);
  const copied = new Tally();
  await copyDocuments(parts, copied, isFresh);
  await copyRest(parts, copied);
  await guard();
  const { tally, unsound } = await verify(target, source.sizes, progress);
  const isSameKey = (await keys.target())?.toString('hex') === key.toString('hex');
  const differs = [...copied.differences(tally), ...(isSameKey ? [] : ['key'])];
  await guard();
  if (differs.length === 0) await target.finish();
  return { ok: differs.length + unsound.length === 0, counts: tally.counts, hash: tally.hash, differs, unsound };
}

/** Documents that were copied before an interruption are compared and not written again. */
async function copyDocuments(
  { source, target, guard, progress }: CopyParts,
  tally: Tally,
  isFresh: boolean,
): Promise<void> {
  const keys = new Set<DocumentKey>();
  progress.begin('documents', source.sizes.documents);
  for await (const page of source.documents()) {
    const there = isFresh ? new Map<DocumentKey, string>() : await target.textsOf(page.map(({ key }) => key));
    const isMissing = ({ key, document }: CopiedDocument): boolean => there.get(key) !== JSON.stringify(document);
    const missing = page.filter(isMissing);
    if (missing.length > 0) await target.put(missing);
    for (const document of page) {
      tally.document(document);
      if (!isFresh) keys.add(document.key);
    }
    progress.add(page.length);
    await guard();
  }
  progress.end();
  // The source may have lost some since the copy was begun.
  if (!isFresh) await target.keepOnly(keys);
}

async function copyRest({ source, target, progress }: CopyParts, tally: Tally): Promise<void> {
  progress.begin('causes', source.sizes.causes);
  for await (const page of source.causes()) {
    await target.putCauses(page);
    for (const cause of page) tally.cause(cause);
    progress.add(page.length);
  }
  progress.end();
  progress.begin('mails', source.sizes.mails);
  for await (const page of source.waiting()) {
    await target.putWaiting(page);
    for (const mail of page) tally.waitingMail(mail);
    progress.add(page.length);
  }
  for await (const page of source.givenUp()) {
    await target.putGivenUp(page);
    for (const mail of page) tally.givenUpMail(mail);
    progress.add(page.length);
  }
  progress.end();
}

/** Reads everything once more, and plays every board by its rules. */
async function verify(
  contents: StoreContents,
  sizes: CopySizes,
  progress: Progress,
): Promise<{ readonly tally: Tally; readonly unsound: readonly DocumentKey[] }> {
  const tally = new Tally();
  const unsound: DocumentKey[] = [];
  const count = <Item>(page: readonly Item[], each: (item: Item) => void): void => {
    for (const item of page) each(item);
    progress.add(page.length);
  };
  progress.begin('verified documents', sizes.documents);
  for await (const page of contents.documents())
    count(page, each => {
      tally.document(each);
      const match = asKind('match', each.key, each.document);
      if (match !== null && findFault(games, match) !== null) unsound.push(each.key);
    });
  progress.end();
  progress.begin('verified causes and mails', sizes.causes + sizes.mails);
  for await (const page of contents.causes()) count(page, each => tally.cause(each));
  for await (const page of contents.waiting()) count(page, each => tally.waitingMail(each));
  for await (const page of contents.givenUp()) count(page, each => tally.givenUpMail(each));
  progress.end();
  return { tally, unsound };
}
