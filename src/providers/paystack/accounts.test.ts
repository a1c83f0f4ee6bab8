import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasty } from '../../../test/providers/hasty.ts'
import { someMutantsOf } from '../../../test/providers/mutants.ts'
import type { Call } from '../../../test/providers/paystack/api.ts'
import { type PaystackWorld, paystackWorld } from '../../../test/providers/paystack/world.ts'
import type { Fault } from '../../../test/providers/paystack.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { HOUR, later, MINUTE } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'
import type { BankRail } from '../rails.ts'

const KEY = '019a0000-0000-7000-8000-000000000001'
const holder = { email: 'ada@example.com', phone: null }
const SENDER = { name: 'NGOZI SAMPLE', bank: 'Sample Bank', accountNumber: '0123456789' }

const oneOff = (world: PaystackWorld, key = KEY) => ({
  key,
  attempt: 0,
  accountName: 'ADA STORES',
  amount: naira(5_000),
  expiresAt: later(world.now(), 30 * MINUTE),
  holder,
})
const permanent = { key: KEY, attempt: 0, accountName: 'ADA STORES/CHI SAMPLE', bvn: null, holder }

function numberIn({ accountNumber, handle }: { accountNumber: string; handle?: string }) {
  assert(handle)
  return { accountNumber, handle }
}

test('a one-off account takes its amount, until Paystack says it ends', async () => {
  const world = await paystackWorld()

  const issued = await world.bank.issueOneOffAccount(oneOff(world))

  assert(issued.kind === 'issued')
  assert.deepEqual(issued.expiresAt, later(world.now(), 30 * MINUTE))
  const { accounts } = world.standIn.books
  assert.equal(accounts.pay(issued.accountNumber, naira(4_999), SENDER), null)
  assert.notEqual(accounts.pay(issued.accountNumber, naira(5_000), SENDER), null)
  assert.equal(accounts.pay(issued.accountNumber, naira(5_000), SENDER), null)
  await world.close()
})

test('where the number of an account was lost, another is issued', async () => {
  const world = await paystackWorld()
  world.standIn.controls.fail('after', 'charge')
  assert.deepEqual(await world.bank.issueOneOffAccount(oneOff(world)), { kind: 'unknown' })

  const issued = await world.bank.issueOneOffAccount(oneOff(world))

  assert(issued.kind === 'issued')
  assert.equal(issued.handle, `one/${KEY}.0.2`)
  const { books } = world.standIn
  books.accounts.pay(issued.accountNumber, naira(5_000), SENDER)
  const asked = { key: KEY, ...numberIn(issued) }
  const paid = await world.bank.enquireCredit!(asked)
  assert.equal(paid.kind, 'credit')
  await world.close()
})

test('of two requests at once, the number of one is found with the handle of the other', async () => {
  const world = await paystackWorld()
  const [one, other] = await Promise.all([
    world.bank.issueOneOffAccount(oneOff(world)),
    world.anotherBank().issueOneOffAccount(oneOff(world)),
  ])
  assert(one.kind === 'issued' && other.kind === 'issued')
  const handles = [one, other].map((issued) => numberIn(issued).handle)
  assert.deepEqual(handles.sort(), [`one/${KEY}.0.1`, `one/${KEY}.0.2`])
  world.standIn.books.accounts.pay(one.accountNumber, naira(5_000), SENDER)

  for (const handle of handles) {
    const { accountNumber } = one
    const found = await world.bank.enquireCredit!({ key: KEY, accountNumber, handle })
    assert(found.kind === 'credit', handle)
    assert.equal(found.credit.sessionId, numberIn(one).handle.slice('one/'.length))
  }
  await world.close()
})

test('a permanent account is one for each key, however often and by whomever it is asked for', async () => {
  const world = await paystackWorld()

  const first = await world.bank.issueAccount(permanent)
  const again = await world.anotherBank().issueAccount(permanent)
  const other = await world.bank.issueAccount({ ...permanent, attempt: 1 })

  assert(first.kind === 'issued' && other.kind === 'issued')
  assert.deepEqual(again, first)
  assert.notEqual(other.accountNumber, first.accountNumber, 'of the same email')
  const emails = world.standIn.books.accounts.customers.map(({ email }) => email)
  for (const email of emails) assert.match(email, /^ada\+[0-9a-f]{10}@example\.com$/)
  assert.match(first.accountName ?? '', /ADA STORES CHI SAMPLE$/)
  await world.close()
})

