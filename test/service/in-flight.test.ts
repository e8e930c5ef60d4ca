// A mail is in hand, to be suspected should the process die, for as long as anything it says is looked at.
import { expect, it } from 'vitest';
import { mail, lab } from './lab.ts';
import { testPorts } from './ports.ts';

it('a mail is in hand while its answer is rendered, and no longer when that is stored', async () => {
  const { mime, store } = testPorts();
  let hand: readonly string[] = [];
  const story: string[] = [];
  const service = lab({
    inFlight: {
      checkPoison: () => 'none',
      mark: mails => {
        hand = mails;
      },
      clear: () => {
        hand = [];
      },
    },
    mime: {
      ...mime,
      render: (plan, png) => {
        story.push(`render, ${hand.length} in hand`);
        return mime.render(plan, png);
      },
    },
    store: {
      ...store,
      commit: async change => {
        const { result } = await store.commit(change);
        const durable = new Promise<void>(resolve => setImmediate(resolve)).then(() => {
          story.push(`durable, ${hand.length} in hand`);
        });
        return { result, durable };
      },
    },
  });
  await service.bring(mail({ from: 'alice@example.test', subject: 'signup alice' }));
  expect(story).toEqual(['render, 1 in hand', 'durable, 0 in hand']);
});
