// Signed notes and checkpoints in C2SP's formats (signed-note, tlog-checkpoint, tlog-cosignature), with Ed25519 keys.
import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';

/** The head of a log: the root of the tree of its first leaves. */
export type Checkpoint = {
  /** The name of the log and of the key that signs for it. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
};

export type NoteSigner = {
  readonly name: string;
  /** What a verifier needs: `name+key id+key`. */
  readonly verifierKey: string;
  /** Appends the signature's line to the text. */
  readonly sign: (text: string) => string;
};

export type VerifierKey = {
  readonly name: string;
  readonly id: Buffer;
  readonly kind: number;
  readonly key: KeyObject;
};

const SIGNS_NOTES = 1;
const COSIGNS_CHECKPOINTS = 4;
const ID_BYTES = 4;
const TIME_BYTES = 8;
/** Precedes the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const PRIVATE_KEY = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed 32 bytes */
export function createNoteSigner(name: string, seed: Uint8Array): NoteSigner {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const bytes = createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(PUBLIC_KEY.length);
  const id = keyId(name, SIGNS_NOTES, bytes);
  return {
    name,
    verifierKey: `${name}+${id.toString('hex')}+${Buffer.of(SIGNS_NOTES, ...bytes).toString('base64')}`,
    sign: (text) =>
      `${text}\n${signatureLine(name, Buffer.concat([id, sign(null, Buffer.from(text), key)]))}`,
  };
}

/** @throws an Error when the text is no key of a known kind */
export function readVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const [kind] = bytes;
  if (
    (kind !== SIGNS_NOTES && kind !== COSIGNS_CHECKPOINTS) ||
    bytes.toString('base64') !== encoded ||
    keyId(name, kind, bytes.subarray(1)).toString('hex') !== id
  )
    throw new Error(`not a verifier key of Ed25519: ${text}`);
  const der = Buffer.concat([PUBLIC_KEY, bytes.subarray(1)]);
  return {
    name,
    id: Buffer.from(id, 'hex'),
    kind,
    key: createPublicKey({ key: der, format: 'der', type: 'spki' }),
  };
}

/** The signed text of a note: everything before the empty line; undefined when there is none, or no signature after it. */
export function textOfNote(note: string): string | undefined {
  const end = note.lastIndexOf('\n\n');
  return end === -1 || !note.endsWith('\n') ? undefined : note.slice(0, end + 1);
}

/** Whether one of the note's signatures was made by the key and is valid. With a witness's key: a cosignature. */
export function isSignedBy(note: string, { name, id, kind, key }: VerifierKey): boolean {
  const text = textOfNote(note);
  if (text === undefined) return false;
  const signatures = note
    .slice(text.length + 1)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.slice(name.length + 3), 'base64'))
    .filter((bytes) => bytes.subarray(0, ID_BYTES).equals(id))
    .map((bytes) => bytes.subarray(ID_BYTES));
  return signatures.some((bytes) =>
    kind === SIGNS_NOTES
      ? verify(null, Buffer.from(text), key, bytes)
      : verify(null, cosigned(text, bytes), key, bytes.subarray(TIME_BYTES)),
  );
}

/** A cosignature contains the time when it was made: seconds since 1970, eight bytes. */
function cosigned(text: string, bytes: Buffer): Buffer {
  const time = bytes.length < TIME_BYTES ? 0n : bytes.readBigUInt64BE();
  return Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

/** Undefined when the note's text is no checkpoint. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const [, origin = '', size = '', root = ''] =
    /^(.+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(textOfNote(note) ?? '') ?? [];
  return root === ''
    ? undefined
    : { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

function keyId(name: string, kind: number, key: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(kind), key]);
  return hash('sha256', named, 'buffer').subarray(0, ID_BYTES);
}

function signatureLine(name: string, bytes: Buffer): string {
  return `— ${name} ${bytes.toString('base64')}\n`;
}
