// A promise with its resolver outside, which Node 20 does not have yet.

export function withResolvers<Value = void>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
} {
  let resolve = (_: Value): void => undefined;
  const promise = new Promise<Value>(done => {
    resolve = done;
  });
  return { promise, resolve };
}
