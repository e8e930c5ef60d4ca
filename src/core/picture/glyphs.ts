// Letters and digits as strokes: drawings need no font, and look the same on every machine.

import { lookUp } from '#games/kit/look-up.ts';
/** Every glyph stands on a grid 4 wide and 6 high (x then y, y down, tails to 8): strokes apart by blanks, two digits a point. */
const STROKES: Readonly<Record<string, string>> = {
  A: '062046 1434',
  B: '003041423303 334445360600',
  C: '4130100105163645',
  D: '00304145360600',
  E: '40000646 0333',
  F: '400006 0333',
  G: '413010010516364543 4323',
  H: '0006 4046 0343',
  I: '2026 1030 1636',
  J: '4045361605',
  K: '0006 4003 0346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 3447',
  R: '06003041423303 2346',
  S: '4130100102133344453616 1605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  a: '12324346 4414051636 3645',
  b: '0006 0312324345361605',
  c: '43321203051636 3645',
  d: '4046 4332120305163645',
  e: '0444433212030516 163645',
  f: '402021 2026 1232',
  g: '4332120305163645 42473818',
  h: '0006 03123243 4346',
  i: '2226 2020',
  j: '222718 2020',
  k: '0006 4204 2346',
  l: '2026',
  m: '0602 03122326 23324346',
  n: '0206 0312324346',
  o: '123243453616050312',
  p: '0208 0312324345361605',
  q: '4248 4332120305163645',
  r: '1216 13223242',
  s: '4332120314344536 361605',
  t: '20253646 1232',
  u: '0205163645 4246',
  v: '022642',
  w: '0216243642',
  x: '0246 4206',
  y: '0226 422718',
  z: '02420646',
  0: '103041453616050110',
  1: '112026 1636',
  2: '0110304142 420646',
  3: '0110304142 423323 3344453616 1605',
  4: '363004 0444',
  5: '400002 02324345361605',
  6: '41301001051636454433 331304',
  7: '004016',
  8: '130201103041423313 1304051636454433',
  9: '423313020110304145361605',
  '?': '0110304142 422324 2626',
  '#': '1115 3135 0242 0444',
  '/': '0640',
  '-': '1333',
  '+': '1333 2224',
};

/** Grid units from one glyph to the next. */
const ADVANCE = 5.6;
const WIDTH = 4;
const HEIGHT = 6;

const fixed = (value: number): string => String(Math.round(value * 100) / 100);

function strokesOf(glyph: string): readonly (readonly (readonly [number, number])[])[] {
  return (lookUp(STROKES, glyph) ?? '')
    .split(' ')
    .map(stroke => (stroke.match(/../g) ?? []).map(([x = '0', y = '0']) => [Number(x), Number(y)] as const));
}

/** A text centred on a point, its capitals so high, as the data of an SVG path to be stroked; a dot is a line of no length. */
export function textPath(text: string, x: number, y: number, height: number): string {
  const unit = height / HEIGHT;
  const left = x - ((text.length - 1) * ADVANCE + WIDTH) * unit * 0.5;
  const top = y - height / 2;
  return Array.from(text)
    .flatMap((glyph, i) =>
      strokesOf(glyph).map(stroke =>
        stroke
          .map(
            ([gx, gy], k) =>
              `${k === 0 ? 'M' : 'L'}${fixed(left + (i * ADVANCE + gx) * unit)} ${fixed(top + gy * unit)}`,
          )
          .join('')
          .replace(/^(M[^L]+)$/, '$1h0'),
      ),
    )
    .join('');
}
