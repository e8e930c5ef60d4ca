// Types of a library that has none: maximum-weight matching in graphs (Edmonds' blossom algorithm).
declare module 'edmonds-blossom-fixed' {
  /**
   * Edges: two vertices (from 0) and a weight, an integer. → by vertex, the one it is matched with. -1: none.
   * `isMost`: as many edges as possible, whatever their weight.
   */
  export default function blossom(edges: (readonly [number, number, number])[], isMost: boolean): readonly number[];
}
