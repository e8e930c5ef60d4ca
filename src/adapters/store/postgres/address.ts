// The address of a database, as operators write it: `postgres://user:password@host:port/database`.

export const isPostgres = (store: string): boolean => /^postgres(?:ql)?:\/\//.test(store);

/** For logs and messages: nobody sees the password. */
export const shownAddress = (url: string): string =>
  url.replace(/(:\/\/[^/:@]*):.*@/s, '$1:***@').replace(/([?&]password=)[^&]*/g, '$1***');
