// Tells whoever listens what a player does; that it has left is told once, and to latecomers too.
import type { PlayerListener, Seated } from '../../service/ports.ts';

type Announcer = PlayerListener & Pick<Seated, 'listen' | 'hasLeft'>;

export function announcer(): Announcer {
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
