// Alice and Bob at an embedded service.
import type { Setting } from './conversation.ts';
import { type Player, player } from './player.ts';
import type { Ready } from './program.ts';

/** `isMortal`: the service is killed while they use it. */
export function players(ready: () => Pick<Ready, 'address' | 'imap' | 'smtp'>, run: string, isMortal = false): Setting {
  const named = (name: string): Player =>
    player({ address: `${name}@example.test`, user: `${name}@example.test`, password: 'any', ports: ready, isMortal });
  return {
    service: ready().address,
    players: { alice: named('alice'), bob: named('bob') },
    run,
    board: 101,
    meanwhile: () => Promise.resolve(),
  };
}
