// The lines of core's snapshot, validated.
import { SnapshotLine } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';
import { BrokenSnapshotError } from './read-house-facts.ts';

/** @throws BrokenSnapshotError when the bytes are not complete lines of the contract's shape */
export function* snapshotLines(snapshot: Uint8Array): Generator<SnapshotLine> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(snapshot);
  } catch (error) {
    throw new BrokenSnapshotError('it is not UTF-8', { cause: error });
  }
  if (!text.endsWith('\n')) throw new BrokenSnapshotError('it ends within a line');
  for (
    let [from, to] = [0, text.indexOf('\n')];
    to >= 0;
    from = to + 1, to = text.indexOf('\n', from)
  )
    yield parseLine(text.slice(from, to));
}

function parseLine(text: string): SnapshotLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (error) {
    throw new BrokenSnapshotError('a line is no JSON', { cause: error });
  }
  if (fitsSchema(SnapshotLine, line)) return line;
  throw new BrokenSnapshotError('a line has another shape than agreed');
}
