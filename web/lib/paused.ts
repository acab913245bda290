// A typed text once typing pauses, so that not every letter causes a request.
import { useEffect, useState } from 'react';

export function usePaused(text: string, pauseMs: number): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    if (text === paused) return undefined;
    const pause = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text, paused, pauseMs]);
  return paused;
}
