// Recovers a mailbox at start: makes index and mails agree, whenever the last run ended.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexFile, LoadedIndex } from './index-file.ts';
import { applyChange, type IndexChange, type Contents } from './record.ts';

/** The file of one mail. */
export const buildMailPath = (folder: string, uid: number): string => join(folder, `${uid}.eml`);

/**
 * A mail is delivered when its line is in the index. So a mail file without a line was never acknowledged, or is
 * expunged, and goes; only when the index itself is damaged are such files taken in again.
 */
export async function recover(
  folder: string,
  index: IndexFile,
  nextUidvalidity: () => Promise<number>,
): Promise<Contents | undefined> {
  const loaded = await index.load(nextUidvalidity);
  if (!loaded) return undefined;
  const { contents, damaged } = loaded;
  const files = await listMailFiles(folder);
  const strangers = files.filter(uid => !contents.messages.has(uid));
  const adopted = damaged ? await adoptMails(folder, strangers) : [];
  if (!damaged) for (const uid of strangers) await rm(buildMailPath(folder, uid), { force: true });
  const present = new Set(files);
  const missing = [...contents.messages.keys()].filter(uid => !present.has(uid));
  await settle(index, loaded, missing.length > 0 ? [...adopted, { gone: missing }] : adopted);
  return sortContents(contents);
}

async function listMailFiles(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap(name => (/^[1-9]\d{0,9}\.eml$/.test(name) ? [Number.parseInt(name, 10)] : []));
}

async function adoptMails(folder: string, uids: readonly number[]): Promise<IndexChange[]> {
  const adopted: IndexChange[] = [];
  for (const uid of uids.toSorted((left, right) => left - right)) {
    const facts = await stat(buildMailPath(folder, uid));
    adopted.push({ add: uid, flags: [], date: Math.floor(facts.mtimeMs), size: facts.size });
  }
  return adopted;
}

async function settle(index: IndexFile, loaded: LoadedIndex, changes: readonly IndexChange[]): Promise<void> {
  for (const change of changes) applyChange(loaded.contents, change);
  if (loaded.damaged || index.isLong(loaded.contents)) await index.rewrite(loaded.contents);
  else if (changes.length > 0) await index.append(changes);
}

function sortContents(contents: Contents): Contents {
  const messages = [...contents.messages].sort(([left], [right]) => left - right);
  return { ...contents, messages: new Map(messages) };
}
