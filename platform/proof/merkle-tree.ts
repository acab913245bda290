// Merkle trees as RFC 6962 (section 2.1) hashes them: a leaf as 0x00 and its bytes, a node as 0x01 and its two children. A tree
// is split at the largest power of two below its size, so a path has one hash per level.
import { hash } from 'node:crypto';

/** 32 bytes. */
export type Hash = Buffer;

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export function leafHash(leaf: string): Hash {
  return sha256([LEAF, Buffer.from(leaf, 'utf8')]);
}

export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256([NODE, left, right]);
}

/** @param leaves their hashes; the root of no leaves is the hash of nothing */
export function treeRoot(leaves: readonly Hash[]): Hash {
  return leaves.length === 0 ? sha256([]) : rootOf(leaves, 0, leaves.length);
}

/** The roots of the first 0, 1, 2, … leaves: in n log n hashes. */
export function* rootsOfPrefixes(leaves: readonly Hash[]): Generator<Hash> {
  yield treeRoot([]);
  /** The largest full trees that the leaves so far consist of, from left to right. */
  const full: { readonly root: Hash; readonly size: number }[] = [];
  for (const leaf of leaves) {
    let last = { root: leaf, size: 1 };
    for (let left = full.at(-1); left?.size === last.size; left = full.at(-1)) {
      full.pop();
      last = { root: nodeHash(left.root, last.root), size: left.size * 2 };
    }
    full.push(last);
    yield full.map(({ root }) => root).reduceRight((right, left) => nodeHash(left, right));
  }
}

/**
 * Proves that the leaf at an index is in the tree: the siblings of the nodes from the leaf up to the root.
 * @throws RangeError when there is no such leaf
 */
export function inclusionPath(leaves: readonly Hash[], index: number): readonly Hash[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length)
    throw new RangeError(`there is no leaf ${index} among ${leaves.length}`);
  const path: Hash[] = [];
  let [from, to] = [0, leaves.length];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    const isLeft = index < middle;
    path.push(isLeft ? rootOf(leaves, middle, to) : rootOf(leaves, from, middle));
    if (isLeft) to = middle;
    else from = middle;
  }
  return path.toReversed();
}

/**
 * Proves that the tree of the first leaves is the beginning of the whole one. Empty for no leaves and for all of them.
 * @throws RangeError when there are not so many
 */
export function consistencyPath(leaves: readonly Hash[], size: number): readonly Hash[] {
  if (!Number.isInteger(size) || size < 0 || size > leaves.length)
    throw new RangeError(`there are no ${size} leaves among ${leaves.length}`);
  if (size === 0) return [];
  return subproof(leaves, size, 0, leaves.length, true);
}

/** SUBPROOF(m, D[from:to], b) of the RFC; `isWhole` is its b: the verifier already knows the root of these leaves. */
function subproof(
  leaves: readonly Hash[],
  size: number,
  from: number,
  to: number,
  isWhole: boolean,
): readonly Hash[] {
  if (size === to - from) return isWhole ? [] : [rootOf(leaves, from, to)];
  const split = splitOf(to - from);
  const middle = from + split;
  return size <= split
    ? [...subproof(leaves, size, from, middle, isWhole), rootOf(leaves, middle, to)]
    : [...subproof(leaves, size - split, middle, to, false), rootOf(leaves, from, middle)];
}

function rootOf(leaves: readonly Hash[], from: number, to: number): Hash {
  if (to - from === 1) return leaves[from] as Hash;
  const middle = from + splitOf(to - from);
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to));
}

/** The largest power of two below a size of two or more. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function sha256(parts: readonly Buffer[]): Hash {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}
