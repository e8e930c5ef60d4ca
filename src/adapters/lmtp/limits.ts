// The limits of the LMTP server, each with its reason.

export interface LmtpLimits {
  readonly connections: number;
  readonly recipients: number;
  readonly refusals: number;
  readonly idleMs: number;
  readonly connectionMs: number;
  readonly excess: number;
  readonly lineBytes: number;
  readonly farewellMs: number;
}

export const lmtpLimits: LmtpLimits = {
  /** Postfix opens 20 connections to one destination. */
  connections: 50,
  /** For each mail. Ours is one mailbox, and few mails name several of its plus addresses. */
  recipients: 100,
  /** Refused recipients of a connection. Each is a line of the log. */
  refusals: 200,
  /** Without a byte. Milliseconds. */
  idleMs: 60_000,
  /** From the beginning of a connection to its end, however slowly the client sends. Postfix uses one for five minutes at most. */
  connectionMs: 10 * 60_000,
  /** A mail that is longer than this times its limit is not read to its end: the connection is cut. */
  excess: 4,
  /** Bytes of one command. */
  lineBytes: 4_096,
  /** The mail that is being stored when the server stops. Milliseconds. */
  farewellMs: 1_000,
};
