// Identifies a visitor for rate limits: by address, or by the IPv6 network of a house.
import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';

/** Unwraps an IPv4 address from the form it has on a dual-stack socket. */
export const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The IPv6 network of an address, 64 bits, however its zeros are abbreviated: one house has one network. */
export function houseOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [left = '', right] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string => text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$|^\[(.+)\](?::\d+)?$/, '$1$2');

/** The visitor's address as our last proxy saw it. */
export function visitorOf(c: Context, trusted: ReadonlySet<string>): string {
  const direct = plain(getConnInfo(c).remote.address ?? '');
  if (!trusted.has(direct)) return houseOf(direct);
  const chain = (c.req.header('X-Forwarded-For') ?? '').slice(-1_000).split(',');
  const seen = chain.map(each => plain(withoutPort(each.trim()))).filter(each => each !== '');
  return houseOf(seen.findLast(each => !trusted.has(each)) ?? direct);
}
