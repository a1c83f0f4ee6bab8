import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext as Case, test } from 'node:test'
import { givenPayment, useApi } from '../api.ts'
import { givenBusiness, useContext } from '../support.ts'

// Bodies in chunks of one byte: each chunk costs a reader as much as hundreds of bytes.

const URL_PATH = '/api/v1/transactions/initialize'
const CHUNKS_MAX = 1_000
const HELD_MS_MAX = 50
const TRIES_MAX = 10

const context = useContext()
const api = useApi(context)

let port: number | null = null

async function givenSocket(t: Case): Promise<Socket> {
  port ??= Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const socket = connect({ port, host: '127.0.0.1' })
  t.after(() => socket.destroy())
  return socket.on('error', () => {})
}

/** Sends a head and chunks; answers how the response begins. */
async function send(socket: Socket, url: string, chunks: string, key?: string): Promise<string> {
  const head = [
    `POST ${url} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
  ].join('\r\n')
  socket.write(`${head}\r\n\r\n${chunks}`)
  const [answer] = await once(socket, 'data')
  return String(answer)
}

const ones = (text: string) => [...text].map((letter) => `1\r\n${letter}\r\n`).join('')

/** So many letters. */
function bodyOf({ length }: { length: number }): string {
  const body = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  return JSON.stringify(body).padEnd(length)
}

test('a body comes in at most a thousand chunks', async (t) => {
  const { secretKey } = (await givenBusiness(context)).keys
  const taken = await send(
    await givenSocket(t),
    URL_PATH,
    `${ones(bodyOf({ length: CHUNKS_MAX }))}0\r\n\r\n`,
    secretKey,
  )
  assert.match(taken, /^HTTP\/1\.1 200 /)

  const refused = await send(
    await givenSocket(t),
    URL_PATH,
    ones(bodyOf({ length: CHUNKS_MAX + 1 })),
    secretKey,
  )
  assert.match(refused, /^HTTP\/1\.1 413 /)
  assert.match(refused, /\r\nconnection: close\r\n/i)
  assert.match(
    refused,
    /"code":"body_too_large","message":"Send the body in at most 1000 chunks\."/,
  )
})

test('one after the other on one connection, each is answered', async (t) => {
  const { secretKey } = (await givenBusiness(context)).keys
  const socket = await givenSocket(t)
  for (let i = 0; i < 3; i++) {
    const came = once(api.app.server, 'request')
    const answered = send(socket, URL_PATH, ones(bodyOf({ length: 100 })), secretKey)
    await came
    socket.write('0\r\n\r\n')
    assert.match(await answered, /^HTTP\/1\.1 200 /)
  }
})

test('no body of 100 kB in chunks of one byte holds the process', async (t) => {
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business)
  const [chunks, key] = [ones('a'.repeat(100 * 1024)), business.keys.secretKey]
  for (const [url, sent] of [
    [URL_PATH, key],
    [`/checkout/${access_code}/card`, undefined],
    ['/nowhere', undefined],
  ] as const) {
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES_MAX && least > HELD_MS_MAX; tries++) {
      const before = process.threadCpuUsage()
      assert.match(await send(await givenSocket(t), url, chunks, sent), /^HTTP\/1\.1 413 /)
      const { user, system } = process.threadCpuUsage(before)
      least = Math.min(least, Math.round((user + system) / 1_000))
    }
    assert(least <= HELD_MS_MAX, `${url}: ${least} ms`)
  }
})
