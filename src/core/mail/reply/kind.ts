// The kinds of lines in a mail.

export type LineKind =
  | 'empty'
  | 'text'
  /** `> …` */
  | 'quote'
  /** ` |…`, a quote below an attribution only. */
  | 'piped'
  /** A line of `On … wrote:`. */
  | 'attribution'
  /** `-----Original Message-----` */
  | 'original'
  /** A line of the block From:, Sent:, To:, Subject:. */
  | 'header'
  | 'forward'
  /** `-- `: the signature follows. */
  | 'signature'
  /** `Sent from my …` */
  | 'mobile'
  /** `____________` above a header block or the footer of a list. Elsewhere it is text. */
  | 'rule'
  /** The footer of a mailing list begins. */
  | 'footer'
  /** The first line of one of our mails. */
  | 'own'
  /** The last line of one of our mails. */
  | 'own-end';
