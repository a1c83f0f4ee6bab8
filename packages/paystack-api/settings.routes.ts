import { changeSettings, newestSettings } from '../../src/accounts/businesses/businesses.ts'
import {
  EXPIRY_SECONDS_MAX,
  EXPIRY_SECONDS_MIN,
} from '../../src/accounts/businesses/settings.routes.ts'
import { brandOf } from '../../src/providers/cards.ts'
import { wrong } from './asked.ts'
import { type Call, call } from './call.routes.ts'

// The one setting of a business that Paystack's API has, and the lookup of a card.

export const settingCalls = [
  call('GET /integration/payment_session_timeout', 'GET /settings/checkout', async (asked) => ({
    message: 'Payment session timeout retrieved',
    data: await timeoutOf(asked),
  })),
  call('PUT /integration/payment_session_timeout', 'PUT /settings/checkout', async (asked) => {
    const { context, scope, body } = asked
    const seconds = body.number('timeout') ?? Number(body.needed('timeout'))
    const isRight =
      Number.isInteger(seconds) && seconds >= EXPIRY_SECONDS_MIN && seconds <= EXPIRY_SECONDS_MAX
    if (!isRight) {
      wrong('timeout', `timeout must be ${EXPIRY_SECONDS_MIN} to ${EXPIRY_SECONDS_MAX} seconds.`)
    }
    await changeSettings(context, scope, { expirySeconds: seconds })
    return { message: 'Payment session timeout updated', data: await timeoutOf(asked) }
  }),
  // The number tells the brand. We have no list of the banks that issue cards.
  call('GET /decision/bin/:bin', 'POST /accounts/resolve', async ({ params }) => {
    const bin = params['bin'] ?? ''
    if (!/^[0-9]{6,8}$/.test(bin)) wrong('bin', 'bin must be the first 6 to 8 digits of a card.')
    const unknown = { sub_brand: '', country_code: '', country_name: '', card_type: '', bank: '' }
    const data = { ...unknown, bin, brand: brandOf(bin), currency: 'NGN', linked_bank_id: null }
    return { message: 'Bin resolved', data }
  }),
]

async function timeoutOf({ context, scope }: Call) {
  return { payment_session_timeout: (await newestSettings(context, scope)).expirySeconds }
}
