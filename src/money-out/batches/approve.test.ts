import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { type Answer, useApi } from '../../../test/api.ts'
import { type Browser, givenPerson, type Person, signedInAs } from '../../../test/logins.ts'
import { givenBatch, LINE, runBatchJobs } from '../../../test/payout-batches.ts'
import { payoutsOf } from '../../../test/payouts.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { givenWallet } from '../../../test/verifications.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'

// A business that requires approval: no batch is sent before a second person has approved it.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let people: { owner: Person; finance: Person }
let owner: Browser
let finance: Browser

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  people = {
    owner: await givenPerson(context, business),
    finance: await givenPerson(context, business, 'finance'),
  }
  context.advance(2 * DAY)
})
beforeEach(async () => {
  await changeSettings(context, business, { payoutApproval: true })
  await signInAgain()
})

/** The clock moves on, and passwords are asked for again. */
async function signInAgain() {
  owner = await signedInAs(api, people.owner, business.businessId)
  finance = await signedInAs(api, people.finance, business.businessId)
}

const said = ({ status, body }: Answer) => [status, body.code]
const approve = (by: Browser, id: string) => by.post(`/payout-batches/${id}/approve`)

async function madeBy(person: Browser): Promise<string> {
  const { body } = await person.post('/payout-batches', { payouts: [LINE] })
  await runBatchJobs(context, 8)
  return body.data.id
}

test('a batch of a key waits for a person, and no key can send it', async () => {
  const batch = await givenBatch(context, api, business, [{}], { auto_send: true })
  await runBatchJobs(context)
  const waiting = await batch.read()
  const byKey = await batch.send()
  const approved = await approve(finance, batch.id)
  await runBatchJobs(context)

  assert.equal(waiting.status, 'awaiting_approval')
  assert.deepEqual(said(byKey), [403, 'second_person_needed'])
  assert.equal(approved.status, 200)
  const { status, approved_by, made_by } = await batch.read()
  assert.deepEqual([status, approved_by], ['completed', people.finance.email])
  assert.match(made_by, /^the key /)
  assert.equal((await payoutsOf(context, business)).length, 1)
})

test('nobody approves a batch that they made; another person does, once', async () => {
  const id = await madeBy(finance)

  const own = await approve(finance, id)
  const other = await approve(owner, id)
  const again = await approve(owner, id)

  assert.deepEqual(said(own), [403, 'second_person_needed'])
  assert.equal(other.status, 200)
  assert.deepEqual(said(again), [409, 'payout_batch_decided'])
})

test('nobody approves a batch who joined the team within the last 24 hours', async () => {
  const id = await madeBy(owner)
  const newcomer = await givenPerson(context, business, 'finance')
  const early = await approve(await signedInAs(api, newcomer, business.businessId), id)
  context.advance(DAY + MINUTE)
  const later = await approve(await signedInAs(api, newcomer, business.businessId), id)

  assert.deepEqual(said(early), [403, 'second_person_needed'])
  assert.equal(later.status, 200)
})

test('a person whose password is not fresh, or whose role does not pay, approves nothing', async () => {
  const id = await madeBy(finance)
  const support = await givenPerson(context, business, 'support')
  const bySupport = await approve(await signedInAs(api, support, business.businessId), id)
  context.advance(6 * MINUTE)
  const stale = await approve(owner, id)

  assert.deepEqual(said(bySupport), [403, 'role_forbids'])
  assert.deepEqual(said(stale), [403, 'confirm_password'])
})

test('at approval the balance is compared with the total, and told', async () => {
  await givenWallet(context, business, LINE.amount - 1)
  const id = await madeBy(finance)
  const poor = await approve(owner, id)
  await givenWallet(context, business, 10_000_000)
  const rich = await approve(owner, id)

  assert.deepEqual(said(poor), [402, 'insufficient_balance'])
  assert.match(poor.body.message, /needs ₦2,500\.00, and ₦2,499\.99 is available/)
  assert.equal(rich.status, 200)
})

test('the setting turned on also holds for a batch that is ready; turned off, for one that waits', async () => {
  const waiting = await madeBy(finance)
  await changeSettings(context, business, { payoutApproval: false })
  const ready = await madeBy(finance)
  const still = await finance.post(`/payout-batches/${waiting}/send`)
  await changeSettings(context, business, { payoutApproval: true })
  const now = await finance.post(`/payout-batches/${ready}/send`)
  const approved = await approve(owner, ready)

  assert.deepEqual(said(still), [403, 'second_person_needed'])
  assert.deepEqual(said(now), [403, 'second_person_needed'])
  assert.equal(approved.status, 200)
})

test('only an owner changes the setting', async () => {
  const path = '/settings/payout-approval'
  const refused = await finance.put(path, { require_payout_approval: false })
  const chosen = await owner.put(path, { require_payout_approval: false })
  const read = await finance.get(path)

  assert.deepEqual(said(refused), [403, 'role_forbids'])
  assert.deepEqual(chosen.body.data, { require_payout_approval: false })
  assert.deepEqual(read.body.data, { require_payout_approval: false })
})
