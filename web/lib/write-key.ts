// The idempotency key of one write: repeated with it after a lost response, the write happens once.
import { newKey } from '@kvartplata/client/client.ts';
import { useState } from 'react';

/**
 * The key of the current write, and a function that makes a new one for the next: to be called after each answer of a write that
 * may be wanted again, since its job may fail after it.
 */
export function useWriteKey(): readonly [string, () => void] {
  const [key, setKey] = useState(newKey);
  return [key, () => setKey(newKey())];
}
