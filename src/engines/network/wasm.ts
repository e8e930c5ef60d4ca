// A WebAssembly encoder: instructions are lists of bytes, functions make a module.

/** Instructions, or an expression that leaves one value on the stack. */
export type Code = readonly number[];

/** An unsigned LEB128 integer of at most 32 bits, seven bits a byte. */
function encodeUnsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** A signed LEB128 integer. */
function encodeSigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest < -0x40 || rest > 0x3f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest & 0x7f];
}

const encodeSized = (bytes: readonly number[]): number[] => [...encodeUnsigned(bytes.length), ...bytes];
const encodeList = (items: readonly (readonly number[])[]): number[] => [
  ...encodeUnsigned(items.length),
  ...items.flat(),
];

/** The types of variables. */
export const I32 = 0x7f;
export const V128 = 0x7b;
type Kind = typeof I32 | typeof V128;

/** A variable of a function: a parameter or a local. */
export interface Variable {
  readonly get: Code;
  readonly set: (value: Code) => Code;
}

/** Allocates the variables of one function, its parameters first. */
export function createVariables(): { readonly next: (kind: Kind) => Variable; readonly kinds: readonly Kind[] } {
  const kinds: Kind[] = [];
  return {
    kinds,
    next: kind => {
      const index = encodeUnsigned(kinds.length);
      kinds.push(kind);
      return { get: [0x20, ...index], set: value => [...value, 0x21, ...index] };
    },
  };
}

export const concatenate = (...codes: readonly Code[]): Code => codes.flat();

/** A do-while loop: repeats the body while the condition is not 0. */
export const doWhile = (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0x00, 0x0b];

const binary =
  (...opcode: readonly number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];

/** A load. The alignment is a hint, and the offset is added to the address. */
const memoryLoad =
  (align: number, ...opcode: readonly number[]) =>
  (address: Code, offset = 0): Code => [...address, ...opcode, align, ...encodeUnsigned(offset)];

const simdOpcode = (opcode: number): readonly number[] => [0xfd, ...encodeUnsigned(opcode)];

export const i32 = {
  const: (value: number): Code => [0x41, ...encodeSigned(value)],
  load: memoryLoad(2, 0x28),
  add: binary(0x6a),
  mul: binary(0x6c),
  less: binary(0x48),
};

export const v128 = {
  load: memoryLoad(4, ...simdOpcode(0)),
  /** The 32 bits at the address, in all four lanes. */
  loadSplat: memoryLoad(2, ...simdOpcode(9)),
  store: (address: Code, value: Code): Code => [...address, ...value, ...simdOpcode(11), 4, 0],
  splat16: (value: Code): Code => [...value, ...simdOpcode(16)],
  zero: [0xfd, ...encodeUnsigned(12), ...new Array<number>(16).fill(0)],
  splat64: (value: number): Code => [0x42, ...encodeSigned(value), ...simdOpcode(18)],
  /** Selects bytes of both by their indexes, 0 … 31. */
  shuffle: (a: Code, b: Code, indexes: readonly number[]): Code => [...a, ...b, ...simdOpcode(13), ...indexes],
  /** Narrows two times four lanes of 32 bits to eight lanes of 16 bits, with saturation. */
  narrow32: binary(...simdOpcode(133)),
  add16: binary(...simdOpcode(143)),
  max16: binary(...simdOpcode(152)),
  add32: binary(...simdOpcode(174)),
  /** Four sums of two products of 16 bits. */
  dot16: binary(...simdOpcode(186)),
  add64: binary(...simdOpcode(206)),
  shiftRight64: (value: Code, bits: number): Code => [...value, ...i32.const(bits), ...simdOpcode(204)],
  multiplyLow32: binary(...simdOpcode(220)),
  multiplyHigh32: binary(...simdOpcode(221)),
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
const encodeText = (text: string): number[] => encodeSized(Array.from(text, letter => letter.charCodeAt(0)));
const encodeSection = (id: number, items: readonly (readonly number[])[]): number[] => [
  id,
  ...encodeSized(encodeList(items)),
];

/** A module that exports these procedures by name. They use the memory `env.memory`. */
export function encodeModule(procedures: readonly Procedure[]): Uint8Array<ArrayBuffer> {
  const types = procedures.map(({ parameters }) => [0x60, ...encodeSized(new Array<number>(parameters).fill(I32)), 0]);
  const codes = procedures.map(({ parameters, kinds, body }) =>
    encodeSized([...encodeList(kinds.slice(parameters).map(kind => [1, kind])), ...body, 0x0b]),
  );
  return Uint8Array.from([
    ...HEADER,
    ...encodeSection(1, types),
    ...encodeSection(2, [[...encodeText('env'), ...encodeText('memory'), 2, 0, 0]]),
    ...encodeSection(3, procedures.map((_, index) => encodeUnsigned(index))), // prettier-ignore
    ...encodeSection(7, procedures.map(({ name }, index) => [...encodeText(name), 0, ...encodeUnsigned(index)])), // prettier-ignore
    ...encodeSection(10, codes),
  ]);
}
