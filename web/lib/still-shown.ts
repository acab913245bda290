// Whether a component is still on the page when an answer that it waits for arrives.
import { useCallback, useEffect, useRef } from 'react';

/** For what must not happen any more once the user has gone elsewhere, such as leading them to what has been booked. */
export function useStillShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
