// Tabs, each a page; on a narrow screen the open one is scrolled into view.
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';

export function Tabs({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  const frame = useRef<HTMLElement>(null);
  useHereInSight(frame);
  return (
    <nav ref={frame} className="tabs" aria-label={label}>
      {children}
    </nav>
  );
}

/** Scrolls a row of links sideways, and nothing else, to that of the open page. */
export function useHereInSight(frame: RefObject<HTMLElement | null>): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = useRef('');
  useEffect(() => {
    // Does not scroll back a reader who has scrolled on.
    if (shown.current === path) return;
    shown.current = path;
    const here = frame.current?.querySelector<HTMLElement>('[aria-current]');
    if (!frame.current || !here) return;
    const { left, width } = here.getBoundingClientRect();
    const { left: start, width: whole } = frame.current.getBoundingClientRect();
    if (left < start || left + width > start + whole)
      frame.current.scrollBy({ left: left - start - (whole - width) / 2 });
  }, [frame, path]);
}
