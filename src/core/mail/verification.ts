// The types of findings about the sender of a mail.

/** The result of one method, as in `dkim=pass header.d=example.org` (RFC 8601). */
export interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** `smtp.auth` → value, lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

/** What the service itself found out about the sender of a mail. */
export interface Verification {
  readonly results: readonly MethodResult[];
  /** The findings for the log, as in `dkim=pass header.d=example.org`. */
  readonly summary: string;
}
