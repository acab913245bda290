// Verifies the proof of a receipt from its file alone: the account's line is in the month's tree, the month's seal in the log,
// the log's head is signed, and it goes on from the earlier head that stands beside it. Nothing here is imported, and no more is
// used than browsers have, so that the page of a proof carries this very file.

/** What `GET /api/billing/seals/:cycleId/proof` answers. Hashes are in base64. */
export type ReceiptProof = {
  /** The account's line of the month, and its place in the month's tree. */
  readonly leaf: string;
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
  /** The month's line in the log of seals, and its place there. */
  readonly seal: {
    readonly leaf: string;
    readonly index: number;
    readonly path: readonly string[];
  };
  /** The head of the log: a signed note. */
  readonly checkpoint: string;
  /** An earlier head, and what proves that the log has only grown since. */
  readonly consistency: { readonly checkpoint: string; readonly path: readonly string[] };
  /** Who signs the heads. */
  readonly key: string;
};

export type ProofFault =
  | 'not-a-proof'
  | 'other-month'
  | 'not-in-month'
  | 'not-in-log'
  | 'other-key'
  | 'bad-signature'
  | 'log-forked'
  | 'other-size';

export type Verdict =
  | {
      readonly isGood: true;
      readonly line: string;
      readonly sealedAt: Date;
      readonly origin: string;
      readonly logSize: number;
      readonly key: string;
    }
  | { readonly isGood: false; readonly fault: ProofFault };

/** What a verifier knows besides the file. */
export type Known = {
  /** The key that the log is known by; without it the one in the file is taken, and only shown. */
  readonly key?: string | undefined;
  /** A head of the log that was noted earlier: of the size of one of the proof's two. */
  readonly checkpoint?: string | undefined;
};

type Bytes = Uint8Array<ArrayBuffer>;
export type Head = { readonly origin: string; readonly size: number; readonly root: Bytes };

const SEAL = /^(\d+)\|(\d{4}-\d\d)\|(\d+)\|(\d+)\|(\d+)\|([0-9a-f]{64})(?:\|[0-9a-f]{64})+$/;
const utf8 = new TextEncoder();

export async function verifyProof(file: unknown, known: Known = {}): Promise<Verdict> {
  if (!isProof(file)) return refuse('not-a-proof');
  const { leaf, index, size, path, seal, checkpoint, consistency } = file;
  const [, organization, month, , micros = '', accounts, root = ''] = SEAL.exec(seal.leaf) ?? [];
  if (root === '') return refuse('not-a-proof');
  if (!leaf.startsWith(`${organization}|${month}|`)) return refuse('other-month');
  if (String(size) !== accounts) return refuse('not-in-month');
  const found = await rootOfPath(await leafHash(leaf), index, size, path.map(bytesOf));
  if (found === undefined || hexOf(found) !== root) return refuse('not-in-month');

  const key = known.key ?? file.key;
  if (key !== file.key) return refuse('other-key');
  const head = await readHead(checkpoint, key);
  const earlier = await readHead(consistency.checkpoint, key);
  const noted = known.checkpoint === undefined ? head : await readHead(known.checkpoint, key);
  if (head === undefined || earlier === undefined || noted === undefined)
    return refuse('bad-signature');
  const sealed = await leafHash(seal.leaf);
  const log = await rootOfPath(sealed, seal.index, head.size, seal.path.map(bytesOf));
  if (log === undefined || hexOf(log) !== hexOf(head.root)) return refuse('not-in-log');
  if (head.origin !== earlier.origin || !(await goesOn(earlier, head, consistency.path)))
    return refuse('log-forked');
  const same = [head, earlier].find(({ size: heads }) => heads === noted.size);
  if (same === undefined) return refuse('other-size');
  if (hexOf(same.root) !== hexOf(noted.root)) return refuse('log-forked');
  return {
    isGood: true,
    line: leaf,
    sealedAt: new Date(Number(micros) / 1000),
    origin: head.origin,
    logSize: head.size,
    key,
  };
}

function refuse(fault: ProofFault): Verdict {
  return { isGood: false, fault };
}

