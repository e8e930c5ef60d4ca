// Who asks for a page, as far as limits are concerned: an address, or the network of a house.
import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';

/** How a socket that listens for both kinds of addresses names one of IPv4. */
export const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** One house has one IPv6 network: 64 bits, however its zeros are abbreviated. */
export function houseOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [left = '', right] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}

/** Some proxies name the port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string => text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$|^\[(.+)\](?::\d+)?$/, '$1$2');

/** As the last proxy of ours has seen it. */
export function visitorOf(c: Context, trusted: ReadonlySet<string>): string {
  const direct = plain(getConnInfo(c).remote.address ?? '');
  if (!trusted.has(direct)) return houseOf(direct);
  const chain = (c.req.header('X-Forwarded-For') ?? '').slice(-1_000).split(',');
  const seen = chain.map(each => plain(withoutPort(each.trim()))).filter(each => each !== '');
  return houseOf(seen.findLast(each => !trusted.has(each)) ?? direct);
}
