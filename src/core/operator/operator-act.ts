// What the operator may do, as it is asked for.

export type OperatorAct =
  /** Nothing more is taken from this account for so many days; null: for good. */
  | { readonly act: 'ban'; readonly userid: string; readonly days: number | null }
  | { readonly act: 'unban'; readonly userid: string }
  | { readonly act: 'reset-password'; readonly userid: string }
  /** `line`: a game and options, as behind `tournament open`. */
  | { readonly act: 'open-tournament'; readonly line: string }
  | { readonly act: 'cancel-tournament'; readonly number: number };
