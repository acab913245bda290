// The idempotency key of one write: repeated with it after a lost response, the write happens once.
import { newKey } from '@kvartplata/client/client.ts';
import { useState } from 'react';

/** The key of the current write, and a function that makes a new one for the next. */
export function useWriteKey(): readonly [string, () => void] {
  const [key, setKey] = useState(newKey);
  return [key, () => setKey(newKey())];
}
