// Reads a game from the file of its record.
import { readFile } from 'node:fs/promises';
import type { GameRecord } from '#core/board/game-record.ts';
import { Misuse, valueOf } from '../shell/verb.ts';
import { parseRecord } from './record-schema.ts';

export interface NamedRecord {
  readonly record: GameRecord;
  /** The words of the command line, the game in the place of the file. */
  readonly words: readonly string[];
}

/** null: no word names such a file. Rejects with a Misuse where there is no record in it. */
export async function recordNamed(words: readonly string[]): Promise<NamedRecord | null> {
  const file = words.find(word => word.endsWith('.json') && !word.startsWith('-'));
  if (file === undefined) return null;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Misuse(`${file} cannot be read: ${(error as Error).message}`);
  });
  const record = valueOf(parseRecord(text));
  return { record, words: words.map(word => (word === file ? record.game : word)) };
}
