import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf, readNetwork } from './networks.ts'

test('a network is kept as its first address and its length, however it was written', () => {
  const written: [string, string][] = [
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0::1', '2001:db8::1/128'],
    ['2001:db8::ffff/33', '2001:db8::/33'],
  ]
  for (const [text, kept] of written) {
    assert.equal(readNetwork(text), kept)
    assert.equal(readNetwork(kept), kept)
  }
})

test('what people write otherwise is refused, and never read as another network', () => {
  for (const text of [
    ...['', '/', '/24', 'x', 'shop.example', '203.0.113', '203.0.113.7.1', '203.0.113.256', '7'],
    ...[
      '010.0.0.1',
      '0x7f.0.0.1',
      '203.0.113.0/33',
      '203.0.113.0/-1',
      '203.0.113.0/',
      '1.2.3.4/08x',
    ],
    ...['203.0.113.0/24/24', '203.0.113.0-9', '203.0.113.*', ' 203.0.113.7', '203.0.113.7\n'],
    ...['2001:db8::/129', '2001:db8', '2001:db8:::', 'fe80::1%eth0', '[2001:db8::1]', '::g'],
    ...['::ffff:203.0.113.7', '::ffff:cb00:7107/120', '１92.0.2.1'],
  ]) {
    assert.equal(readNetwork(text), null, text)
  }
})

test('all addresses of one IPv6 /64 are one network, however they are written', () => {
  const same = ['2001:db8:0:7::1', '2001:0DB8::7:ffff:ffff:ffff:ffff', '2001:db8:0:7::1%eth0']
  for (const address of same) assert.equal(networkOf(address), '2001:db8:0:7::/64')
  assert.equal(networkOf('2001:db8:0:8::1'), '2001:db8:0:8::/64')
})

test('an IPv4 address is a network of its own, also where a socket writes it as IPv6', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('::ffff:c000:201'), '192.0.2.1')
})

test('what is no address is counted as it is', () => {
  assert.equal(networkOf('unknown'), 'unknown')
  assert.equal(networkOf(''), '')
})
