// A WebAssembly encoder: instructions are lists of bytes, functions make a module.

/** Instructions, or an expression that leaves one value on the stack. */
export type Code = readonly number[];

/** An unsigned LEB128 integer of at most 32 bits, seven bits a byte. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** A signed LEB128 integer. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest < -0x40 || rest > 0x3f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest & 0x7f];
}

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const list = (items: readonly (readonly number[])[]): number[] => [...unsigned(items.length), ...items.flat()];

/** The type of a variable. */
export const I32 = 0x7f;
export const V128 = 0x7b;
type Kind = typeof I32 | typeof V128;

/** A variable of a function: a parameter or a local. */
export interface Variable {
  readonly get: Code;
  readonly set: (value: Code) => Code;
  readonly kind: Kind;
}

/** The variables of one function, counted from its parameters on. */
export function variables(): { readonly next: (kind: Kind) => Variable; readonly kinds: readonly Kind[] } {
  const kinds: Kind[] = [];
  return {
    kinds,
    next: kind => {
      const index = unsigned(kinds.length);
      kinds.push(kind);
      return { kind, get: [0x20, ...index], set: value => [...value, 0x21, ...index] };
    },
  };
}

export const seq = (...codes: readonly Code[]): Code => codes.flat();

/** A do-while loop: repeats the body while the condition is not 0. */
export const doWhile = (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0x00, 0x0b];

const binary =
  (...opcode: readonly number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];

/** Alignment is a hint. The offset is added to the address. */
const memory =
  (align: number, ...opcode: readonly number[]) =>
  (address: Code, offset = 0): Code => [...address, ...opcode, align, ...unsigned(offset)];

const simd = (opcode: number): readonly number[] => [0xfd, ...unsigned(opcode)];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  load: memory(2, 0x28),
  add: binary(0x6a),
  mul: binary(0x6c),
  less: binary(0x48),
};

export const v128 = {
  load: memory(4, ...simd(0)),
  /** The 32 bits at the address, in all four lanes. */
  loadSplat: memory(2, ...simd(9)),
  store: (address: Code, value: Code): Code => [...address, ...value, ...simd(11), 4, 0],
  splat16: (value: Code): Code => [...value, ...simd(16)],
  zero: [0xfd, ...unsigned(12), ...new Array<number>(16).fill(0)],
  splat64: (value: number): Code => [0x42, ...signed(value), ...simd(18)],
  /** Selects bytes of both by their indexes, 0 … 31. */
  shuffle: (a: Code, b: Code, places: readonly number[]): Code => [...a, ...b, ...simd(13), ...places],
  /** Narrows two times four lanes of 32 bits to eight lanes of 16 bits, with saturation. */
  narrow32: binary(...simd(133)),
  add16: binary(...simd(143)),
  max16: binary(...simd(152)),
  add32: binary(...simd(174)),
  /** Four sums of two products of 16 bits. */
  dot16: binary(...simd(186)),
  add64: binary(...simd(206)),
  shiftRight64: (value: Code, bits: number): Code => [...value, ...i32.const(bits), ...simd(204)],
  multiplyLow32: binary(...simd(220)),
  multiplyHigh32: binary(...simd(221)),
};

/** A function with integer parameters and without a result. */
export interface Procedure {
  readonly name: string;
  readonly parameters: number;
  /** The types of all variables, the parameters first. */
  readonly kinds: readonly Kind[];
  readonly body: Code;
}

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const textOf = (text: string): number[] => sized(Array.from(text, letter => letter.charCodeAt(0)));
const section = (id: number, items: readonly (readonly number[])[]): number[] => [id, ...sized(list(items))];

/** A module that exports these procedures by name. They use the memory `env.memory`. */
export function moduleOf(procedures: readonly Procedure[]): Uint8Array<ArrayBuffer> {
  const types = procedures.map(({ parameters }) => [0x60, ...sized(new Array<number>(parameters).fill(I32)), 0]);
  const codes = procedures.map(({ parameters, kinds, body }) =>
    sized([...list(kinds.slice(parameters).map(kind => [1, kind])), ...body, 0x0b]),
  );
  return Uint8Array.from([
    ...HEADER,
    ...section(1, types),
    ...section(2, [[...textOf('env'), ...textOf('memory'), 2, 0, 0]]),
    ...section(3, procedures.map((_, index) => unsigned(index))), // prettier-ignore
    ...section(7, procedures.map(({ name }, index) => [...textOf(name), 0, ...unsigned(index)])), // prettier-ignore
    ...section(10, codes),
  ]);
}
