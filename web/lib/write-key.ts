// The name of one write: sent again under it, after an answer that was lost, it happens once.
import { useState } from 'react';

const BYTES = 16;

/** The key of the write at hand, and a new one for the next. */
export function useWriteKey(): readonly [string, () => void] {
  const [key, setKey] = useState(newKey);
  return [key, () => setKey(newKey())];
}

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
