// Whether the page is being printed: what is drawn only as far as the reader comes has then to be drawn whole.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function useOnPaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    // Paper does not wait: what it shows has to be there when the event ends.
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
