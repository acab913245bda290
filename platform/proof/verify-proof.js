// Verifies the proof of a receipt from its file alone: the account's line is in the month's tree, the month's seal in the log,
// the log's head is signed, and the log has only grown since the earlier head. Plain JavaScript without imports that uses only
// what browsers have: the page of a proof contains this very file.

/** @import { Bytes, Head, Known, ProofFault, ReceiptProof, Verdict } from './receipt-proof.ts' */

const SEAL = /^(\d+)\|(\d{4}-\d\d)\|(\d+)\|(\d+)\|(\d+)\|([0-9a-f]{64})\|[0-9a-f]{64}$/;
const BRACE = 0x7b;
const LINE_FEED = 0x0a;
const utf8 = new TextEncoder();

/**
 * @param {unknown} file
 * @param {Known} known
 * @returns {Promise<Verdict>}
 */
export async function verifyProof(file, known = {}) {
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

/**
 * Parses a file, JSON or packed; undefined when it is neither.
 * @param {Bytes} file
 * @returns {Promise<unknown>}
 */
export async function readProof(file) {
  try {
    return file[0] === BRACE ? JSON.parse(new TextDecoder().decode(file)) : await unpackProof(file);
  } catch {
    return undefined;
  }
}

/**
 * Unpacks a packed proof. Its content: the log's name and the account's line, each with a line feed; 4 bytes each for the line's
 * place, the number of the month's lines, and the seal's place; 8 bytes each for the month's cycle and the seal's time; 32 bytes
 * each for the key, the signature (twice), the books, and the hashes of the month's path and the log's.
 * The rest is computed: the roots, and from them the seal's line and the signed text.
 * @param {Bytes} file
 * @returns {Promise<ReceiptProof>}
 */
async function unpackProof(file) {
  const text = new TextDecoder('utf-8', { fatal: true });
  const [first = 0, second = 0] = Array.from(file.entries())
    .filter(([, byte]) => byte === LINE_FEED)
    .map(([at]) => at);
  const origin = text.decode(file.subarray(0, first));
  const leaf = text.decode(file.subarray(first + 1, second));
  const numbers = new DataView(file.buffer, file.byteOffset + second + 1, 28);
  const [index, size, place] = [numbers.getUint32(0), numbers.getUint32(4), numbers.getUint32(8)];
  const [cycle, micros] = [numbers.getBigUint64(12), numbers.getBigUint64(20)];
  const raw = file.subarray(second + 29);
  if (raw.length % 32 !== 0) throw new Error('its hashes are not whole');
  const [key, r, s, books, ...paths] = Array.from({ length: raw.length / 32 }, (_, nth) =>
    raw.subarray(nth * 32, nth * 32 + 32),
  );
  const path = paths.slice(0, pathLength(index, size));
  const above = paths.slice(path.length);
  const root = await rootOfPath(await leafHash(leaf), index, size, path);
  if (!key || !r || !s || !books || !root) throw new Error('its path leads nowhere');
  const [organization, month] = leaf.split('|');
  const seal = [organization, month, cycle, micros, size, hexOf(root), hexOf(books)].join('|');
  const log = await rootOfPath(await leafHash(seal), place, place + 1, above);
  if (!log) throw new Error('its path leads nowhere');
  const kind = Uint8Array.of(1);
  const id = (await sha256(utf8.encode(`${origin}\n`), kind, key)).subarray(0, 4);
  const signature = base64Of(id, r, s);
  const checkpoint = `${origin}\n${place + 1}\n${base64Of(log)}\n\n— ${origin} ${signature}\n`;
  return {
    leaf,
    index,
    size,
    path: path.map((hash) => base64Of(hash)),
    seal: { leaf: seal, index: place, path: above.map((hash) => base64Of(hash)) },
    checkpoint,
    consistency: { checkpoint, path: [] },
    key: `${origin}+${hexOf(id)}+${base64Of(kind, key)}`,
  };
}

/**
 * The number of siblings on the way up from a place in a tree.
 * @param {number} index
 * @param {number} size
 * @returns {number}
 */
function pathLength(index, size) {
  let length = 0;
  for (let [node, last] = [index, size - 1]; last > 0; [node, last] = [half(node), half(last)])
    if (node % 2 === 1 || node < last) length += 1;
  return length;
}

/**
 * @param {ProofFault} fault
 * @returns {Verdict}
 */
function refuse(fault) {
  return { isGood: false, fault };
}

/**
 * Whether the later tree begins with the earlier one (RFC 9162, 2.1.4.2).
 * @param {Head} earlier
 * @param {Head} later
 * @param {readonly string[]} proof
 * @returns {Promise<boolean>}
 */
export async function goesOn(earlier, later, proof) {
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

/**
 * The root computed from a leaf and its path; undefined when the path does not fit the place (RFC 9162, 2.1.3.2).
 * @param {Bytes} leaf
 * @param {number} index
 * @param {number} size
 * @param {readonly Bytes[]} path
 * @returns {Promise<Bytes | undefined>}
 */
async function rootOfPath(leaf, index, size, path) {
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

/**
 * The head in a signed note; undefined when it is not valid, or not signed by the key.
 * @param {string} note
 * @param {string} verifierKey
 * @returns {Promise<Head | undefined>}
 */
async function readHead(note, verifierKey) {
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

/**
 * @param {string} text
 * @param {Bytes} signature
 * @param {Bytes} key
 * @returns {Promise<boolean>}
 */
async function isSigned(text, signature, key) {
  const known = await crypto.subtle.importKey('raw', key.subarray(1), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', known, signature, utf8.encode(text));
}

/**
 * @param {unknown} file
 * @returns {file is ReceiptProof}
 */
function isProof(file) {
  /** @type {(value: unknown) => boolean} */
  const isPath = (value) =>
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

/**
 * @param {unknown} value
 * @returns {value is Readonly<Record<string, unknown>>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

const HASH = /^[A-Za-z0-9+/]{43}=$/;

/** @type {(number: number) => number} */
const half = (number) => Math.floor(number / 2);

/**
 * @param {string} leaf
 * @returns {Promise<Bytes>}
 */
async function leafHash(leaf) {
  return sha256(Uint8Array.of(0), utf8.encode(leaf));
}

/**
 * @param {Bytes} left
 * @param {Bytes} right
 * @returns {Promise<Bytes>}
 */
async function nodeHash(left, right) {
  return sha256(Uint8Array.of(1), left, right);
}

/**
 * @param {readonly Bytes[]} parts
 * @returns {Promise<Bytes>}
 */
async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

/**
 * Decodes base64; an invalid text becomes no bytes.
 * @param {string} base64
 * @returns {Bytes}
 */
function bytesOf(base64) {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {readonly Uint8Array[]} parts
 * @returns {string}
 */
function base64Of(...parts) {
  return btoa(String.fromCharCode(...parts.flatMap((part) => Array.from(part))));
}
