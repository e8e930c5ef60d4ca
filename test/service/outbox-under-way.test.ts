// The outbox while mails are on their way: what hangs holds up nobody else, and what comes meanwhile is not forgotten. Simulated time only.
import { describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '#service/outbox.ts';
import type { Outgoing, SendResult } from '#service/ports.ts';
import { outgoing } from '../conformance/store.ts';
import { aborted, desk, LATER, NOW, SENT, turns } from './outbox-desk.ts';

/** A sender with whom such mails hang until it is told how they end. */
function hanging(hangs: (mail: Outgoing) => boolean): {
  readonly send: (mail: Outgoing) => SendResult | Promise<SendResult>;
  readonly answer: (result: SendResult) => void;
} {
  let answer: (result: SendResult) => void = () => undefined;
  return {
    send: mail => (hangs(mail) ? new Promise<SendResult>(resolve => (answer = resolve)) : SENT),
    answer: result => answer(result),
  };
}

describe('mails under way', () => {
  it('sends what came for a reader meanwhile as soon as their mail under way has gone', async () => {
    const stop = new AbortController();
    const held = hanging(mail => mail.id === 'b1');
    const {
      outbox: out,
      story,
      put,
    } = desk(
      held.send,
      // No time passes: whoever sleeps must be woken.
      (_, signal) => aborted(signal),
    );
    await put(outgoing('b1'));
    const running = out.run(stop.signal);
    await turns();
    await put(outgoing('b2'));
    out.wake();
    await turns();
    expect(story).toEqual(['send b1']);
    held.answer(SENT);
    await turns();
    expect(story).toEqual(['send b1', 'send b2']);
    stop.abort();
    await running;
  });

  it('does not look for more while all connections have work, and does as soon as one has none', async () => {
    const stop = new AbortController();
    const held = hanging(mail => mail.id === 'b1');
    let looks = 0;
    const {
      outbox: out,
      story,
      put,
    } = desk(
      held.send,
      (_, signal) => aborted(signal),
      store => ({
        dueReaders: (now, most) => {
          looks += 1;
          return store.dueReaders(now, most);
        },
      }),
      1,
    );
    await put(outgoing('b1'));
    const running = out.run(stop.signal);
    await turns();
    await put(outgoing('a1', 'alice@example.test'));
    for (let woken = 0; woken < 10; woken++) {
      out.wake();
      await turns();
    }
    expect(looks).toBe(1);
    held.answer(SENT);
    await turns();
    expect(story).toEqual(['send b1', 'send a1']);
    stop.abort();
    await running;
  });

  it('lets nobody wait for long because the mail of another reader hangs', async () => {
    const stop = new AbortController();
    const held = hanging(mail => mail.id === 'b1');
    const {
      outbox: out,
      story,
      clock,
      put,
    } = desk(held.send, async ms => {
      clock.now += ms;
      if (clock.now === NOW + PATIENCE_MS) await put(outgoing('b2'), outgoing('a1', 'alice@example.test'));
      if (clock.now > NOW + 3 * PATIENCE_MS) stop.abort();
      await new Promise(setImmediate);
    });
    await put(outgoing('b1'));
    const running = out.run(stop.signal);
    while (!stop.signal.aborted) await new Promise(setImmediate);
    expect(story).toEqual(['send b1', 'send a1']);
    held.answer(SENT);
    await running;
    expect(story).toEqual(['send b1', 'send a1']);
  });

  it('sends to other readers while one hangs, behind however many mails to that one, as soon as it is told', async () => {
    const stop = new AbortController();
    const held = hanging(mail => mail.to[0] === 'bob@example.test');
    const { outbox: out, story, put } = desk(held.send, (_, signal) => aborted(signal));
    await put(...Array.from({ length: 250 }, (_, n) => outgoing(`b${n}`)));
    const running = out.run(stop.signal);
    await turns();
    await put(outgoing('a1', 'alice@example.test'));
    out.wake();
    await turns();
    expect(story).toEqual(['send b0', 'send a1']);
    stop.abort();
    held.answer(LATER);
    await running;
  });
});
