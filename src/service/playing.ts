// One of our programs as a player of the line protocol: hears the referee, thinks, answers; at a pipe, a connection, or in this process.
import type { Clock, PlayerListener, Seated } from './ports.ts';
import type { PlayerEvent, Question, Table, Trouble } from '../core/referee/player.ts';
import { refereeLimits } from '../core/referee/limits.ts';
import { react, seated } from '../core/referee/player.ts';

/** Finds a legal move, as text. A rejection is a bug: the player leaves. */
export type Choose = (question: Question) => Promise<string>;

/** How a player left: null, when all was over. */
export type Leaving = Trouble | { readonly kind: 'failed'; readonly why: string } | null;

export interface PlayingSide {
  readonly heard: (text: string) => void;
  readonly hungUp: () => void;
  readonly leaving: Promise<Leaving>;
}

/** Plays by what it hears; `say` takes what it answers. */
export function play(
  table: Table,
  choose: Choose,
  { clock, say }: { readonly clock: Clock; readonly say: (text: string) => void },
): PlayingSide {
  let state = seated(table);
  let silence = new AbortController();
  const { promise: leaving, resolve: leave } = withResolvers<Leaving>();

  const think = async (number: number, question: Question): Promise<void> => {
    try {
      happened({ kind: 'chosen', number, text: await choose(question) });
    } catch (error) {
      leave({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
    }
  };

  const happened = (event: PlayerEvent): void => {
    const next = react(state, event);
    state = next.state;
    for (const effect of next.effects) {
      if (effect.kind === 'say') say(effect.text);
      else if (effect.kind === 'choose') void think(effect.number, effect.question);
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
      if (!signal.aborted) happened({ kind: 'silence' });
    });
  };

  return {
    heard: text => {
      happened({ kind: 'heard', text });
    },
    hungUp: () => {
      happened({ kind: 'hung-up' });
    },
    leaving,
  };
}

function withResolvers<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>(settle => (resolve = settle));
  return { promise, resolve };
}

/** A player in this process. It speaks the same protocol as any other, so that the referee need not know. */
export function localPlayer(table: Table, choose: Choose, clock: Clock): Seated {
  let listener: PlayerListener | null = null;
  let gone: string | null = null;
  const side = play(table, choose, { clock, say: text => listener?.said(text) });
  void side.leaving.then(leaving => {
    gone =
      leaving === null
        ? 'it left'
        : leaving.kind === 'failed'
          ? `it failed: ${leaving.why}`
          : `it left (${leaving.kind})`;
    listener?.left(gone);
  });
  return {
    // Later, as by a pipe: nobody is answered while still speaking.
    tell: text => {
      queueMicrotask(() => side.heard(text));
    },
    listen: next => {
      listener = next;
      if (gone !== null) listener?.left(gone);
    },
    hasLeft: () => gone !== null,
    lastWords: () => '',
    leave: async () => {
      side.hungUp();
      await side.leaving;
    },
  };
}
