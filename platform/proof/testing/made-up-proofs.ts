// Proofs from a made-up log, and forgeries of them.
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  nodeHash,
  treeRoot,
  type Hash,
} from '../merkle-tree.ts';
import { checkpointText, createNoteSigner, type NoteSigner } from '../signed-note.ts';
import { packProof } from '../packed-proof.ts';
import type { ProofFault, ReceiptProof } from '../receipt-proof.ts';

const ORIGIN = 'books.example/seals';
export const signer = createNoteSigner(ORIGIN, Buffer.alloc(32, 1));
const otherSigner = createNoteSigner(ORIGIN, Buffer.alloc(32, 2));

export type MadeUpLog = {
  readonly months: readonly (readonly string[])[];
  readonly seals: readonly string[];
};

/** @param sizes how many accounts each month has */
export function makeLog(sizes: readonly number[], charged = '10.00'): MadeUpLog {
  const months = sizes.map((size, month) =>
    Array.from(
      { length: size },
      (_, account) => `3|${monthOf(month)}|12|${account + 1}|${charged}`,
    ),
  );
  const seals = months.map((lines, month) => {
    const root = treeRoot(lines.map(leafHash)).toString('hex');
    return `3|${monthOf(month)}|${month + 1}|1769871600123456|${lines.length}|${root}|${'0'.repeat(64)}`;
  });
  return { months, seals };
}

export function checkpointOf({ seals }: MadeUpLog, size: number, by: NoteSigner = signer): string {
  const root = treeRoot(seals.slice(0, size).map(leafHash));
  return by.sign(checkpointText({ origin: ORIGIN, size, root }));
}

/** The proof of an account in a month, both from 0, when the log had `size` seals; its earlier head is of `since` seals. */
export function proofOf(
  log: MadeUpLog,
  { month, account }: { readonly month: number; readonly account: number },
  { size = log.seals.length, since = month + 1 } = {},
): ReceiptProof {
  const lines = log.months[month] ?? [];
  const leaves = log.seals.slice(0, size).map(leafHash);
  return {
    leaf: lines[account] ?? '',
    index: account,
    size: lines.length,
    path: inBase64(inclusionPath(lines.map(leafHash), account)),
    seal: {
      leaf: log.seals[month] ?? '',
      index: month,
      path: inBase64(inclusionPath(leaves, month)),
    },
    checkpoint: checkpointOf(log, size),
    consistency: {
      checkpoint: checkpointOf(log, since),
      path: inBase64(consistencyPath(leaves, since)),
    },
    key: signer.verifierKey,
  };
}

const log = makeLog([70, 5, 9, 1, 300]);
/** The same months with their charges changed afterwards. */
const forked = makeLog([70, 5, 9, 1, 300], '9.00');
const place = { month: 1, account: 2 };

export const good = proofOf(log, place);
const [first = '', second = '', ...others] = good.path;

export type Forgery = {
  readonly what: string;
  readonly fault: ProofFault;
  readonly proof: unknown;
  readonly since?: string;
  readonly key?: string;
};

