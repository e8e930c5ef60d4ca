// `stop` and `unsubscribe`: what they end, what is asked before, and what brings it back; and what hints never suggest.
import { describe, expect, it } from 'vitest';
import { must } from '#games/kit/assert.ts';
import { commands } from '#core/features.ts';
import { clubOf, type Lab, type Received } from '#test/service/lab.ts';

const ALICE = 'alice@example.test';

const documentOf = async (club: Lab, key: 'account/alice' | 'match/hex/101' | `optout/${string}`): Promise<unknown> =>
  (await club.store.read([key])).documents.get(key) ?? null;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

const reply = (club: Lab, replyTo: Received, body: string): Promise<readonly Received[]> =>
  club.deliver({ from: ALICE, subject: `Re: ${replyTo.subject}`, body, replyTo });

describe.each(['stop', 'unsubscribe', 'Unsubscribe me', 'STOP!', 'please stop'])('`%s` in reply to a board', word => {
  it('of the sender asks what is meant, and stops nothing', async () => {
    const { club, send } = await clubOf(['alice', 'bob']);
    const [board] = await send('alice', 'hex challenge -size=4 alice bob');
    const account = await documentOf(club, 'account/alice');
    const [answer, ...others] = await reply(club, must(board, 'a board'), word);
    expect(others).toEqual([]);
    const text = oneLine(must(answer, 'an answer').text);
    for (const line of [
      'resign',
      'set per=none',
      'set per=move',
      'stop invitations',
      'invitations on',
      'signoff alice',
    ])
      expect(text).toContain(`\`${line}\``);
    expect(text).toContain('Hex board 101');
    expect(await documentOf(club, `optout/${ALICE}`)).toBeNull();
    expect(await documentOf(club, 'account/alice')).toEqual(account);
    expect(await documentOf(club, 'match/hex/101')).toMatchObject({ state: 'active' });
  });
});

describe('each choice', () => {
  it('ends what it says, and its answer names what brings it back', async () => {
    const { club, send } = await clubOf(['alice', 'bob']);
    const board = must((await send('alice', 'hex challenge -size=4 alice bob'))[0], 'a board');
    const [stopped] = await reply(club, board, 'stop invitations');
    expect(oneLine(stopped?.text ?? '')).toContain('`invitations on`');
    expect(await documentOf(club, `optout/${ALICE}`)).not.toBeNull();
    const [back] = await reply(club, board, 'invitations on');
    expect(oneLine(back?.text ?? '')).toContain('`stop invitations`');
    expect(await documentOf(club, `optout/${ALICE}`)).toBeNull();
    const [quiet] = await reply(club, board, 'set per=none');
    expect(oneLine(quiet?.text ?? '')).toContain('`set per=move`');
    const byes = await send('alice', 'signoff alice');
    expect(oneLine(byes.map(({ text }) => text).join(' '))).toContain('reply within 7 days with one line: no');
  });

  it('of an invitation that has yet to be accepted is `reject`', async () => {
    const { club, send } = await clubOf(['alice', 'bob']);
    await send('alice', 'set ask=on');
    const asked = must(
      (await send('bob', 'hex challenge -size=4 me alice')).find(({ to }) => to.includes(ALICE)),
      'it',
    );
    const [answer] = await reply(club, asked, 'stop');
    expect(oneLine(answer?.text ?? '')).toContain('`reject`');
    expect(await documentOf(club, `optout/${ALICE}`)).toBeNull();
  });

  it('at a board that is over leaves the board out', async () => {
    const { club, send } = await clubOf(['alice', 'bob']);
    const board = must((await send('alice', 'hex challenge -size=4 alice bob'))[0], 'a board');
    await send('alice', 'hex move 101 b2');
    await send('alice', 'hex resign 101');
    const [answer] = await reply(club, board, 'stop');
    expect(oneLine(answer?.text ?? '')).not.toContain('`resign`');
    expect(oneLine(answer?.text ?? '')).toContain('`set per=none`');
    expect(await documentOf(club, `optout/${ALICE}`)).toBeNull();
  });
});

