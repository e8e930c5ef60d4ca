// The acts that an operator can request.

export type OperatorAct =
  /** The service accepts nothing from this account for this number of days. null: permanently. */
  | { readonly act: 'ban'; readonly userid: string; readonly days: number | null }
  | { readonly act: 'unban'; readonly userid: string }
  | { readonly act: 'reset-password'; readonly userid: string }
  /** `line`: a game and options, as behind `tournament open`. */
  | { readonly act: 'open-tournament'; readonly line: string }
  | { readonly act: 'cancel-tournament'; readonly number: number }
  /** The game ends without a result. */
  | { readonly act: 'void-board'; readonly game: string; readonly number: number }
  | { readonly act: 'resign-seat'; readonly game: string; readonly number: number; readonly userid: string }
  /** All players of the board have this number of days more. */
  | { readonly act: 'give-time'; readonly game: string; readonly number: number; readonly days: number }
  | { readonly act: 'add-address' | 'remove-address'; readonly userid: string; readonly address: string }
  /** The account `userid` is closed, and what it had goes to `into`. */
  | { readonly act: 'merge'; readonly userid: string; readonly into: string };
