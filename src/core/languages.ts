// The languages mails are written in: the first is what a reader gets of whom nothing else is known. A new one: docs/adding-a-language.md.

export const LANGUAGES = ['en', 'pt'] as const;

export type Language = (typeof LANGUAGES)[number];

export const FIRST_LANGUAGE: Language = LANGUAGES[0];

/** `pt-BR`, `PT`, `pt` → `pt`; null: no language of ours. */
export function languageNamed(tag: string): Language | null {
  const [name = ''] = tag.trim().toLowerCase().split(/[-_]/);
  return LANGUAGES.find(language => language === name) ?? null;
}
