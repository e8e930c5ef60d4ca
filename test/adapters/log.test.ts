// The log as text: one line for each event, whatever is in its facts.
import { expect, it } from 'vitest';
import { createTextLog, type LogLevel } from '#adapters/log.ts';

function linesAt(level: LogLevel): readonly string[] {
  const lines: string[] = [];
  const log = createTextLog(level, line => lines.push(line));
  log.info('imap-connected', { host: '127.0.0.1', port: 993 });
  log.warn('mail-delayed', { why: 'try "later"\nplease\u2028', isLast: false, none: null, empty: '' });
  log.error('mail-failed');
  return lines;
}

it('is one line for each event', () => {
  const [info, warn, error, ...more] = linesAt('info');
  expect(info).toBe('info  imap-connected host=127.0.0.1 port=993');
  expect(warn).toBe('warn  mail-delayed why="try \\"later\\"\\nplease\u2028" isLast=false none=null empty=""');
  expect([error, more]).toEqual(['error mail-failed', []]);
});

it('leaves out what is below its level', () => {
  expect(linesAt('warn').map(line => line.slice(0, 5))).toEqual(['warn ', 'error']);
  expect(linesAt('silent')).toEqual([]);
});
