// The error that ends a release which has changed nothing, or has restored everything.

/** The message is one sentence for the user. */
export class ReleaseRefusal extends Error {
  override readonly name = 'ReleaseRefusal';
}
