// Alice and Bob at an embedded service.
import type { Setting } from './conversation.ts';
import { type Player, player } from './player.ts';
import type { Ready } from './program.ts';

export function players(ready: () => Ready, run: string): Setting {
  const named = (name: string): Player =>
    player({ address: `${name}@example.test`, user: `${name}@example.test`, password: 'any', ports: ready });
  return {
    service: ready().address,
    players: { alice: named('alice'), bob: named('bob') },
    run,
    board: 101,
    meanwhile: () => Promise.resolve(),
  };
}
