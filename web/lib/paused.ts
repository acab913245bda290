// What is typed, once the typing pauses: a service is not asked for every letter.
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
