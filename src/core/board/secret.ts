// Recognises words that only the other players of a board may read.

/** Has the text a line such as `secret: my last move was a blunder`? Then the whole text is secret. */
export const isSecret = (text: string): boolean => /^[ \t]*secret ?:/im.test(text);