test('a crash between customer and account leaves one of each', async () => {
  for (const call of ['create_customer', 'create_account'] as const) {
    for (const fault of ['before', 'after', '502_after'] as const) {
      const world = await paystackWorld()
      world.standIn.controls.fail(fault, call)
      assert.deepEqual(await world.bank.issueAccount(permanent), { kind: 'unknown' })

      const issued = await world.anotherBank().issueAccount(permanent)

      assert(issued.kind === 'issued', `${call} ${fault}`)
      const { accounts } = world.standIn.books
      assert.deepEqual([accounts.customers.length, accounts.all.length], [1, 1])
      await world.close()
    }
  }
})

test('a bank that opens no accounts is followed by the next, and then the operator is told', async () => {
  const world = await paystackWorld()
  const { closedIssuers } = world.standIn.books.accounts
  closedIssuers.add('titan-paystack')

  const issued = await world.bank.issueAccount(permanent)
  closedIssuers.add('wema-bank')
  const none = await world.bank.issueAccount({ ...permanent, attempt: 1 })

  assert(issued.kind === 'issued')
  assert.equal(issued.bank.code, '035')
  assert.deepEqual(none, { kind: 'unavailable' })
  assert(world.logged.some((one) => JSON.stringify(one).includes('dedicated account')))
  await world.close()
})

test('where Paystack needs a phone number, the field is named', async () => {
  const world = await paystackWorld()
  world.standIn.books.accounts.needsPhone = true
  const needed = { kind: 'holder_incomplete', field: 'phone' }

  assert.deepEqual(await world.bank.issueAccount(permanent), needed)

  const email = { kind: 'holder_incomplete', field: 'email' }
  const { holder: _, ...nobodys } = permanent
  assert.deepEqual(await world.bank.issueAccount(nobodys), email)
  const wrong = { ...permanent, holder: { email: 'ada@shop', phone: null } }
  assert.deepEqual(await world.bank.issueAccount(wrong), email)
  const once = { ...oneOff(world), holder: { email: 'ada@shop', phone: null } }
  assert.deepEqual(await world.bank.issueOneOffAccount(once), email)
  await world.close()
})

test('a closed account takes nothing more, and closing it again changes nothing', async () => {
  const world = await paystackWorld()
  const issued = await world.bank.issueAccount(permanent)
  assert(issued.kind === 'issued')
  const closing = { key: KEY, ...numberIn(issued) }

  const first = await world.bank.closeAccount!(closing)
  const second = await world.bank.closeAccount!(closing)

  assert.deepEqual([first, second], [{ kind: 'closed' }, { kind: 'closed' }])
  assert.equal(world.standIn.books.accounts.all[0]?.isAssigned, false)
  await world.close()
})

test('an account that they give to another customer is not ours', async () => {
  const world = await paystackWorld()
  const answer = (usual: string) => ({ body: usual.replace(/CUS_standin\d+/, 'CUS_other') })
  world.standIn.controls.fail({ answer }, 'create_account')

  assert.deepEqual(await world.bank.issueAccount(permanent), { kind: 'unknown' })
  await world.close()
})

/** The next answer to this call, with other values in these fields of its data. */
function altering({ standIn }: PaystackWorld, call: Call, changes: object) {
  const answer = (usual: string) => {
    const content = JSON.parse(usual)
    Object.assign(content.data, changes)
    return { body: JSON.stringify(content) }
  }
  standIn.controls.fail({ answer }, call)
}

test('a number of another charge, or of one that waits for nothing, is not shown', async () => {
  for (const changes of [{ reference: 'another' }, { status: 'success' }]) {
    const world = await paystackWorld()
    altering(world, 'charge', changes)

    assert.deepEqual(await world.bank.issueOneOffAccount(oneOff(world)), { kind: 'unknown' })
    await world.close()
  }
})

test('an account that is closed is not given to the customer again', async () => {
  for (const changes of [{ active: false }, { assigned: false }]) {
    const world = await paystackWorld()
    altering(world, 'create_account', changes)

    assert.deepEqual(await world.bank.issueAccount(permanent), { kind: 'unknown' })
    await world.close()
  }
})

