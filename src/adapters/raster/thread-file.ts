// Where the code of the drawing thread lies: always the built one, since threads run no TypeScript.
const HERE = import.meta.url;

/** The file to start, whether this runs from the sources or from what was built of them. */
export const threadFile = (): URL =>
  HERE.endsWith('.ts') ? new URL('../../../dist/src/adapters/raster/worker.js', HERE) : new URL('./worker.js', HERE);
