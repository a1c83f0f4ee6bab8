import assert from 'node:assert/strict'
import type { Answer, Api } from '../api.ts'
import type { GivenBusiness } from '../support.ts'

// Identity verification as a business does it, through the API alone.

/** A correct code in the sandbox, and a wrong one. */
export const RIGHT = '123456'
export const WRONG = '654321'

type Business = Pick<GivenBusiness, 'keys'>
type Type = 'BVN' | 'NIN'
type How = { prefix?: 'bvn' | 'identity'; headers?: Record<string, string> }
/** The id of a verification and its input. */
export type Given = { id: string; type: Type; number: string }

let numbers = 0

/** Eleven digits that no other verification of this test file uses. */
export function freshNumber(): string {
  numbers += 1
  return `22${String(numbers).padStart(9, '0')}`
}

export function initiate(
  api: Api,
  { keys }: Business,
  body: Record<string, unknown> = {},
  { prefix = 'identity', headers = {} }: How = {},
): Promise<Answer> {
  return api.post(`/api/v1/${prefix}/verify`, {
    key: keys.secretKey,
    body: { type: 'BVN', number: freshNumber(), ...body },
    headers,
  })
}

/** A verification whose code was sent. */
export async function givenVerification(
  api: Api,
  business: Business,
  { type = 'BVN', number = freshNumber(), ...more }: Partial<Given> & { consent?: object } = {},
): Promise<Given> {
  const { status, body, text } = await initiate(api, business, { type, number, ...more })
  assert.equal(status, 200, text)
  return { id: body.verification_id, type, number }
}

export function validate(
  api: Api,
  { keys }: Business,
  { id, type }: Pick<Given, 'id' | 'type'>,
  otp: unknown = RIGHT,
  { prefix = 'identity', headers = {} }: How = {},
): Promise<Answer> {
  return api.post(`/api/v1/${prefix}/validate`, {
    key: keys.secretKey,
    body: { verification_id: id, type, otp },
    headers,
  })
}

export function resend(
  api: Api,
  { keys }: Business,
  { id }: Pick<Given, 'id'>,
  { prefix = 'identity', headers = {} }: How = {},
): Promise<Answer> {
  return api.post(`/api/v1/${prefix}/resend`, {
    key: keys.secretKey,
    body: { verification_id: id },
    headers,
  })
}

/** The record as fetched: with consent and accesses, without details. */
export async function fetchVerification(api: Api, { keys }: Business, { id }: Pick<Given, 'id'>) {
  const { status, body, text } = await api.get(`/api/v1/identity/${id}`, { key: keys.secretKey })
  assert.equal(status, 200, text)
  return body.data
}

type Message = Record<'id' | 'channel' | 'to' | 'text' | 'otp' | 'created_at', string> &
  Record<'subject' | 'html', string | null>

/** The sandbox's messages for this business, newest first. */
export async function messagesOf(api: Api, { keys }: Business, query = '') {
  const path = `/api/v1/sandbox/messages${query}`
  const { status, body, text } = await api.get(path, { key: keys.secretKey })
  assert.equal(status, 200, text)
  return body.data as Message[]
}

/** The available balance in kobo. */
export async function availableOf(api: Api, { keys }: Business): Promise<number> {
  const { body } = await api.get('/api/v1/balance', { key: keys.secretKey })
  return body.data.available as number
}

/** Status, code, and the attempts left where the answer has them. */
export function said({ status, body }: Answer): [status: number, code: string, left?: number] {
  const { code, attempts_left: left } = body
  return left === undefined ? [status, code] : [status, code, left]
}
