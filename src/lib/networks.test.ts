import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNetwork } from './networks.ts'

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
