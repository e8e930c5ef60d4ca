// Lookups of TXT records: against a name server on loopback, and with bounds on time, number, size and memory.
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { type TxtQuery, createQuery, createResolver, resolverLimits } from '#adapters/dns/resolver.ts';

const never = (): Promise<never> => new Promise(() => undefined);
const fail = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));

/** Counts the queries for each name. */
function createCounted(query: TxtQuery): { readonly query: TxtQuery; readonly asked: string[] } {
  const asked: string[] = [];
  const counted: TxtQuery = name => {
    asked.push(name);
    return query(name);
  };
  return { query: counted, asked };
}

describe('a resolver', () => {
  it('joins the parts of a record, and keeps the answer for its time', async () => {
    let now = 0;
    const { query, asked } = createCounted(name =>
      name === 'a.test' ? Promise.resolve([['v=', '1'], ['x']]) : fail('ENODATA'),
    );
    const { resolveTxt } = createResolver(query, { now: () => now, sleep: never });
    for (let times = 0; times < 3; times++) {
      expect(await resolveTxt('A.test')).toEqual({ kind: 'found', records: ['v=1', 'x'] });
      expect(await resolveTxt('b.test')).toEqual({ kind: 'none' });
    }
    expect(asked).toEqual(['a.test', 'b.test']);
    now = resolverLimits.noneMs;
    await resolveTxt('a.test');
    await resolveTxt('b.test');
    expect(asked).toEqual(['a.test', 'b.test', 'b.test']);
    now = resolverLimits.foundMs;
    await resolveTxt('a.test');
    expect(asked).toHaveLength(4);
  });

  it.each([
    ['ENOTFOUND', { kind: 'none' }],
    ['ETIMEOUT', { kind: 'failed', why: 'ETIMEOUT' }],
    ['ESERVFAIL', { kind: 'failed', why: 'ESERVFAIL' }],
    ['EREFUSED', { kind: 'failed', why: 'EREFUSED' }],
  ])('never rejects: %s', async (code, answer) => {
    const { resolveTxt } = createResolver(() => fail(code), { now: () => 0, sleep: never });
    expect(await resolveTxt('a.test')).toEqual(answer);
  });

  it('asks again soon after a failure, but not at once', async () => {
    let now = 0;
    const { query, asked } = createCounted(() => fail('ESERVFAIL'));
    const { resolveTxt } = createResolver(query, { now: () => now, sleep: never });
    await resolveTxt('a.test');
    await resolveTxt('a.test');
    expect(asked).toHaveLength(1);
    now = resolverLimits.failedMs;
    await resolveTxt('a.test');
    expect(asked).toHaveLength(2);
  });

  it('gives up a lookup that takes too long', async () => {
    const { resolveTxt } = createResolver(never, { now: () => 0, sleep: () => Promise.resolve() });
    expect(await resolveTxt('a.test')).toEqual({ kind: 'failed', why: 'no answer in time' });
  });

  it('survives a query that throws at once', async () => {
    const broken: TxtQuery = () => {
      throw new Error('no channel');
    };
    const { resolveTxt } = createResolver(broken, { now: () => 0, sleep: never }, { ...resolverLimits, concurrent: 1 });
    for (const name of ['a.test', 'a.test', 'b.test'])
      expect(await resolveTxt(name)).toEqual({ kind: 'failed', why: 'unknown' });
  });

  it('gives the last answer for a day in place of a failure', async () => {
    let now = 0;
    let isBroken = false;
    const { query, asked } = createCounted(() => (isBroken ? fail('ESERVFAIL') : Promise.resolve([['x']])));
    const { resolveTxt } = createResolver(query, { now: () => now, sleep: never });
    await resolveTxt('a.test');
    isBroken = true;
    now = resolverLimits.foundMs;
    expect(await resolveTxt('a.test')).toMatchObject({ kind: 'found' });
    expect(await resolveTxt('a.test')).toMatchObject({ kind: 'found' });
    expect(asked).toHaveLength(2);
    now = resolverLimits.lastMs;
    expect(await resolveTxt('a.test')).toMatchObject({ kind: 'failed' });
  });

  it('believes no answer that is too long', async () => {
    const records = Array.from({ length: 100 }, () => ['x'.repeat(200)]);
    const { resolveTxt } = createResolver(() => Promise.resolve(records), { now: () => 0, sleep: never });
    expect(await resolveTxt('a.test')).toEqual({ kind: 'failed', why: 'the answer is too long' });
  });

  it('asks once for all who ask at the same time', async () => {
    const { query, asked } = createCounted(() => Promise.resolve([['x']]));
    const { resolveTxt } = createResolver(query, { now: () => 0, sleep: never });
    await Promise.all(['a.test', 'A.TEST', 'a.test'].map(resolveTxt));
    expect(asked).toEqual(['a.test']);
  });

  it('runs few lookups at once, lets others wait, and refuses a flood', async () => {
    const open: (() => void)[] = [];
    const { query, asked } = createCounted(() => new Promise(resolve => open.push(() => resolve([['x']]))));
    const limits = { ...resolverLimits, concurrent: 2, waiting: 3 };
    const { resolveTxt } = createResolver(query, { now: () => 0, sleep: never }, limits);
    const answers = Array.from({ length: 8 }, (_, index) => resolveTxt(`${index}.test`));
    for (const refused of answers.slice(5))
      expect(await refused).toEqual({ kind: 'failed', why: 'too many lookups wait' });
    expect(asked).toEqual(['0.test', '1.test']);
    for (let index = 0; index < 5; index++) {
      open[index]?.();
      expect(await answers[index]).toMatchObject({ kind: 'found' });
    }
    expect(asked).toHaveLength(5);
    const later = resolveTxt('7.test');
    open[5]?.();
    expect(await later).toMatchObject({ kind: 'found' });
  });

  it('forgets the answers that were used least recently', async () => {
    const { query, asked } = createCounted(() => fail('ENOTFOUND'));
    const { resolveTxt } = createResolver(query, { now: () => 0, sleep: never }, { ...resolverLimits, cached: 2 });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await resolveTxt(name);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });
});

