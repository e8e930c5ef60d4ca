// What of the reader of SGF is used here.
declare module '@sabaki/sgf' {
  const sgf: { readonly parse: (text: string) => unknown };
  export default sgf;
}
