// Keeps a map that serves as a cache from growing without end.

/** Sets the entry as the newest one; beyond `most` entries the oldest are dropped. */
export function setNewest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys().take(Math.max(0, map.size - most))) map.delete(oldest);
}
