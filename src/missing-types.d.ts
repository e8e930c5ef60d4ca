// The types that libraries and Node lack.

// A promise waits for what its `finally` returns, which the type of the library does not say.
interface Promise<T> {
  finally(onFinally: () => Promise<unknown>): Promise<T>;
}

// The types of fs-native-extensions that are used here. The package has none.
declare module 'fs-native-extensions' {
  /** An exclusive lock on the whole open file. False: another open file holds it. It ends with the open file, or the process. */
  export function tryLock(descriptor: number): boolean;
}

// Types of a library that has none: maximum-weight matching in graphs (Edmonds' blossom algorithm).
declare module 'edmonds-blossom-fixed' {
  /**
   * Edges: two vertices (from 0) and a weight, an integer. → by vertex, the one it is matched with. -1: none.
   * `isMost`: as many edges as possible, whatever their weight.
   */
  export default function blossom(edges: (readonly [number, number, number])[], isMost: boolean): readonly number[];
}

// The types of WebAssembly that the kernel uses. Node's types do not include them.
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  const Memory: new (size: { readonly initial: number }) => Memory;
  interface Module {
    readonly isCompiled?: never;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  const Instance: new (
    module: Module,
    imports: { readonly env: { readonly memory: Memory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}
