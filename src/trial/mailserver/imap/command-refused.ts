// The error of a command that cannot be carried out.
// Any code below a command may throw it, and one place answers it as NO or BAD.

export class CommandRefused extends Error {
  readonly status: 'NO' | 'BAD';
  constructor(status: 'NO' | 'BAD', text: string) {
    super(text);
    this.status = status;
  }
}

/** The client's grammar is wrong. */
export const createBad = (text: string): CommandRefused => new CommandRefused('BAD', text);
/** The client is right, but it cannot be done. */
export const createNo = (text: string): CommandRefused => new CommandRefused('NO', text);