export const FORGERIES: readonly Forgery[] = [
  {
    what: 'another amount in the leaf',
    fault: 'not-in-month',
    proof: { ...good, leaf: good.leaf.replace('10.00', '10.01') },
  },
  {
    what: 'another hash in the path',
    fault: 'not-in-month',
    proof: { ...good, path: [second, second, ...others] },
  },
  { what: 'another index', fault: 'not-in-month', proof: { ...good, index: 3 } },
  { what: 'an index beyond the tree', fault: 'not-in-month', proof: { ...good, index: 7 } },
  { what: 'another size', fault: 'not-in-month', proof: { ...good, size: 6 } },
  {
    what: 'a path that is cut',
    fault: 'not-in-month',
    proof: { ...good, path: good.path.slice(0, -1) },
  },
  {
    what: 'a path that goes on',
    fault: 'not-in-month',
    proof: { ...good, path: [...good.path, first] },
  },
  {
    what: 'siblings swapped',
    fault: 'not-in-month',
    proof: { ...good, path: [second, first, ...others] },
  },
  { what: 'a node passed off as a leaf', fault: 'not-in-month', proof: nodeAsLeaf() },
  {
    what: 'the leaf of another month',
    fault: 'other-month',
    proof: { ...good, leaf: good.leaf.replace('2026-02', '2026-03') },
  },
  {
    what: 'another tree’s path and leaf',
    fault: 'not-in-month',
    proof: { ...good, leaf: proofOf(forked, place).leaf, path: proofOf(forked, place).path },
  },
  {
    what: 'a seal that is not in the log',
    fault: 'not-in-log',
    proof: {
      ...proofOf(forked, place),
      checkpoint: good.checkpoint,
      consistency: good.consistency,
    },
  },
  {
    what: 'a seal at another place of the log',
    fault: 'not-in-log',
    proof: { ...good, seal: { ...good.seal, index: 2 } },
  },
  {
    what: 'a checkpoint with another root',
    fault: 'bad-signature',
    proof: {
      ...good,
      checkpoint: good.checkpoint.replace(
        /^(.+\n\d+\n)[^\n]+/,
        `$1${Buffer.alloc(32).toString('base64')}`,
      ),
    },
  },
  {
    what: 'a checkpoint of another size',
    fault: 'bad-signature',
    proof: { ...good, checkpoint: good.checkpoint.replace('\n5\n', '\n6\n') },
  },
  {
    what: 'a checkpoint without its signature',
    fault: 'bad-signature',
    proof: { ...good, checkpoint: good.checkpoint.replace(/— .+\n$/, '') },
  },
  {
    what: 'a checkpoint from before the seal',
    fault: 'not-in-log',
    proof: {
      ...good,
      checkpoint: checkpointOf(log, 1),
      consistency: { checkpoint: checkpointOf(log, 1), path: [] },
    },
  },
  {
    what: 'a checkpoint that another key has signed',
    fault: 'bad-signature',
    proof: { ...good, checkpoint: checkpointOf(log, 5, otherSigner) },
  },
  {
    what: 'all signed by another key, where the right one is known',
    fault: 'other-key',
    proof: { ...good, checkpoint: checkpointOf(log, 5, otherSigner), key: otherSigner.verifierKey },
    key: signer.verifierKey,
  },
  {
    what: 'a key whose name is another',
    fault: 'bad-signature',
    proof: { ...good, key: good.key.replace('books', 'brooks') },
  },
  {
    what: 'an earlier head of a forked log',
    fault: 'log-forked',
    proof: { ...good, consistency: { ...good.consistency, checkpoint: checkpointOf(forked, 2) } },
  },
  {
    what: 'a path of consistency that is cut',
    fault: 'log-forked',
    proof: { ...good, consistency: { ...good.consistency, path: good.consistency.path.slice(1) } },
  },
  {
    what: 'a forked log, where a head was noted',
    fault: 'log-forked',
    proof: proofOf(forked, place),
    since: good.checkpoint,
  },
  {
    what: 'a head that was noted of a size that the proof does not speak of',
    fault: 'other-size',
    proof: good,
    since: checkpointOf(log, 3),
  },
  { what: 'nothing', fault: 'not-a-proof', proof: {} },
  { what: 'a list', fault: 'not-a-proof', proof: [] },
  { what: 'no path', fault: 'not-a-proof', proof: { ...good, path: undefined } },
  {
    what: 'a hash that is too short',
    fault: 'not-a-proof',
    proof: { ...good, path: [first.slice(4), second, ...others] },
  },
];

export type PackedForgery = Omit<Forgery, 'proof'> & { readonly file: Uint8Array<ArrayBuffer> };

export const goodPacked = packed(good);
const other = proofOf(forked, place);

