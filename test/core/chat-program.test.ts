// Mails of chat programs: their Subject is nobody's words, their answers are a caption and a picture, and help comes in pieces.
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { type Lab, lab, type Received } from '../service/lab.ts';

const DORA = 'dora@example.test';
const BOB = 'bob@example.test';

let service: Lab;
/** What dora was sent last. */
let last: Received | undefined;

beforeEach(async () => {
  last = undefined;
  service = lab();
  await service.write(BOB, 'signup bob');
});

/** A line of dora's chat, as Delta Chat sends it: it answers whatever came last. */
async function says(body: string, headers: readonly string[] = []): Promise<readonly Received[]> {
  const subject = last === undefined ? 'Message from Dora' : `Re: ${last.subject}`;
  const mails = await service.deliver({
    ...{ from: DORA, subject, body, headers: ['Chat-Version: 1.0', ...headers] },
    ...(last === undefined ? {} : { replyTo: { ...last, replyTo: 'games@example.test' } }),
  });
  last = mails.findLast(({ to }) => to.includes(DORA)) ?? last;
  return mails;
}

const told = (mails: readonly Received[], address: string): Received => mails.find(({ to }) => to.includes(address))!;
const isMessage = (each: Received): boolean => each.headers.get('chat-version') === '1.0' && each.html === '';

describe('a line of a chat', () => {
  it('is a command, whatever its Subject says', async () => {
    const [welcome] = await says('signup dora');
    expect(welcome!.subject).toBe('Welcome to nexpost, dora');
    expect(isMessage(welcome!)).toBe(true);
  });

  it('is answered by a picture with a caption, the other player as they are used to', async () => {
    await says('signup dora');
    const mails = await says('nex challenge -size=5 me bob');
    const [hers, his] = [told(mails, DORA), told(mails, BOB)];
    expect(isMessage(hers)).toBe(true);
    expect(hers.raw).toContain('Content-Disposition: attachment; filename="board.png"');
    expect(hers.raw).toContain('Content-Type: image/png');
    expect(hers.text.trimEnd()).toBe(
      'You challenged bob.\nNex board 101: your turn, dora. You are Black (B).\n' +
        'You have until 12 December 2026, 10:00 (UTC): 21 days.\nReply with your move, for example c3,b2.',
    );
    expect(his.headers.has('chat-version')).toBe(false);
    expect(his.html).toContain('<!DOCTYPE html>');
  });

  it('plays, and is told what cannot be played and why', async () => {
    await says('signup dora');
    await says('nex challenge -size=5 me bob');
    const [wrong] = await says('b3 z9');
    expect(wrong!.text).toContain("I read 'b3 z9': there is no z9 on this board (a1 to e5).");
    expect(told(await says('b3 a3'), BOB).text).toContain('dora played b3,a3');
  });

  it('finds its board when the last message was about none', async () => {
    await says('signup dora');
    await says('nex challenge -size=5 me bob');
    await says('help commands');
    expect(told(await says('b3 a3'), BOB).text).toContain('dora played b3,a3');
  });

  it('answers what is proposed at its only board, though the last message was about none', async () => {
    await says('signup dora');
    await says('hex challenge -size=3 me bob');
    await says('b3');
    await service.write(BOB, 'hex draw 101');
    await says('help');
    expect(told(await says('ok'), DORA).text).toContain('You accept the draw.');
  });

  it('is about none of several boards', async () => {
    await says('signup dora');
    await says('nex challenge -size=5 me bob');
    await says('hex challenge -size=5 me bob');
    await says('help commands');
    expect((await says('b3'))[0]!.text).toContain("I read 'b3': I don't know this command");
  });

  it('reaches the other player, and the answer comes back', async () => {
    await says('signup dora');
    const his = told(await says('nex challenge -size=5 me bob'), BOB);
    const mails = await says('chat Hello Bob!');
    expect(told(mails, BOB).text).toContain('Hello Bob!');
    const answer = { from: BOB, subject: `Re: ${his.subject}`, body: 'chat\n\nHello Dora!', replyTo: his };
    const hers = told(await service.deliver(answer), DORA);
    expect(hers.text).toContain('Hello Dora!');
    expect(isMessage(hers)).toBe(true);
  });

  it('is no line when it is a signal of the program', async () => {
    await says('signup dora');
    for (const signal of ['Chat-Content: group-avatar-changed', 'Secure-Join: vc-request', 'Chat-Delete: <x@y.z>'])
      expect(await says('nex challenge me bob', [signal])).toEqual([]);
  });
});

describe('the form of a mail', () => {
  it('is that of the last mail of its reader', async () => {
    await says('signup dora');
    await says('nex challenge -size=5 me bob');
    const usual = told(await service.write(DORA, 'nex show 101'), DORA);
    expect(usual.headers.has('chat-version')).toBe(false);
    expect(usual.html).not.toBe('');
    expect(isMessage(told(await says('nex show 101'), DORA))).toBe(true);
  });

  it('can be set', async () => {
    await service.write(BOB, 'set mail=chat');
    expect(isMessage(told(await service.write(BOB, 'games'), BOB))).toBe(true);
  });

  it('is words alone for whoever has the board told', async () => {
    await says('signup dora');
    await says('set board=words');
    const hers = told(await says('nex challenge -size=5 me bob'), DORA);
    expect(hers.raw).not.toContain('image/png');
    expect(hers.text).toContain('Black: none.');
  });
});

describe('a board without a picture', () => {
  const nothing = { png: () => Promise.resolve(null), close: () => Promise.resolve() };
  it.each([
    ['where the operator wants none', { pictures: false }],
    ['that could not be made', { raster: nothing }],
  ])('%s is told in words', async (_, overrides) => {
    service = lab(overrides);
    await service.write(BOB, 'signup bob');
    await says('signup dora');
    const hers = told(await says('nex challenge -size=5 me bob'), DORA);
    expect(isMessage(hers)).toBe(true);
    expect(hers.raw).not.toContain('image/png');
    expect(hers.text).toContain('Black: none.');
  });
});

describe('what is long', () => {
  it('comes in pieces that one can read, in order', async () => {
    await says('signup dora');
    const pieces = await says('help commands');
    expect(pieces.length).toBeGreaterThan(2);
    for (const { text } of pieces) expect(text.trimEnd().length).toBeLessThanOrEqual(limits.chatPieceLength);
    expect(new Set(pieces.map(({ messageId }) => messageId)).size).toBe(pieces.length);
    expect(pieces.map(({ text }) => text).join('\n')).toContain('nex move 101 b3,a3');
  });

  it('is cut in a caption, the words of the other player first', async () => {
    await says('signup dora');
    const his = told(await says('nex challenge -size=5 bob me'), BOB);
    const body = `b3,a3\n\n${'Well met. '.repeat(200)}`;
    const hers = told(await service.deliver({ from: BOB, subject: `Re: ${his.subject}`, body, replyTo: his }), DORA);
    expect(hers.text.trimEnd().length).toBeLessThanOrEqual(limits.captionLength);
    expect(hers.text).toContain('bob: Well met.');
    expect(hers.text).toContain('Reply with your move');
  });
});
