import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { EMAIL, useKeptCards } from '../../../test/kept-cards.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import { claimCodes, recordCodeMail } from './one-tap.sql.ts'
import { mailCodes } from './one-tap-mail.ts'

// When the code of one-tap.ts is emailed.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
const { credentials, givenCode } = useKeptCards(context, api, () => business)

async function askForCode(): Promise<string> {
  const { access_code } = await givenPayment(api, business, { email: EMAIL, save_card: 'offer' })
  await api.post(`/checkout/${access_code}/kept-cards/code`, { body: {} })
  return access_code
}

/** How many codes were emailed. */
async function mailed(): Promise<number> {
  await untilDone(context, mailCodes)
  const { body } = await api.get('/api/v1/sandbox/messages?perPage=100', credentials())
  return body.data.filter(({ text }: { text?: string }) => /^\d{6}$/m.test(text ?? '')).length
}

test('a code that is asked for while the one before is sent is sent too', async () => {
  await givenCode()
  const accessCode = await askForCode()
  const now = context.now()
  const [first] = await claimCodes(context.sql, ['test'], now, later(now, MINUTE), 10)
  context.advance(1 * MINUTE)
  await api.post(`/checkout/${accessCode}/kept-cards/code`, { body: {} })

  await recordCodeMail(context.sql, first!, null)

  assert.equal(await mailed(), 1)
})

test('a card pays until the end of its last month, and not after it', async () => {
  await givenCode()
  const month = dayOf(context.now()).slice(0, 7)
  const [exp_year, exp_month] = month.split('-')
  const expiry = JSON.stringify({ exp_year, exp_month })
  await context.sql`
    update payer_authorization
    set details = (details::jsonb || ${expiry}::jsonb)::text
    where business_id = ${business.businessId}
  `
  const end = startOf(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`)
  context.advance(end.getTime() - MINUTE - context.now().getTime())
  await askForCode()
  const before = await mailed()

  context.advance(2 * MINUTE)
  await askForCode()

  assert.deepEqual([before, await mailed()], [1, 1])
})
