// What ends a move before it is done, in words for whoever asked for it. What was copied until then stays, and the next
// run goes on from there.

export class MoveRefusal extends Error {
  override readonly name = 'MoveRefusal';
}
