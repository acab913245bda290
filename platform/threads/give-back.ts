// Frees the memory of buffers at once.

/**
 * Buffers passed between threads are large and short-lived, but the garbage collector sees only the small objects that stand for
 * them, and would leave hundreds of megabytes unfreed. The buffers cannot be used afterwards.
 */
export function giveBack(...buffers: readonly ArrayBuffer[]): void {
  for (const buffer of buffers) buffer.transfer(0);
}
