import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { payDue } from '../../src/money-out/payouts/subaccounts.ts'
import { sendLoginEmails } from '../../src/operator/notices/notices.ts'
import { effectDue } from '../../src/payments/splits/account-changes.ts'
import type { Subaccount } from '../../src/payments/splits/splits.sql.ts'
import { subaccountCode } from '../../src/payments/splits/subaccounts.ts'
import { DAY, MINUTE } from '../../src/platform/clock.ts'
import { publicId } from '../../src/platform/ids.ts'
import { kobo } from '../../src/platform/money.ts'
import { type Answer, useApi } from '../api.ts'
import { type Browser, givenPerson, type Person, signedInAs } from '../logins.ts'
import { eventsOf } from '../payments.ts'
import { givenShare, givenSubaccount, payoutsOf } from '../payouts.ts'
import { watchedMail } from '../receipts.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'

// Whoever has stolen a key or a session cannot lead money to an account of their own at once: the
// owners are told, and nothing is paid out for 24 hours unless a second person approves.

const context = useContext()
const api = useApi(context)

const OLD = '0000000018'
const NEW = '0123456789'
const SHARE = 70_000

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
  context.advance(DAY)
})
// The clock moves on, and passwords are asked for again.
beforeEach(signInAgain)

async function signInAgain() {
  owner = await signedInAs(api, people.owner, business.businessId)
  finance = await signedInAs(api, people.finance, business.businessId)
}

function said({ status, body }: Answer): [number, string | undefined] {
  return [status, body.code]
}

async function givenPayable(): Promise<Subaccount> {
  const subaccount = await givenSubaccount(context, business, { accountNumber: OLD })
  await givenShare(context, business, subaccount.subaccountId, kobo(SHARE))
  return subaccount
}

const pathOf = ({ subaccountId }: Subaccount) => `/subaccounts/${subaccountCode(subaccountId)}`

/** By page, or by the key of the business. */
async function move(subaccount: Subaccount, by: Browser | null, account_number = NEW) {
  const path = pathOf(subaccount)
  const key = business.keys.secretKey
  const answer = await (by
    ? by.put(path, { account_number })
    : api.put(`/api/v1${path}`, { key, body: { account_number } }))
  assert.equal(answer.status, 200, answer.text)
}

async function changesOf({ subaccountId }: Subaccount) {
  const { body } = await api.get('/api/v1/account-changes', { key: business.keys.secretKey })
  const id = publicId('subaccount', subaccountId)
  return body.data.filter((change: { subaccount_id: string }) => change.subaccount_id === id)
}

async function decide(by: Browser, subaccount: Subaccount, verb: 'approve' | 'cancel') {
  const [{ id }] = await changesOf(subaccount)
  return by.post(`/account-changes/${id}/${verb}`)
}

/** The accounts to which the subaccount was paid once all that is due was looked at. */
async function paidTo({ subaccountId }: Subaccount): Promise<string[]> {
  context.advance(2 * MINUTE)
  await effectDue(context)
  await untilDone(context, payDue)
  const payouts = await payoutsOf(context, business)
  const own = payouts.filter((payout) => payout.subaccountId === subaccountId)
  return own.map(({ accountNumber }) => accountNumber)
}

for (const [how, by] of [
  ['by key', () => null],
  ['by page', () => owner],
] as const) {
  test(`an account that was changed ${how} is paid after 24 hours, and neither is before`, async () => {
    const subaccount = await givenPayable()
    await move(subaccount, by())
    assert.deepEqual(await paidTo(subaccount), [])
    context.advance(DAY - 10 * MINUTE)
    assert.deepEqual(await paidTo(subaccount), [])
    const [waiting] = await changesOf(subaccount)
    assert.deepEqual([waiting.status, waiting.decided_at], ['waiting', null])

    context.advance(10 * MINUTE)
    assert.deepEqual(await paidTo(subaccount), [NEW])
    assert.equal((await changesOf(subaccount))[0].status, 'effective')
  })
}

test('a second person makes it effective at once, and who asked cannot', async () => {
  const subaccount = await givenPayable()
  await move(subaccount, finance)
  const own = await decide(finance, subaccount, 'approve')
  assert.deepEqual(said(own), [403, 'second_person_needed'])
  assert.deepEqual(await paidTo(subaccount), [])

  const approved = await decide(owner, subaccount, 'approve')
  assert.deepEqual(
    [approved.status, approved.body.data.status, approved.body.data.decided_by],
    [200, 'effective', owner.person.email],
  )
  assert.deepEqual(await paidTo(subaccount), [NEW])
})

