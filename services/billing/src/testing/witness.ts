// A witness of the log of seals like an independent program: it answers over a socket, keeps the last head that it signed, and
// signs only continuations of it (C2SP tlog-witness).
import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  isSignedBy,
  readCheckpoint,
  readVerifierKey,
  textOfNote,
} from '@kvartplata/platform/proof/signed-note.ts';
import { goesOn } from '@kvartplata/platform/proof/verify-proof.js';
import type { Witness } from '../books/seals/witnesses.service.ts';

export type TestWitness = Witness & {
  /** A fixed response to every request from now on; undefined for normal behaviour. */
  answer: { readonly status: number; readonly body: string } | undefined;
  /** The last head that it signed. */
  head: { size: number; root: Buffer };
  /** Whether it signs with a key other than its own. */
  lies: boolean;
  readonly stop: () => Promise<void>;
};

const NAME = 'witness.example/w1';
const PRIVATE_KEY = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyOf(seed: number) {
  const der = Buffer.concat([PRIVATE_KEY, Buffer.alloc(32, seed)]);
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const bytes = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(12);
  const encoded = Buffer.of(4, ...bytes);
  const id = hash('sha256', Buffer.concat([Buffer.from(`${NAME}\n`), encoded]), 'buffer');
  return { secret, id: id.subarray(0, 4), encoded };
}

/** @param logKey the verifier key of the log that it trusts */
export async function startWitness(logKey: string): Promise<TestWitness> {
  const [own, other] = [keyOf(4), keyOf(5)];
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const witness: TestWitness = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: readVerifierKey(`${NAME}+${own.id.toString('hex')}+${own.encoded.toString('base64')}`),
    answer: undefined,
    head: { size: 0, root: Buffer.alloc(0) },
    lies: false,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await text(request);
    const { status, body } = witness.answer ?? (await judge(asked));
    response.writeHead(status).end(body);
  }

  async function judge(body: string): Promise<{ status: number; body: string }> {
    const end = body.indexOf('\n\n');
    const [old = '', ...path] = body.slice(0, end).split('\n');
    const note = body.slice(end + 2);
    const head = readCheckpoint(note);
    if (head === undefined || !isSignedBy(note, readVerifierKey(logKey)))
      return { status: 403, body: '' };
    const { size, root } = witness.head;
    if (old !== `old ${size}`) return { status: 409, body: `${size}\n` };
    const [earlier, later] = [
      { origin: head.origin, size, root: new Uint8Array(root) },
      { ...head, root: new Uint8Array(head.root) },
    ];
    if (!(await goesOn(earlier, later, path))) return { status: 422, body: '' };
    witness.head = head;
    const { secret, id } = witness.lies ? other : own;
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(1_700_000_000n);
    const signed = sign(
      null,
      Buffer.from(`cosignature/v1\ntime 1700000000\n${textOfNote(note)}`),
      secret,
    );
    const line = Buffer.concat([witness.lies ? own.id : id, time, signed]).toString('base64');
    return { status: 200, body: `— ${NAME} ${line}\n` };
  }
  return witness;
}
