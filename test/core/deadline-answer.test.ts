// Questions about time, answered with the date, at a board and in a new mail, for either side.
import { expect, it } from 'vitest';
import { lab, mail, type Received } from '#test/service/lab.ts';

const DAY_MS = 86_400_000;
const at = (name: string): string => `${name}@example.test`;
const flat = ({ text }: Received): string => text.replace(/\s+/g, ' ');

/** alice has moved, so that bob is to move, since yesterday. */
async function boardWaitingForBob(): Promise<{
  ask: (name: string, words: string, isNew?: boolean) => Promise<string>;
}> {
  const club = lab();
  const send = (name: string, subject: string): Promise<readonly Received[]> => club.write(at(name), subject);
  for (const name of ['alice', 'bob']) await send(name, `signup ${name}`);
  await send('alice', 'set timezone=Europe/Lisbon');
  const opened = await send('alice', 'hex challenge -size=4 alice bob');
  const newest = new Map(opened.map(each => [each.to[0]!, each]));
  for (const each of await send('alice', 'hex move 101 a1')) newest.set(each.to[0]!, each);
  club.pass(DAY_MS);
  return {
    ask: async (name, words, isNew = false) => {
      const replyTo = newest.get(at(name))!;
      const answers = await club.deliver(
        isNew
          ? mail({ from: at(name), subject: words })
          : mail({ from: at(name), subject: `Re: ${replyTo.subject}`, body: words, replyTo }),
      );
      for (const each of answers) newest.set(each.to[0]!, each);
      return flat(answers.find(({ to }) => to.includes(at(name)))!);
    },
  };
}

const UNTIL = '12 December 2026, 10:00 (Europe/Lisbon), 20 days from now';

it.each(['my opponent does not answer', 'I want to win on time', 'how much time does bob have', 'bob is too slow'])(
  'tells until when the other has: %s',
  async words => {
    const { ask } = await boardWaitingForBob();
    const answer = await ask('alice', words);
    expect(answer).toContain(`bob has until ${UNTIL}. I remind bob before that.`);
    expect(answer).toContain('Without a first move by then the game ends, and no player loses.');
  },
);

it('tells who loses once both have moved, and to whom it is to write', async () => {
  const { ask } = await boardWaitingForBob();
  await ask('bob', 'b2');
  await ask('alice', 'c3');
  expect(await ask('alice', 'my opponent has vanished')).toContain('I end the game, and bob loses on time.');
  expect(await ask('alice', 'remind bob')).toContain('and I remind bob before that. To write to bob now, reply `chat`');
});

it('tells the sender their own deadline, and how to get more time', async () => {
  const { ask } = await boardWaitingForBob();
  const until = '12 December 2026, 10:00 (UTC), 20 days from now';
  expect(await ask('bob', 'I need more time')).toContain(
    `you have until ${until}. Only the other side can give you more`,
  );
  expect(await ask('bob', 'how long do I have')).toContain(`you have until ${until}. \`set reminders`);
  expect(await ask('bob', 'my opponent does not answer')).toContain(`it is your own turn: you have until ${until}.`);
  expect(await ask('alice', 'I need more time')).toContain('it is the turn of bob, until');
});

it('lists the boards in a new mail that names none', async () => {
  const { ask } = await boardWaitingForBob();
  expect(await ask('alice', 'my opponent does not answer', true)).toContain(
    `here are your deadlines. Hex board 101: bob has until ${UNTIL}. Every board mail says`,
  );
  expect(await ask('alice', 'I need more time', true)).not.toContain('here are your deadlines');
  expect(await ask('bob', 'how much time do I have', true)).toContain('Hex board 101: you have until 12 December');
});
