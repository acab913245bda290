// The error that ends a copy early, with a message for the person who started it. What was copied until then stays, and the next
// run continues from there.

export class CopyRefusal extends Error {
  override readonly name = 'CopyRefusal';
}
