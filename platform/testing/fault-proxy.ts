// A TCP proxy between two programs that does to their connections what networks do.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export type Fault =
  /** Everything passes. */
  | { readonly kind: 'none' }
  /** Every piece is late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** A few bytes at a time. */
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** Connections are closed, new ones too. */
  | { readonly kind: 'cut' }
  /** Each connection is reset once so many bytes have come back on it. */
  | { readonly kind: 'reset'; readonly afterBytes: number }
  /** What is sent is silently lost; connections that have lost anything stay dead. */
  | { readonly kind: 'half-open' };

export type FaultProxy = {
  readonly port: number;
  readonly set: (fault: Fault) => void;
  /** How many connections have lost data. */
  readonly lost: () => number;
  readonly close: () => Promise<void>;
};

const NONE: Fault = { kind: 'none' };

type Link = { readonly near: Socket; readonly far: Socket; lost: boolean; answered: number };

/** @param targetPort on loopback, called for each connection */
export async function openFaultProxy(targetPort: () => number): Promise<FaultProxy> {
  const links = new Set<Link>();
  let fault: Fault = NONE;

  const server = createServer((near) => {
    if (fault.kind === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(targetPort(), '127.0.0.1');
    const link: Link = { near, far, lost: false, answered: 0 };
    links.add(link);
    void pass(link, near, far);
    void pass(link, far, near);
    near.once('close', () => links.delete(link));
  });

  async function pass(link: Link, from: Socket, to: Socket): Promise<void> {
    from.setNoDelay(true);
    from.on('error', () => undefined);
    try {
      for await (const piece of from) await deliver(link, piece as Buffer, to);
      if (!link.lost) to.end();
    } catch {
      if (!link.lost) to.destroy();
    }
  }

  async function deliver(link: Link, piece: Buffer, to: Socket): Promise<void> {
    if (fault.kind === 'half-open') link.lost = true;
    if (link.lost) return;
    if (fault.kind === 'delay') await setTimeout(fault.ms);
    if (to === link.near) link.answered += piece.length;
    if (fault.kind === 'reset' && link.answered > fault.afterBytes) {
      link.near.resetAndDestroy();
      link.far.destroy();
      return;
    }
    for (const part of partsOf(piece, fault)) {
      if (!to.write(part)) await once(to, 'drain');
      if (fault.kind === 'drip') await setTimeout(fault.everyMs);
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      fault = next;
      for (const link of links) link.answered = 0;
      if (next.kind === 'cut') for (const link of links) end(link);
    },
    lost: () => [...links].filter((link) => link.lost).length,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const link of links) end(link);
      await closed;
    },
  };
}

function end({ near, far }: Link): void {
  near.destroy();
  far.destroy();
}

function* partsOf(piece: Buffer, fault: Fault): Generator<Buffer> {
  const size = fault.kind === 'drip' ? fault.bytes : piece.length;
  for (let at = 0; at < piece.length; at += size) yield piece.subarray(at, at + size);
}
