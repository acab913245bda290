// Packs the proof of a receipt into as few bytes as possible: it leaves out what can be computed from the rest, and stores hashes
// as bytes. `readProof` computes the roots of the month and the log from the paths, and so the text that was signed.
import type { ReceiptProof } from './receipt-proof.ts';

/** Precedes the 64 bytes of a signature, and the 32 of a key. */
const KEY_ID_BYTES = 4;
const KIND_BYTES = 1;
/** Three numbers of four bytes, and two of eight. */
const NUMBERS_BYTES = 28;

/**
 * Packs a proof against the head of the log that was first signed with the seal.
 * @param proof its earlier head is that one
 */
export function packProof(proof: ReceiptProof): Buffer {
  const { leaf, index, size, path, seal, consistency, key } = proof;
  const [origin = '', , , , signed = ''] = consistency.checkpoint.split('\n');
  // Base64 may contain a plus sign as well.
  const [, , ...publicKey] = key.split('+');
  const [, , cycle, micros, , , books = ''] = seal.leaf.split('|');
  const signature = Buffer.from(signed.split(' ').at(-1) ?? '', 'base64');
  const numbers = Buffer.alloc(NUMBERS_BYTES);
  numbers.writeUInt32BE(index);
  numbers.writeUInt32BE(size, 4);
  numbers.writeUInt32BE(seal.index, 8);
  numbers.writeBigUInt64BE(BigInt(cycle ?? 0), 12);
  numbers.writeBigUInt64BE(BigInt(micros ?? 0), 20);
  return Buffer.concat([
    Buffer.from(`${origin}\n${leaf}\n`),
    numbers,
    Buffer.from(publicKey.join('+'), 'base64').subarray(KIND_BYTES),
    signature.subarray(KEY_ID_BYTES),
    Buffer.from(books, 'hex'),
    ...[...path, ...leftOf(proof)].map((hash) => Buffer.from(hash, 'base64')),
  ]);
}

/** The path of a seal when it was the last in the log: only the left siblings on its way up. */
function leftOf({
  seal,
  checkpoint,
}: Pick<ReceiptProof, 'seal' | 'checkpoint'>): readonly string[] {
  const lefts: string[] = [];
  const path = seal.path.values();
  let [node, last] = [seal.index, Number(checkpoint.split('\n')[1]) - 1];
  for (; last > 0; [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]) {
    const isLeft = node % 2 === 1;
    if (!isLeft && node === last) continue;
    const { value } = path.next();
    if (isLeft && value !== undefined) lefts.push(value);
  }
  return lefts;
}
