// Makes a frame as high as the page in it, so that the page has no scroll bar of its own.

/** Pixels: a hostile mail may be as long as it likes. */
const MAX_FRAME_HEIGHT = 20_000;
/** Pixels of a scroll bar below what is too wide. */
const SCROLL_BAR = 18;

/** The inbox may measure the page: it is one of the site, or no script can run in it. */
export function fitToContent(frame: HTMLIFrameElement): void {
  frame.addEventListener('load', () => {
    // A browser that does not say what it loads the mail for may not measure it.
    const root = frame.contentDocument?.documentElement;
    if (root === undefined) return;
    const fit = (): void => {
      const isWide = root.scrollWidth > root.clientWidth;
      const border = frame.offsetHeight - frame.clientHeight;
      const height = Math.ceil(root.getBoundingClientRect().height) + border + (isWide ? SCROLL_BAR : 0);
      frame.style.height = `${Math.min(MAX_FRAME_HEIGHT, height)}px`;
    };
    new ResizeObserver(fit).observe(root);
    fit();
  });
}
