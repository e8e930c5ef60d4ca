// docs/record.schema.json is made of the schema by which `nexpost replay` reads records; the example on docs/record-format.md is one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSentences } from '#adapters/templates/templates.ts';
import { parseRecord, recordSchema, replayRecord } from '#cli/shell/game-file.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');

describe('the record of a game', () => {
  it('has its JSON Schema', async () => {
    const schema = { title: 'A game of nexpost, version 1', ...z.toJSONSchema(recordSchema, { io: 'input' }) };
    const { code } = await format('record.schema.json', JSON.stringify(schema), { printWidth: 120 });
    await expect(code).toMatchFileSnapshot(join(docs, 'record.schema.json'));
  });

  it('is as its page shows it', () => {
    const page = readFileSync(join(docs, 'record-format.md'), 'utf8');
    const [, example = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    const { lines } = replayRecord(parseRecord(example), { count: false, hash: false }, readSentences());
    expect(lines.at(-1)).toMatchObject({ status: 'over', winner: 'black', reason: 'resigned' });
  });
});
