import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './client-network.ts';

const cases = [
  { address: '203.0.113.5', network: '203.0.113.5', why: 'IPv4 addresses are held one by one' },
  { address: '::ffff:203.0.113.5', network: '203.0.113.5', why: 'the same through an IPv6 socket' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2', why: 'the first 64 bits' },
  { address: '2001:0DB8:1:2::9', network: '2001:db8:1:2', why: 'another way to write it' },
  { address: '2001:db8::9', network: '2001:db8:0:0', why: 'zeros left out within the network' },
  { address: '::1', network: '0:0:0:0', why: 'zeros left out in front' },
  { address: 'fe80::1%eth0', network: 'fe80:0:0:0', why: 'a zone' },
  { address: '64:ff9b::203.0.113.5', network: '64:ff9b:0:0', why: 'a dotted end' },
  {
    address: 'unknown',
    network: 'unknown',
    why: 'what a proxy says of a client that it does not know',
  },
];
for (const { address, network, why } of cases) {
  test(`${address} counts as ${network}: ${why}`, () => {
    assert.equal(networkOf(address), network);
  });
}
