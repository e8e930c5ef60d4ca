// A raster for tests that look at mails and not at pictures: at once, and always the same bytes.
import type { Raster } from '#service/ports.ts';

export const stillRaster: Raster = {
  png: () =>
    Promise.resolve({
      light: Uint8Array.from([0x89, 0x50, 0x4e, 0x47]),
      dark: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x44]),
    }),
  close: () => Promise.resolve(),
};