test('who made the key that asked is no second person', async () => {
  const subaccount = await givenPayable()
  const { body } = await owner.post('/keys', { kind: 'secret', scopes: ['splits:write'] })
  const key = body.data.key
  const moved = await api.put(`/api/v1${pathOf(subaccount)}`, {
    key,
    body: { account_number: NEW },
  })
  assert.equal(moved.status, 200)
  const [{ asked_by }] = await changesOf(subaccount)
  assert.equal(asked_by, `the key sk_test_…${key.slice(-4)}`)

  const own = await decide(owner, subaccount, 'approve')
  assert.deepEqual(said(own), [403, 'second_person_needed'])
  assert.equal((await decide(finance, subaccount, 'approve')).status, 200)
})

test('a change that is cancelled gives the old account back, and that one is paid', async () => {
  const subaccount = await givenPayable()
  await move(subaccount, finance)
  assert.equal((await decide(finance, subaccount, 'cancel')).status, 200)
  const { body } = await owner.get(pathOf(subaccount))
  assert.equal(body.data.account_number, OLD)
  assert.deepEqual(await paidTo(subaccount), [OLD])
  const late = await decide(owner, subaccount, 'approve')
  assert.deepEqual(said(late), [409, 'account_change_decided'])
})

test('another change takes the place of the one that waits, and waits as long', async () => {
  const subaccount = await givenPayable()
  await move(subaccount, finance)
  context.advance(20 * MINUTE)
  await signInAgain()
  await move(subaccount, owner, '0123456780')
  const [second, first] = await changesOf(subaccount)
  assert.deepEqual([second.status, first.status], ['waiting', 'cancelled'])
  assert.equal(second.from.account_number, OLD, 'what was never effective is not given back')
  assert.equal(Date.parse(second.effective_at) - Date.parse(second.created_at), DAY)

  await move(subaccount, owner, OLD)
  assert.deepEqual(
    (await changesOf(subaccount)).map(({ status }: { status: string }) => status),
    ['cancelled', 'cancelled'],
  )
  assert.deepEqual(await paidTo(subaccount), [OLD], 'back to the old one needs no waiting')
})

test('of an approval, a cancellation and the hour itself at one moment, one holds', async () => {
  for (let round = 0; round < 5; round++) {
    const subaccount = await givenPayable()
    await move(subaccount, finance)
    context.advance(DAY)
    await signInAgain()
    const [{ id }] = await changesOf(subaccount)
    const answers = await Promise.all([
      owner.post(`/account-changes/${id}/approve`),
      finance.post(`/account-changes/${id}/cancel`),
      owner.post(`/account-changes/${id}/cancel`),
      effectDue(context).then(() => null),
    ])
    const won = answers.filter((answer) => answer?.status === 200)
    assert(won.length <= 1)
    for (const lost of answers.filter((answer) => answer && !won.includes(answer))) {
      assert.deepEqual(said(lost!), [409, 'account_change_decided'])
    }
    const [{ status }] = await changesOf(subaccount)
    assert.deepEqual(await paidTo(subaccount), [status === 'cancelled' ? OLD : NEW])
  }
})

test('of many who change one account at once, one change waits', async () => {
  const subaccount = await givenPayable()
  const numbers = ['0123456781', '0123456782', '0123456783', '0123456784']
  await Promise.all(numbers.map((number) => move(subaccount, null, number)))
  const changes = await changesOf(subaccount)
  const waiting = changes.filter(({ status }: { status: string }) => status === 'waiting')
  assert.deepEqual([changes.length, waiting.length], [4, 1])
  assert.equal(waiting[0].from.account_number, OLD)
  const { body } = await owner.get(pathOf(subaccount))
  assert.equal(body.data.account_number, waiting[0].to.account_number)
})

test('the owners are not flooded: of one account ten changes a day are taken', async () => {
  const subaccount = await givenPayable()
  for (let i = 0; i < 10; i++) await move(subaccount, null, `012345678${i}`)
  const path = `/api/v1${pathOf(subaccount)}`
  const key = business.keys.secretKey
  const refused = await api.put(path, { key, body: { account_number: '0123456790' } })
  assert.deepEqual(said(refused), [429, 'rate_limited'])
  assert.equal((await decide(owner, subaccount, 'cancel')).status, 200)
  assert.deepEqual(await paidTo(subaccount), [OLD])
})

