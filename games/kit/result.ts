// Result: a value, or the reason why there is none. Functions return it instead of throwing.

export type Result<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });

export const no = <Reason>(reason: Reason): { readonly ok: false; readonly reason: Reason } => ({ ok: false, reason });
