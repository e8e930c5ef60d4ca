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