/** What a packed proof leaves out is computed from the rest, so most forgeries of one end as a text that was not signed. */
export const PACKED_FORGERIES: readonly PackedForgery[] = [
  {
    what: 'another amount in the leaf',
    fault: 'bad-signature',
    file: packed({ ...good, leaf: good.leaf.replace('10.00', '10.01') }),
  },
  {
    what: 'the leaf of another month',
    fault: 'bad-signature',
    file: packed({ ...good, leaf: good.leaf.replace('2026-02', '2026-03') }),
  },
  {
    what: 'another hash in the path',
    fault: 'bad-signature',
    file: packed({ ...good, path: [second, second, ...others] }),
  },
  {
    what: 'siblings swapped',
    fault: 'bad-signature',
    file: packed({ ...good, path: [second, first, ...others] }),
  },
  { what: 'another index', fault: 'bad-signature', file: packed({ ...good, index: 3 }) },
  { what: 'an index beyond the tree', fault: 'not-a-proof', file: packed({ ...good, index: 7 }) },
  { what: 'another size', fault: 'bad-signature', file: packed({ ...good, size: 6 }) },
  {
    what: 'a path that is cut',
    fault: 'not-a-proof',
    file: packed({ ...good, path: good.path.slice(0, -1) }),
  },
  {
    what: 'a path that goes on',
    fault: 'not-a-proof',
    file: packed({ ...good, path: [...good.path, first] }),
  },
  { what: 'a node passed off as a leaf', fault: 'not-a-proof', file: packed(nodeAsLeaf()) },
  {
    what: 'another tree’s path and leaf',
    fault: 'bad-signature',
    file: packed({ ...good, leaf: other.leaf, path: other.path }),
  },
  {
    what: 'a seal that is not in the log',
    fault: 'bad-signature',
    file: packed({ ...other, consistency: good.consistency }),
  },
  {
    what: 'another cycle',
    fault: 'bad-signature',
    file: packed({ ...good, seal: { ...good.seal, leaf: good.seal.leaf.replace('|2|', '|3|') } }),
  },
  {
    what: 'the signature of a later head',
    fault: 'bad-signature',
    file: packed({ ...good, consistency: { checkpoint: good.checkpoint, path: [] } }),
  },
  {
    what: 'a head that another key has signed',
    fault: 'bad-signature',
    file: packed({ ...good, key: otherSigner.verifierKey }),
  },
  {
    what: 'all signed by another key, where the right one is known',
    fault: 'other-key',
    file: packed(signedBy(otherSigner)),
    key: signer.verifierKey,
  },
  {
    what: 'a forked log, where a head was noted',
    fault: 'log-forked',
    file: packed(other),
    since: checkpointOf(log, 2),
  },
  { what: 'nothing', fault: 'not-a-proof', file: new Uint8Array() },
  {
    what: 'its lines and nothing else',
    fault: 'not-a-proof',
    file: goodPacked.subarray(0, 50),
  },
  {
    what: 'an end that is cut off',
    fault: 'not-a-proof',
    file: goodPacked.subarray(0, goodPacked.length - 1),
  },
];

function packed(proof: ReceiptProof): Uint8Array<ArrayBuffer> {
  return new Uint8Array(packProof(proof));
}

/** The good proof except for its earlier head. */
export function signedBy(by: NoteSigner): ReceiptProof {
  const consistency = { checkpoint: checkpointOf(log, good.seal.index + 1, by), path: [] };
  return { ...good, consistency, key: by.verifierKey };
}

/** The sum of two leaves passed off as one leaf of a tree half as large: without the prefix bytes it would be valid. */
function nodeAsLeaf(): ReceiptProof {
  const hashes = (log.months[1] ?? []).map(leafHash) as [Hash, Hash, Hash, Hash, Hash];
  const node = nodeHash(hashes[2], hashes[3]);
  return {
    ...good,
    leaf: `3|2026-02|${node.toString('latin1')}`,
    index: 1,
    path: good.path.slice(1),
  };
}

function inBase64(hashes: readonly Hash[]): readonly string[] {
  return hashes.map((hash) => hash.toString('base64'));
}

function monthOf(month: number): string {
  return `2026-${String(month + 1).padStart(2, '0')}`;
}
