// The name of one write: sent again under it, after an answer that was lost, it happens once.
import { newKey } from '@kvartplata/client/client.ts';
import { useState } from 'react';

/** The key of the write at hand, and a new one for the next. */
export function useWriteKey(): readonly [string, () => void] {
  const [key, setKey] = useState(newKey);
  return [key, () => setKey(newKey())];
}
