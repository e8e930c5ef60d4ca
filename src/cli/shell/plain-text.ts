// Makes text from outside harmless for a terminal.

/** Control characters could clear the screen or forge lines above. Others change the order of letters. Line feeds and tabs stay. */
export const toPlainText = (text: string): string => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '\ufffd');
