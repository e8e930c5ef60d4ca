// `nexpost export --all DIR|FILE.zip`: writes every game of a service as files.
// It only reads, and works beside a running service too.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import { games } from '#games/registry/index.ts';
import type { ReadOnlyStore } from '#adapters/store/entry-stream.ts';
import { requireGame } from '#core/board/match.ts';
import { findFault } from '#core/board/summary.ts';
import { createRecordFiles } from '#core/writing/attached-files.ts';
import type { TextFile } from '#core/writing/mail-plan.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { createVerb, takeName } from '../shell/command-line.ts';
import { PLACE, storePlace, useReadOnlyStore } from '../shell/store-place.ts';
import { formatJson } from '#games/kit/plain-text.ts';
import { Misuse } from '../shell/verb.ts';

/** Where files go, one after the other: ten thousand games are never held together. */
interface Target {
  readonly add: (file: TextFile) => Promise<void>;
  readonly end: () => Promise<void>;
}

function createFolderTarget(dir: string): Target {
  return {
    add: async ({ name, text }) => {
      const file = join(dir, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    },
    end: () => Promise.resolve(),
  };
}

/** Packed games are small: the archive is written at once when all of them are in it. */
function archive(file: string): Target {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    pieces.push(piece);
  });
  return {
    add: ({ name, text }) => {
      const entry = new ZipDeflate(name);
      zip.add(entry);
      entry.push(Buffer.from(text), true);
      return Promise.resolve();
    },
    end: async () => {
      zip.end();
      await writeFile(file, Buffer.concat(pieces));
    },
  };
}

async function exportGames(
  look: ReadOnlyStore,
  target: Target,
): Promise<{ readonly damaged: string[]; readonly games: number }> {
  const damaged = (await look.findings()).flatMap(({ level, where }) => (level === 'error' && /^match(?:es)?\b/.test(where) ? [where] : [])); // prettier-ignore
  let written = 0;
  for await (const match of look.all('match')) {
    if (match.state !== 'active' && match.state !== 'over') continue;
    if (findFault(games, match) !== null) {
      damaged.push(matchKey(match));
      continue;
    }
    const files = createRecordFiles(requireGame({ games }, match), match);
    for (const file of files) await target.add({ ...file, name: `${match.game}/${file.name}` });
    written += 1;
  }
  await target.end();
  return { damaged, games: written };
}

export const exportVerb = createVerb({
  name: 'export',
  takes: 'DIR|FILE.zip',
  options: { all: { kind: 'flag', isNeeded: true, sentence: 'the games of everybody' }, ...PLACE },
  help: `
Writes every board that is played or over as nex/nex-101.json (docs/record-format.md)
and, in Hex, Gomoku and Nexos, as a file for other programs of the game, into a
folder or a zip. Players stand there by userid; there are no addresses and no words.
It changes nothing of the data, and may run beside the service. Prints one JSON line.
Exit status 1 when a board is damaged and is not among them (nexpost check).`,
  run: async ({ names, values }, io) => {
    if (!values.all) throw new Misuse('export writes the games of everybody: say --all.');
    const place = takeName('export', names, 'a folder, or a file that ends with .zip');
    const target = place.endsWith('.zip') ? archive(place) : createFolderTarget(place);
    const { damaged, games: written } = await useReadOnlyStore(await storePlace(values), look =>
      exportGames(look, target),
    );
    io.stdout.write(`${formatJson({ ok: damaged.length === 0, games: written, damaged: damaged.slice(0, 20) })}\n`);
    return damaged.length === 0 ? 0 : 1;
  },
});
