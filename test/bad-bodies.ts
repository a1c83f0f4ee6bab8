import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { routeNamed } from '../src/http/routes.ts'
import type { Answer, Api } from './api.ts'

// Malformed bodies for any endpoint that takes JSON, with any credential.

const JSON_BYTES_MAX = 100 * 1024

type Body = string | Buffer
export type Send = (body: Body, headers?: Record<string, string>) => Promise<Answer>

/** Every published route that takes JSON, such as `POST /api/v1/refunds`. */
export function takingJson(api: Api): string[] {
  return Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations ?? {})
      .filter(([, operation]) => 'application/json' in (bodyOf(operation)?.content ?? {}))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
}

type Case = [name: string, body: Body, code: string]
const UNREADABLE: Case[] = [
  ['nothing', '', 'invalid_json'],
  ['no JSON', 'amount=500000', 'invalid_json'],
  ['null', 'null', 'invalid_request'],
  ['a list', '[]', 'invalid_request'],
  ['a text', '"x"', 'invalid_request'],
  ['a number', '1', 'invalid_request'],
  ['a text that is cut short', '{"amount": 5000', 'invalid_json'],
  ['a byte order mark', Buffer.from('\ufeff{}'), 'invalid_json'],
  ['UTF-16', Buffer.from('{"amount": 500000}', 'utf16le'), 'invalid_json'],
  [
    'bytes that are not UTF-8',
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    'invalid_json',
  ],
  ['a trailing comma', '{"amount": 500000,}', 'invalid_json'],
  ['a key twice', '{"amount": 100, "amount": 500000}', 'invalid_json'],
  ['__proto__', '{"__proto__": {"admin": true}}', 'invalid_json'],
  ['U+0000', '{"name": "a\\u0000b"}', 'invalid_json'],
  ['half a surrogate pair', '{"name": "\\ud83d"}', 'invalid_json'],
  ['100,000 lists in each other', '['.repeat(100_000), 'invalid_json'],
  ['as many keys as fit', `{${manyKeys()}}`, 'any'],
  ['a compressed body', gzipSync('{"amount": 500000}'), 'invalid_json'],
]

export async function refusesUnreadable(send: Send): Promise<void> {
  for (const [name, raw, code] of UNREADABLE) {
    const answer = await send(raw)
    if (code === 'any') {
      assert(answer.status < 500, `${name}: ${answer.text}`)
      continue
    }
    assert.deepEqual([answer.status, answer.body.code], [400, code], `${name}: ${answer.text}`)
    assert(!/node_modules|\.ts|select |insert /.test(answer.text), answer.text)
  }
}

/** How many bytes a route takes, by a name such as `POST /api/v1/refunds`. */
export function bytesMaxOf(endpoint: string): number {
  const name = endpoint.replace(' /api/v1', ' ').replaceAll(/\{(\w+)\}/g, ':$1')
  return routeNamed(name)?.facts.bodyBytesMax ?? JSON_BYTES_MAX
}

export async function refusesLong(send: Send, bytesMax = JSON_BYTES_MAX): Promise<void> {
  const padded = (bytes: number) => `{${' '.repeat(bytes - 2)}}`
  assert.notEqual((await send(padded(bytesMax))).status, 413)
  for (const bytes of [bytesMax + 1, Math.max(2 * bytesMax, 5_000_000)]) {
    const answer = await send(padded(bytes))
    assert.deepEqual([answer.status, answer.body.code], [413, 'body_too_large'])
  }
}

export async function refusesOtherTypes(send: Send): Promise<void> {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-ndjson',
    'application/jsonx',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-7',
    'application/json; charset="utf-16"',
    'application/json; charset=iso-8859-1',
  ]) {
    const answer = await send('{}', { 'content-type': type })
    assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'], type)
  }
}

export async function takesJsonHoweverWritten(send: Send): Promise<void> {
  for (const type of ['application/json;charset=UTF-8', 'APPLICATION/JSON ; charset=utf8']) {
    assert.notEqual((await send('{}', { 'content-type': type })).status, 415, type)
  }
}

function bodyOf(operation: unknown) {
  return (operation as { requestBody?: { content?: Record<string, unknown> } }).requestBody
}

function manyKeys(): string {
  return Array.from({ length: 9_000 }, (_, i) => `"${i}":1`).join(',')
}
