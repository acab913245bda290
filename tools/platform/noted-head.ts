// A head of the log of seals that was noted outside the database.
import { readFileSync } from 'node:fs';
import { readCheckpoint } from '@kvartplata/platform/proof/signed-note.ts';

/**
 * @param file a checkpoint, or what carries one: a proof, the manifest of a backup
 * @throws an Error when it has none
 */
export function readNotedHead(file: string): string {
  const text = readFileSync(file, 'utf8');
  const { checkpoint = '' } = text.startsWith('{')
    ? (JSON.parse(text) as { readonly checkpoint?: string | null })
    : { checkpoint: text };
  if (readCheckpoint(checkpoint ?? '') === undefined) throw new Error(`${file} has no checkpoint`);
  return checkpoint ?? '';
}
