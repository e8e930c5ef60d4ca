// Golden sessions: whole correspondences, one readable file each. The files are the expectation and the manual:
// run with `-u` to write anew what the service answers, and read the difference before committing it.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBothVersions } from '../both-versions.ts';
import { fold, unfold, welcomeOf } from './folding.ts';
import { folder, replay, session, sessions } from './replay-session.ts';

const FIRST = '01-a-first-game.session';

describe('golden sessions', async () => {
  const welcome = welcomeOf((await replay(session(FIRST))).text);

  for (const name of sessions) {
    it(name.replace('.session', '').replaceAll('-', ' '), async () => {
      const file = join(folder, name);
      const golden = session(name);
      const { text, hashes } = await replay(golden);
      const others = name === FIRST ? '' : welcome;
      const folded = fold(text, others);
      expect(unfold(folded, others)).toBe(text);
      const message = golden === folded ? '' : writeBothVersions(name, unfold(golden, others), text);
      await expect(folded, message).toMatchFileSnapshot(file);
      await expect(hashes).toMatchFileSnapshot(join(folder, name.replace('.session', '.sha256')));
    });
  }
});
