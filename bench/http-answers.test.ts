import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerReader } from './http-answers.ts'

const ANSWERS = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nnaira' +
    'HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n' +
    'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\nCookie-Length: 9\r\n\r\n\r\n' +
    'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nnaira\r\n0\r\n\r\n' +
    'HTTP/1.1 200 OK\r\nX: y\r\ncontent-length:  0\r\n\r\n',
)
const STATUSES = [200, 204, 429, 201, 200]

test('answers that are joined in one packet are told apart', () => {
  const seen: [number, string | undefined][] = []

  answerReader((status, body) => seen.push([status, body?.toString()]))(ANSWERS)

  assert.deepEqual(seen, [
    [200, 'naira'],
    [204, ''],
    [429, '\r\n'],
    [201, '5\r\nnaira\r\n0\r\n\r\n'],
    [200, ''],
  ])
})

test('an answer that is split anywhere, even twice, is one answer', () => {
  for (let first = 0; first <= ANSWERS.length; first += 1) {
    for (let second = first; second <= ANSWERS.length; second += 1) {
      const statuses: number[] = []
      const read = answerReader((status) => statuses.push(status))

      // The generator reads every packet into the same memory.
      const memory = Buffer.alloc(ANSWERS.length)
      for (const part of [
        ANSWERS.subarray(0, first),
        ANSWERS.subarray(first, second),
        ANSWERS.subarray(second),
      ]) {
        part.copy(memory)
        read(memory.subarray(0, part.length))
        memory.fill(0)
      }

      assert.deepEqual(statuses, STATUSES, `split at ${first} and ${second}`)
    }
  }
})

test('an answer whose end cannot be known stops the run', () => {
  const read = answerReader(() => {})
  const endless = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'

  assert.throws(() => read(Buffer.from(endless)), /without Content-Length/)
})
