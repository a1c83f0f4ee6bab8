import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import type { NewKeys } from '../../src/accounts/businesses/businesses.ts'
import { receive } from '../../src/payments/deposits/receive.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { type Answer, type Api, openApi, useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { shape } from '../credentials.ts'
import { breakable } from '../faults.ts'
import { creditTo } from '../payments.ts'
import { isWhole } from '../scale.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'
import {
  fetchVerification,
  freshNumber,
  type Given,
  givenVerification,
  messagesOf,
  RIGHT,
  resend,
  validate,
  WRONG,
} from './identity-calls.ts'

// A verification that is another business's, of the other mode, unknown, or no id at all: one and
// the same answer, in the same time, and none of it counts.

const context = useContext()
const api = useApi(context)

const PAIRS = 400
const WARM_UP = 30
/** So far off, heads and tails are once in twenty million runs. */
const DEVIATIONS_MAX = 5.5
const UNKNOWN = `idv_${'0'.repeat(32)}`
const headers = { 'x-request-id': 'the-same-for-all' }

let business: GivenBusiness
let other: GivenBusiness
let live: NewKeys
let foreign: Given
let ofLive: Given
beforeEach(async () => {
  context.rails.live = [context.rails.test]
  business = await givenBusiness(context)
  other = await givenBusiness(context, 'Other Store')
  foreign = await givenVerification(api, other)
  live = await givenLive(context, business.businessId)
  ofLive = await givenVerification(api, await funded({ keys: live }), { number: freshNumber() })
  // A resend would be in time.
  context.advance(1 * MINUTE)
})

/** In live mode there is no play money: somebody transfers. */
async function funded<Owner extends Pick<GivenBusiness, 'keys'>>(owner: Owner): Promise<Owner> {
  const { body } = await api.get('/api/v1/balance', { key: owner.keys.secretKey })
  await receive(context, 'live', creditTo(context, body.data.account.account_number, 1_000_000))
  return owner
}

const CALLS: Record<string, (id: string, through?: Api) => Promise<Answer>> = {
  'validate with the right code': (id, through = api) =>
    validate(through, business, { id, type: 'BVN' }, RIGHT, { headers }),
  'validate with a wrong code': (id) =>
    validate(api, business, { id, type: 'BVN' }, WRONG, { headers }),
  'validate with the wrong type': (id) =>
    validate(api, business, { id, type: 'NIN' }, RIGHT, { headers }),
  resend: (id, through = api) => resend(through, business, { id }, { headers }),
  fetch: (id, through = api) =>
    through.get(`/api/v1/identity/${encodeURIComponent(id)}`, {
      key: business.keys.secretKey,
      headers,
    }),
}

test('unknown, foreign, of the other mode and malformed ids are answered alike, byte for byte, and count nothing', async () => {
  const { id } = foreign
  const malformed = [
    ...['x', 'idv_', id.slice(0, -1), `${id}0`, id.toUpperCase(), ` ${id}`, `${id}\n`, '😀'],
    ...[id.replace('idv_', ''), id.replace('idv_', 'txn_'), 'x'.repeat(1_000), "' or 1=1 --"],
  ]
  const before = await contentsOf(context)
  const unknown = await CALLS['validate with the right code']!(UNKNOWN)
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'verification_not_found'])
  for (const [name, call] of Object.entries(CALLS)) {
    for (const one of [UNKNOWN, id, ofLive.id, ...malformed]) {
      // More often than a code may be guessed.
      for (let i = 0; i < (one === id ? 6 : 1); i++) {
        assert.deepEqual(shape(await call(one)), shape(unknown), `${name} of ${one}`)
      }
    }
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  assert.equal((await messagesOf(api, other)).length, 1, 'nothing was sent again')
  const left = await validate(api, other, foreign, WRONG)
  assert.equal(left.body.attempts_left, 4, 'no guess was counted')
  assert.equal((await fetchVerification(api, other, foreign)).otpResendCount, 0)
  assert.equal((await validate(api, { keys: live }, ofLive)).status, 200, 'its own key opens it')
})

const TIMED = ['validate with the right code', 'resend', 'fetch']

for (const name of TIMED) {
  test(`a foreign id costs the statements of an unknown one: ${name}`, async (t) => {
    const process = breakable(context)
    const through = await openApi(process.context)
    t.after(() => through.app.close())
    const statementsFor = async (id: string) => {
      process.arm(null)
      await CALLS[name]!(id, through)
      return process.disarm()
    }
    // The first call of all looks up the key.
    await statementsFor(UNKNOWN)

    const unknown = await statementsFor(UNKNOWN)

    assert(unknown.length > 0)
    assert.deepEqual(await statementsFor(foreign.id), unknown)
  })
}

// Of many pairs, on a quiet machine.
for (const name of isWhole ? TIMED : []) {
  test(`how long it takes does not tell a foreign id from an unknown one: ${name}`, async () => {
    const call = CALLS[name]!
    const timed = async (id: string): Promise<number> => {
      const begun = performance.now()
      await call(id)
      return performance.now() - begun
    }
    let longer = 0
    for (let i = -WARM_UP; i < PAIRS; i++) {
      // Which of the two is first is drawn, so that whatever slows the machine slows both alike.
      const isForeignFirst = randomInt(2) === 0
      const first = await timed(isForeignFirst ? foreign.id : UNKNOWN)
      const second = await timed(isForeignFirst ? UNKNOWN : foreign.id)
      if (i >= 0 && first > second === isForeignFirst) longer += 1
    }
    const off = Math.abs(longer - PAIRS / 2) / (Math.sqrt(PAIRS) / 2)
    assert(off < DEVIATIONS_MAX, `of ${PAIRS} pairs the foreign id took longer in ${longer}`)
  })
}
