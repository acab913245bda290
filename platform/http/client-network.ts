// The network by which a client is counted. Whoever has one IPv6 address has all 2^64 addresses of its network, so the network
// counts as one client.
import { isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** An IPv4 address, also when it is mapped to IPv6; the first 64 bits of an IPv6 address; any other text unchanged. */
export function networkOf(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (isIPv4(address) || !isIPv6(address)) return address;
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::', 2);
  const before = groupsOf(head);
  const missing = tail === undefined ? 0 : GROUPS - before.length - groupsOf(tail).length;
  const groups = [...before, ...Array<string>(missing).fill('0'), ...groupsOf(tail ?? '')];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** A dotted ending stands for two groups; their values do not matter, since it is never part of the network. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
