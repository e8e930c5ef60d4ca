// Identifies a visitor for rate limits: by address, or by the IPv6 network of a house.
import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';

/** Unwraps an IPv4 address from the form it has on a dual-stack socket. */
export const removeIpv4Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The first 64 bits of an IPv6 address, written in one form. A house usually has one such network. IPv4 addresses stay as they are. */
export function networkOf(address: string): string {
  const [addressText = ''] = address.split('%');
  if (!isIPv6(addressText)) return address;
  const [leftPart = '', rightPart] = new URL(`http://[${addressText}]`).hostname.slice(1, -1).split('::');
  const leftGroups = leftPart === '' ? [] : leftPart.split(':');
  const rightGroups = rightPart === undefined || rightPart === '' ? [] : rightPart.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - leftGroups.length - rightGroups.length) }, () => '0');
  return [...leftGroups, ...zeros, ...rightGroups].slice(0, 4).join(':');
}

/** Removes the port that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const removePort = (text: string): string => text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$|^\[(.+)\](?::\d+)?$/, '$1$2');

/** The visitor's address as our last proxy saw it. */
export function visitorOf(c: Context, trusted: ReadonlySet<string>): string {
  const peerAddress = removeIpv4Prefix(getConnInfo(c).remote.address ?? '');
  if (!trusted.has(peerAddress)) return networkOf(peerAddress);
  const forwardedAddresses = (c.req.header('X-Forwarded-For') ?? '').slice(-1_000).split(',');
  const visitorAddresses = forwardedAddresses
    .map(each => removeIpv4Prefix(removePort(each.trim())))
    .filter(each => each !== '');
  return networkOf(visitorAddresses.findLast(each => !trusted.has(each)) ?? peerAddress);
}
