// The Log port: one line on stderr for each event, as JSON or as text.
import { type DestinationStream, pino } from 'pino';
import type { Facts, Log } from '#service/ports.ts';
import { escapeJson } from './plain-text.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export function createLog(
  level: LogLevel,
  format: LogFormat = 'json',
  stderr: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  const destination = { write: (line: string) => stderr.write(escapeJson(line)) };
  return format === 'json'
    ? createJsonLog(level, destination)
    : createTextLog(level, line => destination.write(`${new Date().toISOString()} ${line}\n`));
}

function createJsonLog(level: LogLevel, destination: DestinationStream): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    info: (event, facts = {}) => logger.info({ event, ...facts }),
    warn: (event, facts = {}) => logger.warn({ event, ...facts }),
    error: (event, facts = {}) => logger.error({ event, ...facts }),
  };
}

/** `warn  imap-unreachable host=127.0.0.1 why="connection refused"`; a text without blanks and quotes needs none. */
export function createTextLog(level: LogLevel, write: (line: string) => void): Log {
  const formatValue = (value: unknown): string =>
    typeof value === 'string' && /^[^\s"=\p{C}]+$/u.test(value) ? value : JSON.stringify(value);
  const tell =
    (own: LogLevel) =>
    (event: string, facts: Facts = {}): void => {
      if (LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return;
      const told = Object.entries(facts).map(([name, value]) => ` ${name}=${formatValue(value)}`);
      write(`${own.padEnd(5)} ${event}${told.join('')}`);
    };
  return { info: tell('info'), warn: tell('warn'), error: tell('error') };
}
