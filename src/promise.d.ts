// A promise waits for what its `finally` returns, which the type of the library does not say.
interface Promise<T> {
  finally(onFinally: () => Promise<unknown>): Promise<T>;
}
