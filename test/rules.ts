import assert from 'node:assert/strict'
import type { Answer, Api } from './api.ts'
import type { GivenBusiness } from './support.ts'

type Body = Record<string, unknown>

/** A rule that refuses, switched on unless `active` is false. */
export async function givenRule(api: Api, { keys }: GivenBusiness, body: Body) {
  const { active = true, ...terms } = body
  const key = keys.secretKey
  const named = { name: 'A rule', action: 'refuse', points: 40, ...terms }
  const made = await api.post('/api/v1/rules', { key, body: named })
  assert.equal(made.status, 201, made.text)
  if (active !== true) return made.body.data
  const path = `/api/v1/rules/${made.body.data.id}`
  const on = await api.patch(path, { key, body: { active } })
  assert.equal(on.status, 200, on.text)
  return on.body.data
}

export function tryRule(api: Api, { keys }: GivenBusiness, body: Body): Promise<Answer> {
  return api.post('/api/v1/rules/try', { key: keys.secretKey, body })
}