test('what is said of another charge, or in test mode, says nothing of this account', async () => {
  for (const changes of [{ domain: 'test' }, { reference: 'another' }]) {
    const world = await paystackWorld()
    const issued = await world.bank.issueOneOffAccount(oneOff(world))
    assert(issued.kind === 'issued')
    const asked = { key: KEY, ...numberIn(issued) }
    altering(world, 'verify', changes)
    assert.deepEqual(await world.bank.enquireCredit!(asked), { kind: 'unknown' })
    world.standIn.books.accounts.pay(issued.accountNumber, naira(5_000), SENDER)

    altering(world, 'verify', changes)

    assert.deepEqual(await world.bank.enquireCredit!(asked), { kind: 'unknown' })
    await world.close()
  }
})

const CALLS: Record<
  string,
  { call: Call; ask(world: PaystackWorld, bank: BankRail, key: string): unknown }
> = {
  issueOneOffAccount: {
    call: 'charge',
    ask: (world, bank, key) => bank.issueOneOffAccount(oneOff(world, key)),
  },
  'issueAccount, its customer': {
    call: 'customer',
    ask: (_, bank, key) => bank.issueAccount({ ...permanent, key }),
  },
  'issueAccount, a new customer': {
    call: 'create_customer',
    ask: (_, bank, key) => bank.issueAccount({ ...permanent, key }),
  },
  issueAccount: {
    call: 'create_account',
    ask: (_, bank, key) => bank.issueAccount({ ...permanent, key }),
  },
  closeAccount: {
    call: 'close_account',
    ask: (_, bank) =>
      bank.closeAccount!({ key: KEY, accountNumber: '9900000001', handle: 'own/9' }),
  },
  enquireCredit: {
    call: 'verify',
    ask: (_, bank) =>
      bank.enquireCredit!({ key: KEY, accountNumber: '9900000001', handle: `one/${KEY}.0.1` }),
  },
}
let pass: (ms: number) => void
const FAULTS: Record<string, Fault> = {
  'lost before': 'before',
  'lost after': 'after',
  'a text with 502': '502',
  'done, and a text with 502': '502_after',
  'a failure inside of 200': 'failure_inside',
  'not let in': 'unauthorized',
  'too many': 'rate_limited',
  slow: { meanwhile: () => pass(600) },
}

for (const [name, { call, ask }] of Object.entries(CALLS)) {
  test(`${name}: whatever goes wrong, nobody is told more than is known`, async (t) => {
    pass = stopClock(t)
    for (const [what, fault] of Object.entries(FAULTS)) {
      const world = await paystackWorld()
      const bank = what === 'slow' ? world.bankWith({ send: hasty(600) }) : world.bank
      for (let i = 0; i < 3; i++) world.standIn.controls.fail(fault, call)

      const { kind } = (await ask(world, bank, KEY)) as { kind: string }

      assert(['unknown', 'unavailable'].includes(kind), `${what}: ${kind}`)
      assert(!JSON.stringify(world.logged).includes('example.com'))
      await world.close()
    }
  })

  test(`${name}: no answer, however strange, makes it throw`, async () => {
    const world = await paystackWorld()
    const { controls } = world.standIn
    let usual = '{"status":true,"message":"x","data":{"id":9,"assigned":false}}'
    const answer = (text: string) => {
      usual = JSON.parse(text).status ? text : usual
      return { body: text }
    }
    controls.fail({ answer }, call)
    await ask(world, world.bank, KEY)
    const kinds = new Set<string>()
    let serial = 100_000_000_000

    for (const { name: mutant, body } of someMutantsOf(usual)) {
      controls.fail({ answer: () => ({ status: 200, body }) }, call)
      const { kind } = (await ask(world, world.bankWith({}), `${KEY.slice(0, 24)}${++serial}`)) as {
        kind: string
      }
      assert.match(kind, /^(issued|unknown|unavailable|closed|not_found|credit)$/, mutant)
      kinds.add(kind)
    }
    assert(kinds.has('unknown'), [...kinds].join())
    await world.close()
  })
}

test('an account for one payment is asked about until it is paid or over, as the day goes by', async () => {
  const world = await paystackWorld()
  const issued = await world.bank.issueOneOffAccount(oneOff(world))
  assert(issued.kind === 'issued')
  const { handle, ...none } = { key: KEY, ...numberIn(issued) }
  const enquire = () => world.bank.enquireCredit!({ ...none, handle })

  const before = await enquire()
  world.advance(HOUR)
  const over = await enquire()

  assert.deepEqual([before, over], [{ kind: 'not_found' }, { kind: 'not_found' }])
  assert.deepEqual(await world.bank.enquireCredit!(none), { kind: 'not_found' })
  await world.close()
})
