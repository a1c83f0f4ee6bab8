import assert from 'node:assert/strict'
import { type TestContext as Case, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { stopClock, stopNowOf } from '../../../test/stopped-clock.ts'
import { contextOn, disconnect, until, useContext } from '../../../test/support.ts'
import type { BusinessId } from '../../core/context.ts'
import { DAY, MINUTE, SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { BankRail, NameOutcome } from '../../providers/rails.ts'
import { type AccountAt, type OwnName, resolve } from './resolve.ts'

const context = useContext()

const BUSINESS = '01990000-0000-7000-8000-000000000000' as BusinessId
const NUMBER = '0000000018'
const FOUND: NameOutcome = { kind: 'found', accountName: 'SAMPLE NGOZI' }
const nobodys: OwnName = async () => null
const usual: { own: OwnName; mode: Mode; deadlineMs?: number } = { own: nobodys, mode: 'test' }

type Asked = Parameters<BankRail['resolveAccount']>[0]

/** A new process whose bank rail answers as the test says. */
function given(t: Case, answer: (asked: Asked) => NameOutcome | Promise<NameOutcome>) {
  const process = contextOn(context.database)
  stopNowOf(process)
  t.after(() => disconnect(process))
  const asked: Asked[] = []
  process.rails.test.bank.resolveAccount = async (request) => {
    asked.push(request)
    return answer(request)
  }
  const name = (account: Partial<AccountAt> = {}, more: Partial<typeof usual> = {}) => {
    const { own, mode, deadlineMs } = { ...usual, ...more }
    const whose = { bankCode: '058', accountNumber: NUMBER, ...account }
    return resolve(process, { businessId: BUSINESS, mode }, own, whose, deadlineMs)
  }
  return { process, asked, name }
}

async function refusalOf(resolving: Promise<unknown>): Promise<Refusal> {
  const refusal = await resolving.then(
    () => assert.fail('it was resolved'),
    (error) => error,
  )
  assert(refusal instanceof Refusal, String(refusal))
  return refusal
}

const codeOf = async (resolving: Promise<unknown>) => (await refusalOf(resolving)).code
const numbered = (serial: number) => ({ accountNumber: String(serial).padStart(10, '0') })

test('the response has the bank’s name of the account, its number and bank, and the check digit’s result', async (t) => {
  const { name } = given(t, () => FOUND)

  assert.deepEqual(await name(), {
    accountName: 'SAMPLE NGOZI',
    accountNumber: NUMBER,
    bankCode: '058',
    checkDigitValid: true,
  })
  assert.equal((await name({ accountNumber: '0000000019' })).checkDigitValid, false)
  assert.equal((await name({ bankCode: '035A' })).checkDigitValid, null)
})

test('an unknown bank is refused without asking a rail', async (t) => {
  const { name, asked } = given(t, () => FOUND)
  const own = () => assert.fail('our own books were asked')

  assert.equal(await codeOf(name({ bankCode: '030' }, { own })), 'unknown_bank')
  assert.deepEqual(asked, [])
})

test('an alias is accepted, and our code is used and returned', async (t) => {
  const { name, asked } = given(t, () => FOUND)
  const own: OwnName = async (_context, _mode, bankCode) => {
    assert.equal(bankCode, '103')
    return null
  }

  const { bankCode, checkDigitValid } = await name({ bankCode: '00103' }, { own })

  assert.equal(bankCode, '103')
  assert.equal(typeof checkDigitValid, 'boolean')
  assert.deepEqual(asked, [{ bank: { code: '103', nipCode: '000027' }, accountNumber: NUMBER }])
  await name({ bankCode: '103' })
  assert.equal(asked.length, 1, 'both are one bank')
})

test('the name of an account that we issued comes from our books, in its own mode', async (t) => {
  const { name, asked } = given(t, () => ({ kind: 'not_found' }))
  const own: OwnName = async (_context, mode, bankCode, accountNumber) =>
    mode === 'test' && bankCode === '058' && accountNumber === NUMBER ? 'Demo Store' : null

  assert.equal((await name({}, { own })).accountName, 'Demo Store')
  assert.deepEqual(asked, [])
  for (const other of [{ bankCode: '044' }, { accountNumber: '0000000019' }]) {
    assert.equal(await codeOf(name(other, { own })), 'account_not_resolved')
  }
})

test('an account issued a second ago resolves, even if it was unknown before', async (t) => {
  const { name } = given(t, () => ({ kind: 'not_found' }))
  await refusalOf(name())

  assert.equal((await name({}, { own: async () => 'Demo Store' })).accountName, 'Demo Store')
})

test('a name is cached for a day', async (t) => {
  const { name, asked, process } = given(t, () => FOUND)
  await name()

  process.advance(DAY - SECOND)
  assert.equal((await name()).accountName, 'SAMPLE NGOZI')
  assert.equal(asked.length, 1)

  process.advance(2 * SECOND)
  await name()
  assert.equal(asked.length, 2)
})

test('an unknown account is cached for a minute', async (t) => {
  const { name, asked, process } = given(t, () => ({ kind: 'not_found' }))
  await refusalOf(name())

  process.advance(MINUTE - SECOND)
  assert.equal(await codeOf(name()), 'account_not_resolved')
  assert.equal(asked.length, 1)

  process.advance(2 * SECOND)
  await refusalOf(name())
  assert.equal(asked.length, 2)
})

for (const kind of ['unavailable', 'unknown'] as const) {
  test(`that a bank was ${kind} is never remembered`, async (t) => {
    const outcomes: NameOutcome[] = [{ kind }, FOUND]
    const { name } = given(t, () => outcomes.shift() ?? assert.fail('asked a third time'))

    const refusal = await refusalOf(name())
    assert.equal(refusal.code, kind === 'unknown' ? 'rail_timeout' : 'rail_unavailable')
    assert.equal(refusal.retryAfterSeconds, 5)
    assert.equal((await name()).accountName, 'SAMPLE NGOZI')
    assert.equal((await name()).accountName, 'SAMPLE NGOZI')
  })
}

test('a cached name is never used for another number, bank or mode', async (t) => {
  const { name, process } = given(t, ({ bank, accountNumber }) => ({
    kind: 'found',
    accountName: `TEST ${bank.code} ${accountNumber}`,
  }))
  const { bank, ...others } = process.rails.test
  const resolveAccount = async () => ({ kind: 'found', accountName: 'LIVE' }) as const
  process.rails.live = [{ ...others, bank: { ...bank, resolveAccount } }]
  const accounts = ['058', '044', '035', '035A', '999992'].flatMap((bankCode) =>
    ['0000000018', '0000000019', '1800000000'].map((accountNumber) => ({
      bankCode,
      accountNumber,
    })),
  )

  for (const round of ['asked', 'remembered']) {
    for (const account of accounts) {
      const { bankCode, accountNumber } = account
      const said = `${round} ${bankCode}`
      assert.equal((await name(account)).accountName, `TEST ${bankCode} ${accountNumber}`, said)
      assert.equal((await name(account, { mode: 'live' })).accountName, 'LIVE', said)
    }
  }
})

test('a hundred concurrent enquiries make one request to the bank', async (t) => {
  const answered = Promise.withResolvers<void>()
  const { name, asked } = given(t, async () => {
    await answered.promise
    return FOUND
  })

  const all = Array.from({ length: 100 }, () => name())
  await setImmediate()
  answered.resolve()

  const names = (await Promise.all(all)).map(({ accountName }) => accountName)
  assert.deepEqual(names, Array(100).fill('SAMPLE NGOZI'))
  assert.equal(asked.length, 1)
})

test('equal numbers at two banks or in two modes do not wait for each other', async (t) => {
  const answered = Promise.withResolvers<void>()
  const { name, asked, process } = given(t, async ({ bank }) => {
    if (bank.code === '058') await answered.promise
    return FOUND
  })
  const { bank, ...others } = process.rails.test
  process.rails.live = [{ ...others, bank: { ...bank, resolveAccount: async () => FOUND } }]

  const waiting = name()
  await setImmediate()
  await name({ bankCode: '044' })
  await name({}, { mode: 'live' })
  answered.resolve()
  await waiting

  assert.deepEqual(
    asked.map(({ bank: { code } }) => code),
    ['058', '044'],
  )
})

test('only concurrent enquiries share a failure', async (t) => {
  const answered = Promise.withResolvers<void>()
  let isDown = true
  const { name, asked } = given(t, async () => {
    await answered.promise
    return isDown ? { kind: 'unavailable' } : FOUND
  })

  const waiting = Array.from({ length: 100 }, () => codeOf(name()))
  await setImmediate()
  answered.resolve()
  assert.deepEqual(await Promise.all(waiting), Array(100).fill('rail_unavailable'))
  assert.equal(asked.length, 1)

  isDown = false
  assert.equal((await name()).accountName, 'SAMPLE NGOZI')
})

test('an enquiry to a silent bank ends at the deadline and can be repeated', async (t) => {
  let isSilent = true
  const silence = new Promise<never>(() => {})
  const { name, asked } = given(t, () => (isSilent ? silence : FOUND))

  const pass = stopClock(t)
  const refused = refusalOf(name({}, { deadlineMs: 20 }))
  await until('it is asked', async () => asked.length === 1)
  pass(20)
  const refusal = await refused
  assert.equal(refusal.code, 'rail_timeout')
  assert.match(refusal.message, /Nothing was changed\. Retry/)

  isSilent = false
  assert.equal((await name({}, { deadlineMs: 20 })).accountName, 'SAMPLE NGOZI')
  assert.equal(asked.length, 2)
})

test('a rail that throws counts as not answering', async (t) => {
  const { name } = given(t, () => {
    throw new Error('a fault in the adapter')
  })
  assert.equal(await codeOf(name()), 'rail_timeout')
})

for (const kind of ['unavailable', 'unknown'] as const) {
  test(`a bank that is ${kind} for five numbers in a row is left alone for half a minute`, async (t) => {
    let isDown = false
    const { name, asked, process } = given(t, ({ bank }) =>
      isDown && bank.code === '058' ? { kind } : FOUND,
    )
    process.rails.live = [process.rails.test]
    await name(numbered(1))
    isDown = true
    for (let serial = 11; serial <= 15; serial++) await refusalOf(name(numbered(serial)))
    assert.equal(asked.length, 6)

    const refusal = await refusalOf(name(numbered(16)))
    assert.equal(refusal.code, 'rail_unavailable')
    assert.equal(refusal.retryAfterSeconds, 30)
    assert.equal(asked.length, 6, 'the bank was not asked')

    assert.equal((await name(numbered(1))).accountName, 'SAMPLE NGOZI', 'what is known is told')
    const own = async () => 'Demo Store'
    assert.equal((await name(numbered(16), { own })).accountName, 'Demo Store')
    await name({ ...numbered(16), bankCode: '044' })
    await refusalOf(name(numbered(16), { mode: 'live' }))
    assert.equal(asked.length, 8, 'another bank and the other mode were asked')
  })
}

test('after half a minute one enquiry tries the bank, and an answer opens it to all', async (t) => {
  const answered = Promise.withResolvers<void>()
  let isDown = true
  const { name, asked, process } = given(t, async () => {
    if (isDown) return { kind: 'unavailable' }
    await answered.promise
    return { kind: 'not_found' }
  })
  for (let serial = 1; serial <= 5; serial++) await refusalOf(name(numbered(serial)))
  isDown = false

  process.advance(30 * SECOND)
  const probe = codeOf(name(numbered(6)))
  await setImmediate()
  const others = [7, 8, 9].map((serial) => codeOf(name(numbered(serial))))
  assert.deepEqual(await Promise.all(others), Array(3).fill('rail_unavailable'))
  assert.equal(asked.length, 6, 'only one has tried')

  answered.resolve()
  assert.equal(await probe, 'account_not_resolved')
  assert.equal(await codeOf(name(numbered(7))), 'account_not_resolved')
  assert.equal(asked.length, 7)
})

test('if that enquiry fails, the bank is not asked for another half minute', async (t) => {
  const { name, asked, process } = given(t, () => ({ kind: 'unavailable' }))
  for (let serial = 1; serial <= 5; serial++) await refusalOf(name(numbered(serial)))

  for (const asks of [6, 7]) {
    process.advance(30 * SECOND)
    await refusalOf(name(numbered(asks)))
    await refusalOf(name(numbered(asks + 10)))
    assert.equal(asked.length, asks)
  }
})

test('a hundred failures of one number do not open the breaker', async (t) => {
  const { name, asked } = given(t, ({ accountNumber }) =>
    accountNumber === '8888888888' ? { kind: 'unavailable' } : FOUND,
  )
  for (let time = 0; time < 100; time++) {
    assert.equal(await codeOf(name({ accountNumber: '8888888888' })), 'rail_unavailable')
  }

  assert.equal(asked.length, 100)
  assert.equal((await name()).accountName, 'SAMPLE NGOZI')
})

test('four failing numbers and an unknown one, repeated, do not open the breaker', async (t) => {
  const { name, asked } = given(t, ({ accountNumber }) =>
    accountNumber.endsWith('0') ? { kind: 'not_found' } : { kind: 'unavailable' },
  )
  for (let serial = 1; serial <= 50; serial++) {
    if (serial % 5 === 0) await refusalOf(name(numbered(serial * 10)))
    else await refusalOf(name(numbered(serial * 10 + 1)))
  }
  assert.equal(asked.length, 50)
})

test('ten thousand names are cached, and the least recently used one is dropped', async (t) => {
  const { name, asked } = given(t, () => FOUND)
  for (let serial = 0; serial < 10_000; serial++) await name(numbered(serial))
  await name(numbered(0))
  assert.equal(asked.length, 10_000)

  await name(numbered(10_000))
  await name(numbered(0))
  assert.equal(asked.length, 10_001)

  await name(numbered(1))
  assert.equal(asked.length, 10_002)
})

test('live mode is not enabled without a rail', async (t) => {
  const { name } = given(t, () => FOUND)
  assert.equal(await codeOf(name({}, { mode: 'live' })), 'not_enabled')
})
