// Explains connection faults to the operator, in place of the messages of libraries.

/** Explanations by the library's message. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /wrong version number|packet length too long|tls_get_more_records|unknown protocol/i,
    "wrong version number: this port speaks plain text first. See 'secure' and 'port'.",
  ],
  [
    /failed to receive greeting|greeting never received|failed to establish connection in required time/i,
    "no greeting came in time: this port may belong to another service, or be encrypted from the first byte. See 'port' and 'secure'.",
  ],
  [/^invalid greeting\. response=\* /i, "an IMAP server answers at this port, and SMTP is wanted: see 'port'."],
];

/** Returns the text itself if there is no explanation. */
export const explainFault = (text: string): string => EXPLANATIONS.find(([pattern]) => pattern.test(text))?.[1] ?? text;