it.each(['stop', 'unsubscribe'])('`%s` ends the mails of a board at which others play', async word => {
  const { club, send } = await clubOf(['alice', 'bob', 'carol']);
  await send('bob', 'hex challenge -size=4 bob carol');
  await send('alice', 'hex subscribe 101');
  const seen = await send('bob', 'hex move 101 b2');
  const [answer] = await reply(
    club,
    must(
      seen.find(({ to }) => to.includes(ALICE)),
      'a board',
    ),
    word,
  );
  expect(oneLine(answer?.text ?? '')).toContain('You no longer follow');
  expect(oneLine(answer?.text ?? '')).toContain('`hex subscribe 101`');
  expect(await documentOf(club, `optout/${ALICE}`)).toBeNull();
});

it('`invitations` tells whether they come, and `invitations on` needs a proof', async () => {
  const { club, send } = await clubOf(['alice']);
  expect(oneLine((await send('alice', 'invitations'))[0]?.text ?? '')).toContain('`stop invitations`');
  await send('alice', 'stop');
  expect(oneLine((await send('alice', 'invitations'))[0]?.text ?? '')).toContain('`invitations on`');
  await club.deliver({ from: ALICE, subject: 'invitations on', unproved: true });
  expect(await documentOf(club, `optout/${ALICE}`)).not.toBeNull();
  await send('alice', 'invitations off');
  expect(await documentOf(club, `optout/${ALICE}`)).not.toBeNull();
  expect(oneLine((await send('alice', 'invitations maybe'))[0]?.text ?? '')).toContain('invitations [on|off]');
});

/** Who slips into one of these loses a game, an account or a friend. */
const DESTRUCTIVE = [
  ...['stop', 'signoff', 'delete', 'forget', 'block', 'resign', 'reject', 'decline', 'unsubscribe', 'unsub', 'claim'],
  ...['surrender', 'forfeit', 'concede', 'unregister', 'abandon', 'aufgeben', 'abandono', 'withdraw', 'cancel'],
  ...['declined', 'refuse', 'recuso', 'desisto', 'resigned', 'resigns', 'cancelar', 'anular'],
];

const hintsIn = (text: string): string => /Did you mean (.*?)\?/.exec(oneLine(text))?.[1] ?? '';

describe('hints', () => {
  it.each([
    'top',
    'forgot my password',
    'black b3',
    'sop',
    'blok bob',
    'resing 101',
    'hex resing 101',
    'rejct',
    'hex rejct',
  ])('for `%s` suggest nothing that destroys', async line => {
    const { send } = await clubOf(['alice']);
    const hints = hintsIn((await send('alice', line))[0]?.text ?? '');
    for (const word of DESTRUCTIVE) expect(hints.split(/[^a-z]+/)).not.toContain(word);
  });

  it('suggest none for any word one letter away from a command', async () => {
    const { club, send } = await clubOf(['alice']);
    const words = [...commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]), ...DESTRUCTIVE];
    for (const word of new Set(words)) {
      if (/[^a-z]/.test(word)) continue;
      const typed = [`x${word}`, word.slice(1), `${word.slice(0, -1)}q`, `${word}e`];
      const lines = typed.flatMap(each => [each, `hex ${each}`]).join('\n');
      const answers = await send('alice', 'multiple', lines);
      for (const hint of oneLine(answers.map(({ text }) => text).join('\n')).matchAll(/Did you mean (.*?)\?/g))
        for (const bad of DESTRUCTIVE) expect(hint[1]?.split(/[^a-z]+/), `near ${word}`).not.toContain(bad);
      club.pass(3_600_000);
    }
  });

  it('still help with a slip that does no harm', async () => {
    const { send } = await clubOf(['alice']);
    expect(hintsIn((await send('alice', 'hepl'))[0]?.text ?? '')).toBe("'help'");
    expect(hintsIn((await send('alice', 'hex shwo 101'))[0]?.text ?? '')).toBe("'show'");
  });
});
