// The unit of systemd: it can be read, and leaves the service few rights.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '#cli/serve/index.ts';

const unit = join(import.meta.dirname, '..', '..', 'config', 'nexpost.service');

it('is rated 1.5 or less by systemd itself', () => {
  const rated = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
    encoding: 'utf8',
  });
  expect(Number(/level for nexpost\.service: ([0-9.]+)/.exec(rated)?.[1])).toBeLessThanOrEqual(1.5);
});

it('starts the service with options that there are', () => {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(readFileSync(unit, 'utf8')) ?? [];
  const options = line.match(/--[a-z-]+/g) ?? [];
  expect(options).not.toEqual([]);
  for (const option of options) expect(serve.usage).toContain(`[${option} `);
});
