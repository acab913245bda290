// Whether the page is being printed: lists that are only rendered near the visible part then have to be rendered whole.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function useOnPaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    // Printing does not wait: everything has to be rendered when the event handler returns.
    const begin = (): void => flushSync(() => setOnPaper(true));
    const end = (): void => setOnPaper(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isOnPaper;
}
