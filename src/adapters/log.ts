// The Log port: one line on stderr for each event, as JSON or as text.
import { pino } from 'pino';
import type { Facts, Log } from '#service/ports.ts';
import { escapeJson } from '#games/kit/plain-text.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['json', 'text'] as const;

export function createLog(
  level: LogLevel,
  format: (typeof LOG_FORMATS)[number] = 'json',
  stderr: { readonly write: (line: string) => unknown } = pino.destination({ dest: 2, sync: true }),
): Log {
  const tell =
    (own: LogLevel) =>
    (event: string, facts: Facts = {}): void => {
      if (LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return;
      const time = new Date().toISOString();
      const line =
        format === 'json'
          ? JSON.stringify({ level: pino.levels.values[own], time, event, ...facts })
          : `${time} ${formatText(own, event, facts)}`;
      stderr.write(`${escapeJson(line)}\n`);
    };
  return { info: tell('info'), warn: tell('warn'), error: tell('error') };
}

/** `warn  imap-unreachable host=127.0.0.1 why="connection refused"`; a text without blanks and quotes needs none. */
function formatText(level: LogLevel, event: string, facts: Facts): string {
  const formatValue = (value: unknown): string =>
    typeof value === 'string' && /^[^\s"=\p{C}]+$/u.test(value) ? value : JSON.stringify(value);
  const told = Object.entries(facts).map(([name, value]) => ` ${name}=${formatValue(value)}`);
  return `${level.padEnd(5)} ${event}${told.join('')}`;
}
