// Makes text from outside harmless for a terminal.

/** Control characters could clear the screen or forge lines above. Others change the order of letters. Line feeds and tabs stay. */
const HARMFUL = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

export const toPlainText = (text: string): string => text.replace(HARMFUL, '\ufffd');

/** One line, whatever the text is. */
export const toPlainLine = (text: string): string => toPlainText(text.replaceAll('\n', ' '));

/** Escapes such characters in JSON, which means the same. */
export const escapeJson = (json: string): string =>
  json.replace(HARMFUL, char => char.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`));

export const formatJson = (value: object): string => escapeJson(JSON.stringify(value));
