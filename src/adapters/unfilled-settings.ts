// Finds settings that still have the values of the example.

/** Domains of documentation (RFC 2606), and the words in place of a password. */
const OF_EXAMPLE = /(?:^|[@./])example\.(?:org|com|net)(?:[:/]|$)|^set me\b/i;

/** The settings by their names, such as `imap.host`, with their texts. */
function* listTexts(value: unknown, name: string): Generator<readonly [name: string, text: string]> {
  if (typeof value === 'string') yield [name, value];
  else if (Array.isArray(value)) for (const each of value) yield* listTexts(each, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* listTexts(inner, name === '' ? key : `${name}.${key}`);
}

/** Throws one line for each such setting. `file`: the configuration. null: the settings are from the environment. */
export function refuseUnfilled(settings: object, file: string | null): void {
  const unfilled = [...listTexts(settings, '')].filter(([, text]) => OF_EXAMPLE.test(text));
  if (unfilled.length === 0) return;
  const lines = unfilled.map(([name, text]) => `  ${name}: ${/^set me/i.test(text) ? 'the password' : text}`);
  throw new Error(
    [
      `${file ?? 'The environment'} still has values of the example:`,
      ...lines,
      'Fill in your own, or leave out the lines that you do not need.',
    ].join('\n'),
  );
}
