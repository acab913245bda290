// Tells when the reader comes near the end of what is shown.
import { useEffect, useRef } from 'react';

/** @param reach what to do then; undefined while there is nothing more */
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
