import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  checkpointText,
  createNoteSigner,
  isSignedBy,
  readCheckpoint,
  readVerifierKey,
  textOfNote,
} from './signed-note.ts';

/** The example of Go's package golang.org/x/mod/sumdb/note. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const SAID =
  'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replaceAll(
    '’',
    "'",
  );
const SIGNED = `${SAID}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
const SEED = Buffer.alloc(32, 7);
const signer = createNoteSigner('log.example/seals', SEED);
const head = { origin: 'log.example/seals', size: 3, root: Buffer.alloc(32, 9) };

describe('a signed note', () => {
  test('signed by another program is verified', () => {
    const peter = readVerifierKey(PETER);
    assert.equal(peter.name, 'PeterNeumann');
    assert.equal(textOfNote(SIGNED), SAID);
    assert.equal(isSignedBy(SIGNED, peter), true);
    assert.equal(isSignedBy(SIGNED.replace('answer', 'cure'), peter), false);
    assert.equal(isSignedBy(SIGNED, readVerifierKey(signer.verifierKey)), false);
  });

  test('is verified with the key of its signer, whoever else has signed it', () => {
    const note = signer.sign(checkpointText(head));
    const both =
      note + signer.sign('x\n').slice(3).replaceAll('log.example/seals', 'other.example');
    for (const signed of [note, both])
      assert.equal(isSignedBy(signed, readVerifierKey(signer.verifierKey)), true);
    assert.deepEqual(readCheckpoint(both), head);
  });

  test('is invalid without a signature line, and is no checkpoint with another text', () => {
    const key = readVerifierKey(signer.verifierKey);
    for (const text of [
      '',
      '\n\n',
      checkpointText(head),
      signer.sign(checkpointText(head)).trimEnd(),
    ])
      assert.equal(isSignedBy(text, key), false, JSON.stringify(text));
    for (const text of ['log\n03\nAA==\n', 'log\n3\nAA==\n', 'log\n-1\n', '\n3\n'])
      assert.equal(readCheckpoint(signer.sign(text)), undefined, text);
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['another id', PETER.replace('c74f20a3', 'c74f20a4')],
    ['another name', PETER.replace('Peter', 'Petra')],
    ['another kind of key', PETER.replace('ARpc', 'Axpc')],
    ['base64 that is none', `${PETER}!`],
  ] as const) {
    test(`is not verified with ${what}`, () => {
      assert.throws(() => readVerifierKey(text), /not a verifier key/);
    });
  }
});
