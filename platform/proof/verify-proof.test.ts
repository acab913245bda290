// A proof is verified from its file alone, and every forgery is refused with its own reason.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  checkpointOf,
  FORGERIES,
  good,
  goodPacked,
  makeLog,
  PACKED_FORGERIES,
  proofOf,
  signedBy,
  signer,
} from './testing/made-up-proofs.ts';
import { createNoteSigner } from './signed-note.ts';
import { packProof } from './packed-proof.ts';
import { readProof, verifyProof } from './verify-proof.js';

describe('a proof of a receipt', () => {
  test('says which line was sealed when, in which log', async () => {
    assert.deepEqual(await verifyProof(good), {
      isGood: true,
      line: '3|2026-02|12|3|10.00',
      sealedAt: new Date(1_769_871_600_123),
      origin: 'books.example/seals',
      logSize: 5,
      key: signer.verifierKey,
    });
  });

  for (const { what, fault, proof, since, key } of FORGERIES) {
    test(`is refused with ${what}: ${fault}`, async () => {
      assert.deepEqual(await verifyProof(proof, { key, checkpoint: since }), {
        isGood: false,
        fault,
      });
    });
  }

  test('is good for every account of trees of every size, and extends every earlier head', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), fc.nat(), async (months, ...draws) => {
        const log = makeLog(months);
        const month = draws[0] % months.length;
        const account = draws[1] % (months[month] ?? 1);
        const since = 1 + (draws[2] % months.length);
        const proof = proofOf(log, { month, account }, { since });
        const known = { key: signer.verifierKey, checkpoint: checkpointOf(log, since) };
        assert.equal((await verifyProof(proof, known)).isGood, true);
      }),
      { numRuns: 60 },
    );
  });

  test('is not good once any character of its hashes or lines is changed', async () => {
    const text = JSON.stringify(good);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), async (at) => {
        const sign = text[at] === 'A' ? 'B' : 'A';
        const changed = text.slice(0, at) + sign + text.slice(at + 1);
        let proof: unknown;
        try {
          proof = JSON.parse(changed);
        } catch {
          return;
        }
        const verdict = await verifyProof(proof, { key: signer.verifierKey });
        // The last character of a hash in base64 has unused bits.
        assert.ok(
          !verdict.isGood || text[at + 1] === '=' || text[at + 2] === '=',
          `${at}: ${changed.slice(at - 20, at + 20)}`,
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('a packed proof', () => {
  test('says the same about the head that was signed first with the seal', async () => {
    assert.deepEqual(await verifyProof(await readProof(goodPacked), { key: signer.verifierKey }), {
      isGood: true,
      line: '3|2026-02|12|3|10.00',
      sealedAt: new Date(1_769_871_600_123),
      origin: 'books.example/seals',
      logSize: 2,
      key: signer.verifierKey,
    });
  });

  for (const { what, fault, file, since, key } of PACKED_FORGERIES) {
    test(`is refused with ${what}: ${fault}`, async () => {
      const verdict = await verifyProof(await readProof(file), { key, checkpoint: since });
      assert.deepEqual(verdict, { isGood: false, fault });
    });
  }

  test('is good for every account of trees of every size, in logs of every length', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (months, ...draws) => {
        const log = makeLog(months);
        const month = draws[0] % months.length;
        const place = { month, account: draws[1] % (months[month] ?? 1) };
        const file = new Uint8Array(packProof(proofOf(log, place)));
        assert.deepEqual(await readProof(file), proofOf(log, place, { size: month + 1 }));
      }),
      { numRuns: 60 },
    );
  });

  test('works with any key, whatever characters its base64 has', async () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const by = createNoteSigner('books.example/seals', Buffer.alloc(32, seed));
      const proof = await readProof(new Uint8Array(packProof(signedBy(by))));
      assert.equal(
        (await verifyProof(proof, { key: by.verifierKey })).isGood,
        true,
        by.verifierKey,
      );
    }
  });

  test('is not good once any byte is changed', async () => {
    for (const at of goodPacked.keys()) {
      const file = goodPacked.with(at, (goodPacked[at] ?? 0) ^ 1);
      const { isGood } = await verifyProof(await readProof(file), { key: signer.verifierKey });
      assert.equal(isGood, false, `byte ${at}`);
    }
  });
});