/** Whether the later tree begins with the earlier one (RFC 9162, 2.1.4.2). */
export async function goesOn(
  earlier: Head,
  later: Head,
  proof: readonly string[],
): Promise<boolean> {
  const path = proof.map(bytesOf);
  if (earlier.size > later.size) return false;
  if (earlier.size === 0) return path.length === 0;
  if (earlier.size === later.size)
    return path.length === 0 && hexOf(earlier.root) === hexOf(later.root);
  const isPowerOfTwo = Number.isInteger(Math.log2(earlier.size));
  const [first, ...rest] = isPowerOfTwo ? [earlier.root, ...path] : path;
  if (first === undefined) return false;
  let [node, last] = [earlier.size - 1, later.size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [oldRoot, newRoot] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldRoot = await nodeHash(hash, oldRoot);
      newRoot = await nodeHash(hash, newRoot);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else newRoot = await nodeHash(newRoot, hash);
    [node, last] = [half(node), half(last)];
  }
  return (
    last === 0 && hexOf(oldRoot) === hexOf(earlier.root) && hexOf(newRoot) === hexOf(later.root)
  );
}

/** The root that a leaf and its path lead to; undefined where the path is not of that place (RFC 9162, 2.1.3.2). */
async function rootOfPath(
  leaf: Bytes,
  index: number,
  size: number,
  path: readonly Bytes[],
): Promise<Bytes | undefined> {
  if (index >= size) return undefined;
  let [node, last, root] = [index, size - 1, leaf];
  for (const hash of path) {
    if (last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      root = await nodeHash(hash, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else root = await nodeHash(root, hash);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? root : undefined;
}

/** The head that a signed note states; undefined when it is none, or the key has not signed it. */
async function readHead(note: string, verifierKey: string): Promise<Head | undefined> {
  const [, text = '', signatures = ''] =
    /^([^\n]+\n(?:0|[1-9]\d{0,14})\n[A-Za-z0-9+/]{43}=\n)\n((?:— .+\n)+)$/.exec(note) ?? [];
  const [origin = '', size, root = ''] = text.split('\n');
  const [, name = '', id = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? [];
  const key = bytesOf(encoded);
  const named = await sha256(utf8.encode(`${name}\n`), key);
  if (key[0] !== 1 || key.length !== 33 || hexOf(named.subarray(0, 4)) !== id) return undefined;
  for (const line of signatures.split('\n')) {
    if (!line.startsWith(`— ${name} `)) continue;
    const signature = bytesOf(line.slice(name.length + 3));
    if (
      hexOf(signature.subarray(0, 4)) === id &&
      (await isSigned(text, signature.subarray(4), key))
    )
      return { origin, size: Number(size), root: bytesOf(root) };
  }
  return undefined;
}

async function isSigned(text: string, signature: Bytes, key: Bytes): Promise<boolean> {
  const known = await crypto.subtle.importKey('raw', key.subarray(1), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', known, signature, utf8.encode(text));
}

function isProof(file: unknown): file is ReceiptProof {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null;
  const isPath = (value: unknown): boolean =>
    Array.isArray(value) && value.every((hash) => typeof hash === 'string' && HASH.test(hash));
  if (!isObject(file)) return false;
  const { leaf, index, size, path, seal, checkpoint, consistency, key } = file;
  return (
    [leaf, checkpoint, key].every((text) => typeof text === 'string') &&
    [index, size].every((number) => Number.isSafeInteger(number) && Number(number) >= 0) &&
    isPath(path) &&
    isObject(seal) &&
    typeof seal['leaf'] === 'string' &&
    Number.isSafeInteger(seal['index']) &&
    Number(seal['index']) >= 0 &&
    isPath(seal['path']) &&
    isObject(consistency) &&
    typeof consistency['checkpoint'] === 'string' &&
    isPath(consistency['path'])
  );
}

const HASH = /^[A-Za-z0-9+/]{43}=$/;

const half = (number: number): number => Math.floor(number / 2);

async function leafHash(leaf: string): Promise<Bytes> {
  return sha256(Uint8Array.of(0), utf8.encode(leaf));
}

async function nodeHash(left: Bytes, right: Bytes): Promise<Bytes> {
  return sha256(Uint8Array.of(1), left, right);
}

async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

/** Of base64; nothing of what is none. */
function bytesOf(base64: string): Bytes {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