/** The name of a question, and the offset after it. */
function readQuestion(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** A reply with this code, and one TXT record if the code is 0. */
function writeReply(message: Buffer, code: number, parts: readonly string[]): Buffer {
  const { end } = readQuestion(message);
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(code === 0 ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const data = Buffer.concat(parts.flatMap(part => [Buffer.from([part.length]), Buffer.from(part)]));
  const record = Buffer.from('c00c00100001000000000000', 'hex');
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([header, message.subarray(12, end), ...(code === 0 ? [record, data] : [])]);
}

const sockets: Socket[] = [];
afterEach(() => {
  for (const each of sockets.splice(0)) each.close();
});

describe('a name server', () => {
  it('is asked over UDP', async () => {
    const socket = createSocket('udp4');
    sockets.push(socket);
    const codes: Record<string, number> = { 'sel._domainkey.example.org': 0, 'broken.test': 2 };
    socket.on('message', (message, from) => {
      const code = codes[readQuestion(message).name] ?? 3;
      socket.send(writeReply(message, code, ['v=DKIM1; ', 'p=AAAA']), from.port, from.address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const query = createQuery([`127.0.0.1:${socket.address().port}`]);
    const { resolveTxt } = createResolver(query, { now: () => 0, sleep: never });
    expect(await resolveTxt('sel._domainkey.example.org')).toEqual({ kind: 'found', records: ['v=DKIM1; p=AAAA'] });
    expect(await resolveTxt('other.test')).toEqual({ kind: 'none' });
    expect(await resolveTxt('broken.test')).toEqual({ kind: 'failed', why: 'ESERVFAIL' });
  });
});
