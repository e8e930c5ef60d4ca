// The address of a database, as operators write it: `postgres://user:password@host:port/database`.

export const isPostgres = (store: string): boolean => /^postgres(?:ql)?:\/\//.test(store);

/** For logs and messages: hides the password, which may hold any character except the one before the host. */
export function hidePassword(url: string): string {
  const [begin, end] = [url.indexOf(':', url.indexOf('://') + 3), url.lastIndexOf('@')];
  const shown = begin >= 0 && begin < end ? `${url.slice(0, begin)}:***${url.slice(end)}` : url;
  return shown.replace(/([?&]password=)[^&]*/g, '$1***');
}
