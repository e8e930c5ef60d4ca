// The languages of mails. The first is the default for readers whose language is not known.
// To add one, see docs/adding-a-language.md.

export const LANGUAGES = ['en', 'pt'] as const;

export type Language = (typeof LANGUAGES)[number];

export const FIRST_LANGUAGE: Language = LANGUAGES[0];

/** `pt-BR`, `PT`, `pt` → `pt`. null: we do not have this language. */
export function languageNamed(tag: string): Language | null {
  const [name = ''] = tag.trim().toLowerCase().split(/[-_]/);
  return LANGUAGES.find(language => language === name) ?? null;
}
