// Detects when the reader comes near the end of a list.
import { useEffect, useRef } from 'react';

/** @param reach called then; undefined if there is nothing more */
export function useNearEnd(reach: (() => void) | undefined): {
  readonly current: HTMLDivElement | null;
} {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current === null || reach === undefined) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) reach();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [reach]);
  return end;
}
