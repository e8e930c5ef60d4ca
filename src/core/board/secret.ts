// Recognises words that only the other players of a board may read.

/** Does a line of it say so? `secret: my last move was a blunder`. What stands above it is kept with it. */
export const isSecret = (text: string): boolean => /^[ \t]*secret ?:/im.test(text);
