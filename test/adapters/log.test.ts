// The log as text: one line for each event, whatever is in its facts.
import { expect, it } from 'vitest';
import { createLog, LOG_FORMATS, type LogLevel } from '#adapters/log.ts';

function linesAt(level: LogLevel): readonly string[] {
  const lines: string[] = [];
  const log = createLog(level, 'text', { write: line => lines.push(line.replace(/^\S+Z /, '').trimEnd()) });
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

it('is one line of JSON for each event', () => {
  let line = '';
  createLog('info', 'json', { write: text => void (line += text) }).warn('mail-delayed', { why: 'a\nb', none: null });
  expect(line).toMatch(
    /^\{"level":40,"time":"\d{4}-\d\d-\d\dT[\d:.]+Z","event":"mail-delayed","why":"a\\nb","none":null\}\n$/,
  );
});

it('leaves out what is below its level', () => {
  expect(linesAt('warn').map(line => line.slice(0, 5))).toEqual(['warn ', 'error']);
  expect(linesAt('silent')).toEqual([]);
});

it.each(LOG_FORMATS)('sends nothing to a terminal that it would obey, as %s', format => {
  const why = '\u001b[2J\u009b31m\u202e\u007f\u{e0041} refused';
  let line = '';
  createLog('info', format, { write: text => void (line += text) }).warn('mail-delayed', { why });
  expect(line).not.toMatch(/(?!\n$)[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(`"${/(?:why=|"why":)"(.*)"/.exec(line)?.[1] ?? ''}"`)).toBe(why);
});
