import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

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
