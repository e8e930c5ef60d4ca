// The limits of the verification of a sender.

export const verificationLimits = {
  /** Signatures by the domain of the sender that are checked. Servers write one or two. Each costs a hash of the body. */
  signatures: 3,
  /** ARC sets of a mail. Each server that forwards it adds one. */
  arcSets: 5,
  /** Signatures that a forwarding server may have signed with the mail. */
  signaturesBelowSeal: 10,
  /** Domain names that are looked up for one mail. */
  lookups: 12,
  /** All lookups for one mail together. The mail waits meanwhile, other mails are read. Milliseconds. */
  lookupsMs: 5_000,
  /** Bytes of all header fields that one signature covers. */
  signedHeader: 65_536,
  /** Bits of an RSA key. */
  keyBits: 1_024,
  /** A signature counts for this time after the Date of its mail. The marks of seen mails are kept longer, so no mail counts twice. Days. */
  days: 30,
  /** Clocks of senders may be this far ahead. Days. */
  daysAhead: 1,
};
