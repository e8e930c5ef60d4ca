// Turns any thrown value into an error or a text, for the log and for clients.

/** Where events of the mail server are told: the caller's own log, whatever it is. */
export type EventLog = (event: string, facts: Readonly<Record<string, string | number>>) => void;

export const errorOf = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

export const reasonOf = (cause: unknown): string => errorOf(cause).message;

/** `ENOENT`; '' where there is none. */
export const codeOf = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '');
