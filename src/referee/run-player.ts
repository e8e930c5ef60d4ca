// Runs one of our engines as a player of the line protocol: at a pipe, a connection, or in-process.
import { reasonOf } from '#games/kit/assert.ts';
import { createPlayerListener, type RefereeClock, type PlayerConnection } from './game-state.ts';
import { type MoveRequest, createPlayer, type PlayerEvent, type PlayerOptions, react, type Trouble } from './player.ts';
import { refereeLimits } from './protocol.ts';

/** Finds a legal move, as text. `mostMs`: the time for this move. null: no limit of its own. A rejection is a bug: the player leaves. */
export type ChooseMove = (request: MoveRequest, mostMs: number | null) => Promise<string>;

/** How a player left. null: after the end of all games. */
export type PlayerExit = Trouble | { readonly kind: 'failed'; readonly why: string } | null;

export interface RunningPlayer {
  readonly heard: (text: string) => void;
  readonly hungUp: () => void;
  readonly leaving: Promise<PlayerExit>;
}

/** Plays by the messages it receives. `say` sends its answers. */
export function runPlayer(
  options: PlayerOptions,
  choose: ChooseMove,
  { clock, say }: { readonly clock: RefereeClock; readonly say: (text: string) => void },
): RunningPlayer {
  let state = createPlayer(options);
  let silence = new AbortController();
  let leave: (exit: PlayerExit) => void = () => undefined;
  const leaving = new Promise<PlayerExit>(resolve => (leave = resolve));

  const searchMove = async (number: number, request: MoveRequest): Promise<void> => {
    try {
      handleEvent({ kind: 'chosen', number, text: await choose(request, null) });
    } catch (error) {
      leave({ kind: 'failed', why: reasonOf(error) });
    }
  };

  const handleEvent = (event: PlayerEvent): void => {
    const next = react(state, event);
    state = next.state;
    for (const effect of next.effects) {
      if (effect.kind === 'say') say(effect.text);
      else if (effect.kind === 'choose') void searchMove(effect.number, effect.request);
      else leave(effect.trouble);
    }
    if (event.kind === 'heard') awaitSilence();
  };

  const awaitSilence = (): void => {
    silence.abort();
    if (state.unread.text === '' && !state.unread.isSkipping) return;
    silence = new AbortController();
    const { signal } = silence;
    void clock.sleep(refereeLimits.unfinishedMs, signal).then(() => {
      if (!signal.aborted) handleEvent({ kind: 'silence' });
    });
  };

  return {
    heard: text => handleEvent({ kind: 'heard', text }),
    hungUp: () => handleEvent({ kind: 'hung-up' }),
    leaving,
  };
}

/** A player in this process. It speaks the same protocol as any other, so the referee treats it alike. */
export function startLocalPlayer(options: PlayerOptions, choose: ChooseMove, clock: RefereeClock): PlayerConnection {
  const { said, left, ...listening } = createPlayerListener();
  const player = runPlayer(options, choose, { clock, say: said });
  void player.leaving.then(leaving => {
    if (leaving === null) left('it left');
    else left(leaving.kind === 'failed' ? `it failed: ${leaving.why}` : `it left (${leaving.kind})`);
  });
  return {
    ...listening,
    // Deferred, as with a pipe: an answer does not arrive in the middle of `tell`.
    tell: text => {
      queueMicrotask(() => player.heard(text));
    },
    lastWords: () => '',
    leave: async () => {
      player.hungUp();
      await player.leaving;
    },
  };
}
