// Restricts webhooks to addresses of the public internet: whatever name an owner types, no request may reach what only this
// network can access.
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export type Address = { readonly address: string; readonly family: 4 | 6 };

/** Everything that IANA reserves: private, shared, loopback, link-local, documentation, multicast and the rest. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Only 2000::/3 of IPv6 is in use, except these parts of it. 6to4 and Teredo contain an arbitrary IPv4 address. */
const GLOBAL_6 = '2000::/3';
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublic = listOf([...NOT_PUBLIC_4, ...NOT_PUBLIC_6]);
const global6 = listOf([GLOBAL_6]);

export function isPublic({ address, family }: Address): boolean {
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/**
 * Every address of a host: a name with a public and a private address is as dangerous as one with only a private address.
 * @throws an Error when there is none
 */
export async function addressesOf(hostname: string): Promise<readonly Address[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family: family === 4 ? 4 : 6 }];
  const found = await lookUp(host, { all: true, verbatim: true });
  return found.map(({ address, family: version }) => ({
    address,
    family: version === 4 ? 4 : 6,
  }));
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    list.addSubnet(base, Number(bits), base.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