test('nobody approves who has joined the team within the last 24 hours', async () => {
  const subaccount = await givenPayable()
  await move(subaccount, owner)
  const newcomer = await givenPerson(context, business, 'finance')
  const signedIn = () => signedInAs(api, newcomer, business.businessId)

  const early = await decide(await signedIn(), subaccount, 'approve')
  assert.deepEqual(said(early), [403, 'second_person_needed'])
  assert.match(early.body.message, /joined the team in the last 24 hours/)
  assert.deepEqual(await paidTo(subaccount), [])

  await owner.put('/settings/account-changes', { four_eyes: true })
  const later = await givenPayable()
  context.advance(DAY - 3 * MINUTE)
  await signInAgain()
  await move(later, owner)
  assert.equal((await decide(await signedIn(), later, 'approve')).status, 403)
  context.advance(MINUTE)
  assert.equal((await decide(await signedIn(), later, 'approve')).status, 200)
  await signInAgain()
  await owner.put('/settings/account-changes', { four_eyes: false })
})

test('a business that wants four eyes pays a changed account when a second person approves', async () => {
  const refused = await finance.put('/settings/account-changes', { four_eyes: true })
  assert.deepEqual(said(refused), [403, 'role_forbids'])
  const chosen = await owner.put('/settings/account-changes', { four_eyes: true })
  assert.deepEqual(chosen.body.data, { four_eyes: true })
  const subaccount = await givenPayable()
  await move(subaccount, finance)
  // Whoever turns it off afterwards makes nothing effective by that.
  await owner.put('/settings/account-changes', { four_eyes: false })
  assert.equal((await changesOf(subaccount))[0].effective_at, null)

  context.advance(40 * DAY)
  assert.deepEqual(await paidTo(subaccount), [])
  await signInAgain()
  assert.equal((await decide(owner, subaccount, 'approve')).status, 200)
  assert.deepEqual(await paidTo(subaccount), [NEW])
  await changeSettings(context, business, { fourEyes: false })
})

test('the owners are told by mail and the business by an event, when it is asked and decided', async () => {
  await context.sql`update login_letter set next_at = null`
  const subaccount = await givenPayable()
  await move(subaccount, finance)
  const watching = watchedMail(context)
  await sendLoginEmails(watching)
  const [mail, ...others] = watching.mails
  assert.deepEqual([mail!.to, others.length], [owner.person.email, 0])
  for (const said of [finance.person.email, OLD, NEW, 'in 24 hours', 'Ngozi Sample Shoes']) {
    // Without what keeps a mail reader from making links of names.
    const text = mail!.text.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ')
    assert(text.includes(said), `${said}: ${text}`)
  }
  await decide(owner, subaccount, 'cancel')
  const told = (await eventsOf(context, business))
    .filter(({ type }) => type.startsWith('subaccount.account_change.'))
    .filter(({ data }) => data.subaccount_id === publicId('subaccount', subaccount.subaccountId))
  assert.deepEqual(told.map(({ type, data }) => [type, data.status]).sort(), [
    ['subaccount.account_change.cancelled', 'cancelled'],
    ['subaccount.account_change.requested', 'waiting'],
  ])
})

test('a change of anything else waits for nobody', async () => {
  const subaccount = await givenPayable()
  await owner.put(pathOf(subaccount), { business_name: 'Ada', account_number: OLD })
  assert.deepEqual(await changesOf(subaccount), [])
  assert.deepEqual(await paidTo(subaccount), [OLD])
})

test('what is of another business or mode is as unknown as what never was', async () => {
  const subaccount = await givenPayable()
  await move(subaccount, finance)
  const [{ id }] = await changesOf(subaccount)
  const other = await givenBusiness(context, 'Other Store')
  const stranger = await signedInAs(api, await givenPerson(context, other), other.businessId)
  for (const unknown of [id, `acc_${'0'.repeat(32)}`, 'x']) {
    for (const verb of ['approve', 'cancel']) {
      const answer = await stranger.post(`/account-changes/${unknown}/${verb}`)
      assert.deepEqual(said(answer), [404, 'account_change_not_found'])
    }
  }
  const { body } = await stranger.get('/account-changes')
  assert.deepEqual(body.data, [])
})
