// The events of one player (it said something, it has left) for one listener at a time; that it has left is told once, and to latecomers too.
import type { PlayerListener, PlayerConnection } from './player-connection.ts';

type LineEvents = PlayerListener & Pick<PlayerConnection, 'listen' | 'hasLeft'>;

export function lineEvents(): LineEvents {
  let listener: PlayerListener | null = null;
  let gone: string | null = null;
  return {
    said: text => listener?.said(text),
    left: how => {
      if (gone !== null) return;
      gone = how;
      listener?.left(how);
    },
    listen: next => {
      listener = next;
      if (gone !== null) listener?.left(gone);
    },
    hasLeft: () => gone !== null,
  };
}
