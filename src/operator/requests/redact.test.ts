import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { BODY_LENGTH_MAX, masked, REDACTED, redactorOf } from './redact.ts'

const CARD = '4084084084084081'
const find = () => undefined

test('only what the schema names is kept, and secrets are replaced', () => {
  const redact = redactorOf(
    Type.Object({
      amount: Type.Integer(),
      otp: Type.String(),
      customer: Type.Object({ email: Type.String() }),
      items: Type.Array(Type.Object({ id: Type.String() })),
    }),
    find,
  )

  const kept = redact({
    amount: 500_000,
    otp: '123456',
    pasw0rd: 'hunter2',
    customer: { email: 'ada@example.com', pin: '1234' },
    items: [{ id: 'ref_1', card: CARD }, 'a text where an object belongs'],
  })

  assert.deepEqual(kept, {
    amount: 500_000,
    otp: REDACTED,
    customer: { email: 'ada@example.com' },
    items: [{ id: 'ref_1' }],
  })
})

test('nothing is kept of a body whose route has no schema', () => {
  assert.equal(redactorOf(undefined, find)({ amount: 500_000 }), undefined)
  assert.equal(redactorOf({}, find)('a text'), undefined)
  assert.equal(redactorOf(Type.Object({}), find)({ amount: 1 }), undefined)
})

test('a field that may be one of several things keeps what any of them names', () => {
  const redact = redactorOf(
    Type.Object({
      bank: Type.Union([Type.Object({ code: Type.String() }), Type.Null()]),
      logo: Type.Union([Type.String(), Type.Object({ url: Type.String(), key: Type.String() })]),
    }),
    find,
  )

  assert.deepEqual(redact({ bank: null, logo: { url: 'https://x.example', key: 'k', more: 1 } }), {
    bank: null,
    logo: { url: 'https://x.example', key: REDACTED },
  })
  assert.deepEqual(redact({ bank: { code: '058', name: 'GTB' }, logo: 'text' }), {
    bank: { code: '058' },
    logo: 'text',
  })
})

test('free-form data loses secrets by name, and numbers of persons and cards wherever they are', () => {
  const redact = redactorOf(Type.Object({}, { additionalProperties: true }), find)

  const kept = redact({
    order: 'order-1732812345678',
    api_key: 'sk_test_x',
    customer: { Password: 'hunter2', bvn: '22222222222', note: 'BVN 222-2222-2222, please' },
    typed: 22_222_222_222,
    cards: [CARD, '4084 0840 8408 4081', { paid_with: `card ${CARD}.` }],
    session: '000013261121093000000000000001',
    22222222222: 'as a name',
  })

  assert.deepEqual(kept, {
    order: 'order-1732812345678',
    api_key: REDACTED,
    customer: { Password: REDACTED, bvn: REDACTED, note: `BVN ${REDACTED}, please` },
    typed: REDACTED,
    cards: [REDACTED, REDACTED, { paid_with: `card ${REDACTED}.` }],
    session: '000013261121093000000000000001',
    [REDACTED]: 'as a name',
  })
})

test('a number of a person is found beside other digits', () => {
  assert.equal(masked('2026-11-28 22222222222 4'), `2026-11-28 ${REDACTED} 4`)
  assert.equal(masked('a'.repeat(40)), 'a'.repeat(40))
})

test('an id of ours with eleven digits in a row is kept, and a number beside it is not', () => {
  const id = 'txn_01a224fd4a63725993661f12de559be5'
  const uuid = '01a224fd-4a63-7259-9366-1f12de559be5'

  for (const text of [id, uuid, `/api/v1/transactions/${id}/cancel`, `${id} ${uuid}`]) {
    assert.equal(masked(text), text)
  }
  assert.equal(masked(`${id} 22222222222`), `${id} ${REDACTED}`)
  assert.equal(masked('order_22222222222'), `order_${REDACTED}`)
})

test('a body, a string and a list are cut at their limits, and say so', () => {
  const Item = Type.Object({ id: Type.String() })
  const redact = redactorOf(Type.Object({ note: Type.String(), list: Type.Array(Item) }), find)
  const list = Array.from({ length: 5_000 }, (_, i) => ({ id: `item-${i}` }))

  const kept = redact({ note: 'x'.repeat(5_000), list }) as { note: string; list: unknown[] }

  assert.equal(kept.note, `${'x'.repeat(1_000)}[cut]`)
  assert.equal(kept.list.at(-1), '[cut]')
  assert(JSON.stringify(kept).length < 2 * BODY_LENGTH_MAX)
  const deep = redactorOf(Type.Object({}, { additionalProperties: true }), find)
  const nested = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)
  assert.match(JSON.stringify(deep(nested)), /^(\{"a":){9}"\[cut\]"/)
})
