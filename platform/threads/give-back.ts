// Frees the memory of buffers at once.

/**
 * What goes from thread to thread is large and short-lived, and the collector of garbage, who sees only the small objects
 * that stand for it, would let hundreds of megabytes lie. The buffers cannot be used afterwards.
 */
export function giveBack(...buffers: readonly ArrayBuffer[]): void {
  for (const buffer of buffers) buffer.transfer(0);
}
