// Move texts tidied up: without what stands at their ends or around their marks, in time linear in the text (patterns that look for an end are not).

/** Without any of these characters at its end. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Without blanks on either side of each mark. */
export const closedUp = (text: string, mark: string): string =>
  text
    .split(mark)
    .map((piece, at, all) => {
      const begun = at === 0 ? piece : piece.trimStart();
      return at === all.length - 1 ? begun : begun.trimEnd();
    })
    .join(mark);

/** No move is longer, blanks and all. Longer texts are not looked at: what tidies them would take time in the square of their length. */
const LONGEST_MOVE = 100;

/** Small, without blanks around commas, and without the dots and commas that a sentence leaves at the end of a move; '' for what is too long. */
export const tidyMoveText = (text: string): string =>
  text.length > LONGEST_MOVE ? '' : closedUp(withoutTail(text.trim().toLowerCase(), '., \t\n\r\f\v\u00a0'), ',');
