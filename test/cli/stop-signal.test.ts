// What signals do to a service: SIGTERM asks it to stop, a second one later ends it, SIGHUP changes nothing.
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { stopSignal } from '#cli/shell/verb.ts';

interface Asked {
  readonly signals: EventEmitter;
  readonly pass: (ms: number) => void;
  /** What happened, in order. */
  readonly happened: readonly string[];
}

function asked(isTerminal: boolean): Asked {
  const signals = new EventEmitter();
  const happened: string[] = [];
  let now = 0;
  const exit = (code: number): void => void happened.push(`exit ${code}`);
  const { signal } = stopSignal({ signals, exit, now: () => now, togetherMs: 1_000, stopsAtHangup: isTerminal });
  signal.addEventListener('abort', () => happened.push('asked to stop'));
  return { signals, happened, pass: ms => (now += ms) };
}

it.each(['SIGTERM', 'SIGINT'])('%s asks to stop, and a second one a second later does not wait', signal => {
  const { signals, pass, happened } = asked(false);
  signals.emit(signal);
  expect(happened).toEqual(['asked to stop']);
  // npm and systemd both pass one on.
  pass(999);
  signals.emit('SIGTERM');
  expect(happened).toHaveLength(1);
  pass(1);
  signals.emit('SIGTERM');
  expect(happened).toEqual(['asked to stop', 'exit 1']);
});

it('SIGHUP changes nothing, unless the terminal is gone in which it runs', () => {
  const [service, atTerminal] = [asked(false), asked(true)];
  for (const { signals } of [service, atTerminal]) signals.emit('SIGHUP');
  expect([service.happened, atTerminal.happened]).toEqual([[], ['asked to stop']]);
});
