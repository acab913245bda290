// The height of a sheet's row in pixels: one line, one line with wrapping names, or two lines; it must match the styles.
import { useSyncExternalStore } from 'react';

const LINE_PX = 30;
const HIGH_LINE_PX = 36;
const TWO_LINES_PX = 56;
const wide = matchMedia('(width > 100rem)');
const middle = matchMedia('(82rem < width <= 100rem)');

export function useRowPx(): number {
  return useSyncExternalStore(subscribe, rowPx);
}

function rowPx(): number {
  if (wide.matches) return LINE_PX;
  return middle.matches ? HIGH_LINE_PX : TWO_LINES_PX;
}

function subscribe(listener: () => void): () => void {
  const all = [wide, middle];
  for (const one of all) one.addEventListener('change', listener);
  return () => {
    for (const one of all) one.removeEventListener('change', listener);
  };
}
