// A head of the log of seals that was kept outside the database.
import { readFileSync } from 'node:fs';
import { readProof } from '@kvartplata/platform/proof/verify-proof.js';
import { readCheckpoint } from '@kvartplata/platform/proof/signed-note.ts';

/**
 * @param file a checkpoint, or a file that contains one: a proof, the manifest of a backup
 * @throws an Error when it has none
 */
export async function readNotedHead(file: string): Promise<string> {
  const bytes = readFileSync(file);
  const carrier = (await readProof(new Uint8Array(bytes))) as
    | { readonly checkpoint?: string | null }
    | undefined;
  const note = carrier === undefined ? bytes.toString() : (carrier.checkpoint ?? '');
  if (readCheckpoint(note) === undefined) throw new Error(`${file} has no checkpoint`);
  return note;
}
