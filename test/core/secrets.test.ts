// Passwords: in whatever form and place they are typed, they never come back in a mail, never lie in a document, never reach the log.
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import type { Change, Store } from '#service/ports.ts';
import { lab } from '../service/lab.ts';

const PASSWORD = 'Opensesame7';
const OTHER = 'Sesamstr9';

/** Subjects with the password right, wrong, misplaced, in commands that exist and in slips of the finger. */
const SUBJECTS = [
  `signup alice ${PASSWORD}`,
  `signup alice ${PASSWORD}`,
  `add alice2 ${PASSWORD} not-an-address`,
  `signup b ${PASSWORD}`,
  `change password alice ${PASSWORD} ${OTHER}`,
  `change password alice ${PASSWORD} ${OTHER}`,
  `change password alice ${OTHER} ${PASSWORD} surplus`,
  `change password alice ${OTHER} bad:${PASSWORD}`,
  `change address alice ${PASSWORD} nonsense`,
  `nex challenge -size=3 alice bob`,
  `nex move 101 alice ${PASSWORD} b2,a1`,
  `nex move 101 alice ${OTHER} z9,a1`,
  `nex move 101 alice ${OTHER} zz`,
  `nex mvoe 101 alice ${PASSWORD} b2,a1`,
  `nex moove 101 alice ${PASSWORD} b2,a1`,
  `nex move 999 alice ${PASSWORD} b2,a1`,
  `nex resign 101 alice ${PASSWORD}`,
  `nex resign 101 alice ${PASSWORD} surplus`,
  `nex chat 101 alice ${PASSWORD}`,
  `message alice ${PASSWORD} nobody`,
  `signoff alice ${PASSWORD} surplus`,
  `broadcast alice ${PASSWORD}`,
  `change password ${PASSWORD}`,
  `change password ${PASSWORD} ${OTHER}`,
  `singup dave ${PASSWORD}`,
  `sign up dave ${PASSWORD}`,
  `change passwrod alice ${PASSWORD} ${OTHER}`,
  `password alice ${PASSWORD}`,
  `signup dave my ${PASSWORD} phrase`,
  `signup dave "pass ${PASSWORD}"`,
  `delete alice ${PASSWORD} ${OTHER}`,
];

describe('passwords', () => {
  it.each([false, true])('are nowhere but in their hash (unproved sender: %s)', async unproved => {
    const changes: Change[] = [];
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      commit: change => {
        changes.push(change);
        return inner.commit(change);
      },
    };
    const service = lab({ store });
    await service.write('bob', 'signup bob');
    const answers: string[] = [];
    for (const subject of SUBJECTS) {
      for (const form of [{ subject }, { subject: 'multiple', body: `${subject}\n${subject.toUpperCase()}` }]) {
        const received = await service.deliver({ from: 'alice@example.test', unproved, ...form });
        answers.push(...received.map(each => each.raw));
        service.pass(3_600_000);
      }
    }
    expect(answers.length).toBeGreaterThan(10);
    const stored = changes.map(({ documents }) => JSON.stringify([...documents])).join('\n');
    for (const place of [answers.join('\n'), service.log.join('\n'), stored]) {
      expect(place.toLowerCase()).not.toContain(PASSWORD.toLowerCase());
      expect(place.toLowerCase()).not.toContain(OTHER.toLowerCase());
    }
    expect(service.log.filter(line => line.startsWith('mail-failed'))).toEqual([]);
  });
});
