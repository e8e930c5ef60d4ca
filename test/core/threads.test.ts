// Threads: whatever happens, a mail to X holds in References only Message-IDs that were sent to X, and X's own; every mail has what a polite robot's mail has.
import { describe, expect, it } from 'vitest';
import { lab, mail, type Received } from '../service/lab.ts';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';

describe('threads', () => {
  it('never show one player the other’s Message-IDs, tokens or address', async () => {
    const service = lab();
    const sentTo = new Map<string, Set<string>>([
      [ALICE, new Set()],
      [BOB, new Set()],
    ]);
    const newest = new Map<string, Received>();
    const all: Received[] = [];
    let serial = 0;
    const write = async (from: string, subject: string | null, body = ''): Promise<void> => {
      const messageId = `<own-${(serial += 1)}-${from}>`;
      const replyTo = subject === null ? newest.get(from) : undefined;
      const raw = mail({
        from,
        subject: subject ?? `Re: ${replyTo?.subject ?? ''}`,
        body,
        messageId,
        ...(replyTo ? { replyTo } : {}),
      });
      sentTo.get(from)?.add(messageId);
      for (const received of await service.deliver(raw)) {
        const [reader = ''] = received.to;
        const known = sentTo.get(reader)!;
        for (const id of [...received.references, ...(received.inReplyTo === null ? [] : [received.inReplyTo])]) {
          expect(known, `${received.subject} to ${reader}`).toContain(id);
        }
        known.add(received.messageId);
        newest.set(reader, received);
        all.push(received);
      }
    };
    await write(ALICE, 'signup alice');
    await write(BOB, 'signup bob secret');
    await write(ALICE, 'nex challenge -size=4 -swap=on alice bob');
    await write(ALICE, null, 'b3,a3');
    await write(BOB, null, 'z9,a1');
    await write(BOB, null, 'swap');
    await write(ALICE, null, 'c2,d2');
    await write(BOB, 'nex move 101 bob secret c3,d3');
    await write(ALICE, null, 'chat\n\nhello');
    await write(BOB, 'nex show 101');
    await write(ALICE, null, 'resign');
    expect(all.length).toBeGreaterThan(14);
    for (const received of all) {
      const [reader] = received.to;
      const other = reader === ALICE ? BOB : ALICE;
      expect(received.raw).not.toContain(other);
      expect(received.headers.get('auto-submitted')).toMatch(/^auto-(replied|generated)$/);
      expect(received.messageId).toMatch(/^<[a-z0-9.]+@example\.test>$/);
      expect(received.subject).not.toMatch(/^re:/i);
    }
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(all.length);
    const boards = all.filter(({ subject }) => subject.includes(' Board 101') && !subject.startsWith('New'));
    expect(boards.every(({ references }) => references.length > 0)).toBe(true);
  });
});
