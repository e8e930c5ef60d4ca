// The acts that an operator can request.

export type OperatorAct =
  /** The service accepts nothing from this account for this number of days. null: permanently. */
  | { readonly act: 'ban'; readonly userid: string; readonly days: number | null }
  | { readonly act: 'unban'; readonly userid: string }
  | { readonly act: 'reset-password'; readonly userid: string }
  /** `line`: a game and options, as behind `tournament open`. */
  | { readonly act: 'open-tournament'; readonly line: string }
  | { readonly act: 'cancel-tournament'; readonly number: number };
