import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCaptured } from './captured.ts'

const BODY = '{"event":"a","naira":"₦5"}'

test('headers and body are read as they came, whatever ends the lines of the headers', () => {
  for (const end of ['\r\n', '\n']) {
    const file = ['X-Signature: 0A1b', 'Accept:', '', BODY].join(end)
    const headers = { 'x-signature': '0A1b', accept: '' }
    assert.deepEqual(readCaptured(Buffer.from(file)), { headers, body: Buffer.from(BODY) })
  }
})

test('an empty line in the body belongs to it, as does every byte that is no text', () => {
  const body = Buffer.concat([Buffer.from('a\n\nb\r\n\r\n'), Buffer.from([0, 255, 128])])
  const read = readCaptured(Buffer.concat([Buffer.from('a: b\n\n'), body]))
  assert(typeof read === 'object')
  assert.deepEqual(read.body, body)
})

test('the token is the end of the address, where the address is there', () => {
  const token = (path: string) => {
    const read = readCaptured(Buffer.from(`POST ${path} HTTP/1.1\r\nhost: x\r\n\r\n{}`))
    return typeof read === 'object' && [read.token, read.headers['host']]
  }
  assert.deepEqual(token('/api/v1/rails/safehaven/notifications/a-token'), ['a-token', 'x'])
  assert.deepEqual(token('/api/v1/rails/monnify/notifications'), [undefined, 'x'])
})

test('what an editor added behind the body is dropped by Content-Length', () => {
  const file = `content-length: ${Buffer.byteLength(BODY)}\n\n${BODY}\n`
  const read = readCaptured(Buffer.from(file))
  assert(typeof read === 'object')
  assert.equal(read.body.toString(), BODY)
})

test('another form is told in a sentence', () => {
  for (const [file, says] of [
    ['a: b', /no empty line/],
    ['{"event":"a"}\n\n', /are not headers/],
    ['GET / HTTP/1.1\na: b\n\n', /are not headers/],
    ['content-length: 3\n\n{}', /shorter than Content-Length/],
    ['content-length: x\n\n{}', /shorter than Content-Length/],
    ['transfer-encoding: chunked\n\n2\n{}', /is chunked/],
  ] as const) {
    const read = readCaptured(Buffer.from(file))
    assert(typeof read === 'string', file)
    assert.match(read, says)
  }
})
