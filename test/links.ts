import assert from 'node:assert/strict'
import { type Answer, type Api, recordIn } from './api.ts'
import type { GivenBusiness } from './support.ts'

// Payment links as businesses and their customers use them.

export type Link = {
  id: string
  slug: string
  url: string
  amount: number | null
  fields: { label: string; required: boolean; variable_name: string }[]
  payments: { succeeded: number; amount: number; open: number; used: number }
  [more: string]: unknown
}

export const CUSTOMER = { email: 'ada@example.com', name: 'Ada Example' }

export async function givenLink(
  api: Api,
  { keys }: Pick<GivenBusiness, 'keys'>,
  body: object = {},
): Promise<Link> {
  const answer = await api.post('/api/v1/payment-links', {
    key: keys.secretKey,
    body: { name: 'Adire workshop', amount: 1_500_000, ...body },
  })
  assert.equal(answer.status, 201, answer.text)
  return recordIn(answer)
}

export async function linkOf(
  api: Api,
  { keys }: Pick<GivenBusiness, 'keys'>,
  { id }: Pick<Link, 'id'>,
): Promise<Link> {
  const { body } = await api.get(`/api/v1/payment-links/${id}`, { key: keys.secretKey })
  return body.data
}

let addresses = 0

/** Submits a link's form from a new address, to stay below rate limits. */
export function submit(
  api: Api,
  slug: string,
  fields: Record<string, string> | string = CUSTOMER,
  headers: Record<string, string> = {},
): Promise<Answer> {
  addresses += 1
  return api.send({
    method: 'POST',
    url: `/pay/${slug}`,
    remoteAddress: `10.2.${addresses >> 8}.${addresses & 255}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: typeof fields === 'string' ? fields : String(new URLSearchParams(fields)),
  })
}

/** The access code of the payment that the form started. */
export function accessCodeIn({ status, headers, text }: Answer): string {
  assert.equal(status, 303, text)
  const [, code] = /^\/checkout\/([A-Za-z0-9_-]{22,})$/.exec(String(headers['location'])) ?? []
  assert(code, String(headers['location']))
  return code
}

export async function begin(api: Api, slug: string, fields?: Record<string, string>) {
  return accessCodeIn(await submit(api, slug, fields))
}
