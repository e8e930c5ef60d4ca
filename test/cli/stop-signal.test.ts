// What signals do to a service: SIGTERM asks it to stop, a second one later ends it, SIGHUP changes nothing.
import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { stopSignal } from '#cli/shell/verb.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Asked {
  readonly emit: (signal: string) => void;
  /** What happened, in order. */
  readonly happened: readonly string[];
}

function asked(isTerminal: boolean): Asked {
  const signals = new EventEmitter();
  const happened: string[] = [];
  vi.spyOn(process, 'on').mockImplementation((name, handler) => {
    signals.on(name, handler);
    return process;
  });
  vi.spyOn(process, 'exit').mockImplementation(code => happened.push(`exit ${code ?? ''}`) as never);
  const { signal } = stopSignal({ togetherMs: 1_000, stopsAtHangup: isTerminal });
  signal.addEventListener('abort', () => happened.push('asked to stop'));
  return { happened, emit: name => void signals.emit(name) };
}

it.each(['SIGTERM', 'SIGINT'])('%s asks to stop, and a second one a second later does not wait', signal => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { emit, happened } = asked(false);
  emit(signal);
  expect(happened).toEqual(['asked to stop']);
  // npm and systemd both pass one on.
  vi.advanceTimersByTime(999);
  emit('SIGTERM');
  expect(happened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  emit('SIGTERM');
  expect(happened).toEqual(['asked to stop', 'exit 1']);
});

it('SIGHUP changes nothing, unless the terminal is gone in which it runs', () => {
  const [service, atTerminal] = [asked(false), asked(true)];
  for (const { emit } of [service, atTerminal]) emit('SIGHUP');
  expect([service.happened, atTerminal.happened]).toEqual([[], ['asked to stop']]);
});
