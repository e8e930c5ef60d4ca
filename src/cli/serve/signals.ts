// What signals do to a running service.

/** Signals that come together are one: npm and systemd both pass on what the other one sends. */
const TOGETHER_MS = 1_000;

interface SignalParts {
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  readonly exit: (code: number) => void;
  /** Does it run in a terminal, which SIGHUP says is gone? */
  readonly isTerminal: boolean;
  readonly now: () => number;
}

/** Resolves at the first signal that asks to stop. A later one ends the process at once. SIGHUP changes nothing. */
export function untilStopAsked({ signals, exit, isTerminal, now }: SignalParts): Promise<null> {
  return new Promise(resolve => {
    let first: number | null = null;
    const ask = (): void => {
      first ??= now();
      if (now() - first >= TOGETHER_MS) exit(1);
      resolve(null);
    };
    for (const name of ['SIGTERM', 'SIGINT']) signals.on(name, ask);
    signals.on('SIGHUP', () => {
      if (isTerminal) ask();
    });
  });
}
