import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { kobo } from '../platform/money.ts'
import { fromWire, toWire } from './wire.ts'

test('a row goes out in snake_case, its moments in ISO 8601 and its amounts as numbers', () => {
  const row = {
    accountNumber: '0000000018',
    amount: kobo(500_000),
    paidAt: new Date('2026-11-21T09:30:00.123Z'),
    revokedAt: null,
    p50Ms: 7,
    isDefault: true,
    bank: { nipCode: '000013' },
    windows: [{ startedAt: new Date(0) }],
    wrong_amount: 1n,
  }

  assert.deepEqual(toWire(row), {
    account_number: '0000000018',
    amount: 500_000,
    paid_at: '2026-11-21T09:30:00.123Z',
    revoked_at: null,
    p50_ms: 7,
    is_default: true,
    bank: { nip_code: '000013' },
    windows: [{ started_at: '1970-01-01T00:00:00.000Z' }],
    wrong_amount: 1,
  })
})

test('what was sent comes in by camelCase, its values as they are, and nothing unknown', () => {
  const schema = Type.Object({
    bank_code: Type.String(),
    overlap_hours: Type.Integer(),
    name: Type.String(),
    metadata: Type.Object({}),
  })
  const metadata = { order_id: 1 }
  const sent = { bank_code: '058', overlap_hours: 0, name: 'Ada', metadata, live_since: 'ever' }

  const read = fromWire(schema, sent)

  assert.deepEqual(read, { bankCode: '058', overlapHours: 0, name: 'Ada', metadata })
})
