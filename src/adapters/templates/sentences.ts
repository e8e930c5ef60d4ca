// Reads the sentences players get, from all templates/sentences/*.json of a language, merged.
// Each code is in one file only.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { lookUp } from '#games/kit/look-up.ts';
import type { Sentence, Sentences } from '#core/kernel/sentence.ts';
import { assert } from '#games/kit/assert.ts';
import { findPackageRoot } from '../package-root.ts';

const form = z.string().min(1);

const plural = z.strictObject({
  by: form,
  ...{ zero: form.exactOptional(), one: form.exactOptional(), two: form.exactOptional() },
  ...{ few: form.exactOptional(), many: form.exactOptional(), other: form },
});

const file = z.record(z.string(), z.union([form, plural]));

/** All sentences of the package, or of another folder of such files. Throws if a file is damaged: the service cannot run without them. */
export function readSentences(folder: string = join(findPackageRoot(), 'templates', 'sentences')): Sentences {
  const sentences: Record<string, Sentence> = {};
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue;
    for (const [code, sentence] of Object.entries(file.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))) {
      assert(lookUp(sentences, code) === undefined, `'${code}' has one sentence (again in ${name})`);
      sentences[code] = sentence;
    }
  }
  return sentences;
}
