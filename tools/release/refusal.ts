// What ends a release that has changed nothing, or has put everything back.

/** The message is one sentence for whoever asked for the release. */
export class ReleaseRefusal extends Error {
  override readonly name = 'ReleaseRefusal';
}
