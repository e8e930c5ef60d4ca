// The Log port: pino, JSON lines on stderr. Stdout is for the ready line.
import { pino } from 'pino';
import type { Log } from '#service/ports.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function createJsonLog(level: LogLevel): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
  return {
    info: (event, facts = {}) => logger.info({ event, ...facts }),
    warn: (event, facts = {}) => logger.warn({ event, ...facts }),
    error: (event, facts = {}) => logger.error({ event, ...facts }),
  };
}
