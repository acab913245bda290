import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  nodeHash,
  rootsOfPrefixes,
  treeRoot,
} from './merkle-tree.ts';

/** The leaves with which implementations of Certificate Transparency test, and the roots of the first n. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS: readonly (readonly [number, string])[] = [
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
];
const hashes = LEAVES.map((hex) => leafHash(Buffer.from(hex, 'hex').toString('latin1')));

describe('a Merkle tree', () => {
  for (const [size, root] of ROOTS) {
    test(`of ${size} leaves has the root that Certificate Transparency defines`, () => {
      assert.equal(treeRoot(hashes.slice(0, size)).toString('hex'), root);
    });
  }

  test('has a root for each of its beginnings', () => {
    for (const size of [0, 1, 2, 3, 8, 100]) {
      const leaves = Array.from({ length: size }, (_, at) => leafHash(String(at)));
      const roots = Array.from({ length: size + 1 }, (_, end) => treeRoot(leaves.slice(0, end)));
      assert.deepEqual([...rootsOfPrefixes(leaves)], roots);
    }
  });

  test('proves a leaf by the siblings on its path to the root', () => {
    const [a, b, c, d, e] = hashes as [Buffer, Buffer, Buffer, Buffer, Buffer];
    const five = hashes.slice(0, 5);
    assert.deepEqual(inclusionPath(five, 2), [d, nodeHash(a, b), e]);
    assert.deepEqual(inclusionPath(five, 4), [nodeHash(nodeHash(a, b), nodeHash(c, d))]);
    assert.deepEqual(inclusionPath([a], 0), []);
  });

  test('proves that it extends a smaller one', () => {
    const [a, b, c, d, e] = hashes as [Buffer, Buffer, Buffer, Buffer, Buffer];
    const five = hashes.slice(0, 5);
    assert.deepEqual(consistencyPath(five, 3), [c, d, nodeHash(a, b), e]);
    assert.deepEqual(consistencyPath(five, 4), [e]);
    assert.deepEqual(consistencyPath(five, 5), []);
    assert.deepEqual(consistencyPath(five, 0), []);
  });

  test('has no leaf beyond its end, and extends no larger tree', () => {
    for (const index of [-1, 5, 0.5, Number.NaN])
      assert.throws(() => inclusionPath(hashes.slice(0, 5), index), RangeError);
    for (const size of [-1, 6, 0.5, Number.NaN])
      assert.throws(() => consistencyPath(hashes.slice(0, 5), size), RangeError);
  });

  test('of full trees of equal height is the tree of their roots', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 5 }),
        (size, height) => {
          const leaves = Array.from({ length: size }, (_, at) => leafHash(String(at)));
          const width = 2 ** height;
          const tiles = Array.from({ length: Math.ceil(size / width) }, (_, at) =>
            treeRoot(leaves.slice(at * width, (at + 1) * width)),
          );
          assert.deepEqual(treeRoot(tiles), treeRoot(leaves));
        },
      ),
    );
  });
});
