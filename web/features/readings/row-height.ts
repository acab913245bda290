// How high a row of the sheet is, in pixels: one line, or two on a narrow screen; the styles say the same.
import { useSyncExternalStore } from 'react';

const LINE_PX = 30;
const TWO_LINES_PX = 56;
const narrow = matchMedia('(max-width: 40rem)');

export function useRowPx(): number {
  return useSyncExternalStore(subscribe, () => (narrow.matches ? TWO_LINES_PX : LINE_PX));
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}
