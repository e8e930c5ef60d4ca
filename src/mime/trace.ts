// Writes the headers that a server puts above a mail it takes: Return-Path, Delivered-To, Received.

export interface Trace {
  /** The address for bounces. '': none. null: unknown. */
  readonly from: string | null;
  readonly recipients: readonly string[];
  /** `from mx.example.org ([127.0.0.1]) by example.org with LMTP` */
  readonly way: string;
  readonly at: Date;
}

/** Control characters would begin another header. */
const clean = (text: string): string => text.replace(/[\x00-\x1f\x7f<>]/g, '');

/** Lines with their line ends, to be put above the first header. */
export function formatTrace({ from, recipients, way, at }: Trace): string {
  const lines = [
    ...(from === null ? [] : [`Return-Path: <${clean(from)}>`]),
    ...recipients.map(recipient => `Delivered-To: ${clean(recipient)}`),
    `Received: ${clean(way)};`,
    `\t${at.toUTCString().replace('GMT', '+0000')}`,
  ];
  return lines.map(line => `${line}\r\n`).join('');
}
