// Programs that send our own mails back to us, unmarked: whatever stands in them is no command of anybody's.
import { describe, expect, it } from 'vitest';
import { lab, type Received } from '#test/service/lab.ts';
import { ALICE, BOB, signedUp } from './attack.ts';

const STYLES: readonly ((text: string) => string)[] = [
  text => text,
  text => `I am away until Monday.\n\n${text}`,
  text => `Thank you for your mail.\n\nYour message:\n${text}`,
  text =>
    text
      .split('\n')
      .map(line => line.trim())
      .join('\n'),
];

/** Mails that bring every kind of answer with commands in it. */
const SUBJECTS: readonly string[] = [
  ...['help', 'help commands', 'help tutorial', 'help options', 'help settings', 'help robots', 'help nex'],
  ...[
    'games',
    'nex games',
    'gibberish',
    'set',
    'change password secret',
    'nex challenge -size=3 --forfeittime=365 --nagtime=364 alice bob',
  ],
  ...['nex show 101', 'nex chat 101', 'nex challenge alice friend@x.test', 'nex move 101 z9', 'signup other'],
  ...[
    'hex challenge -size=3 alice carol',
    'block',
    'block bob',
    'unblock bob',
    'nex reject',
    'nex accept',
    'nex limit 3',
  ],
];

describe('a mail of ours that comes back as it went out', () => {
  it.each(STYLES.map((style, at) => [at, style] as const))('does nothing, in style %i', async (_, style) => {
    const service = lab();
    await signedUp(service, 'alice', 'bob', 'carol');
    await service.deliver({ from: 'carol@example.test', subject: 'set ask=on' });
    const received: Received[] = [];
    for (const subject of SUBJECTS) received.push(...(await service.deliver({ from: ALICE, subject, body: 'hello' })));
    expect(received.length).toBeGreaterThan(SUBJECTS.length);
    for (const each of received) {
      const from = each.to[0] ?? '';
      const echo = { from, subject: `Re: ${each.subject}`, body: style(each.text), replyTo: each };
      const answers = await service.deliver(echo);
      expect(
        answers.filter(({ to }) => to.some(address => address !== from)),
        each.subject,
      ).toEqual([]);
      service.pass(25 * 3_600_000);
    }
    const board = await service.store.read(['match/nex/101', 'match/hex/101', 'account/yourname', 'account/alice']);
    expect(board.documents.get('match/nex/101')).toMatchObject({ record: [], state: 'active' });
    expect(board.documents.get('match/hex/101')).toMatchObject({ state: 'invited', players: [{}, { isAsked: true }] });
    expect(board.documents.get('account/yourname')).toBeNull();
    const answers = { nex: { isTaken: true, most: 3 } };
    expect(board.documents.get('account/alice')).toMatchObject({ blocked: [], answers });
    expect(BOB).toBe('bob@example.test');
  });
});
