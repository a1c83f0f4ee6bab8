import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useContext } from '../../test/support.ts'
import { kobo } from '../platform/money.ts'
import type { BankCredit } from './outcomes.ts'
import type { Provider, Rails } from './rails.ts'
import { stoppable } from './stoppable.ts'
import { ALL_RAILS, RECOVERED, RECOVERY, stopName } from './switches.ts'

const context = useContext()

const credit: BankCredit = {
  sessionId: 'S-1',
  accountNumber: '0123456789',
  amount: kobo(100n),
  senderName: 'Ada Example',
  senderBankCode: '058',
  senderAccountNumber: '0123456788',
  narration: '',
  occurredAt: new Date(),
}

test('after a restore no return is the first under its key, and in recovery none is asked for', async () => {
  const { bank, ...others } = context.rails.test
  const firsts: unknown[] = []
  const returnCredit: typeof bank.returnCredit = async ({ firstAskedAt }) => {
    firsts.push(firstAskedAt)
    return { kind: 'unknown' }
  }
  const rails: Rails = stoppable({ live: [], test: { ...others, bank: { ...bank, returnCredit } } })
  const now = context.now()
  const ask = (firstAskedAt: Date | null) =>
    rails.test.bank.returnCredit({ key: 'k', credit, amount: credit.amount, firstAskedAt })

  await ask(now)
  await ask(null)
  rails.off = new Set([RECOVERED])
  await ask(now)
  await ask(null)
  rails.off = new Set([RECOVERY, RECOVERED])
  assert.deepEqual(await ask(now), { kind: 'unavailable' })

  assert.deepEqual(firsts, [now, null, null, null])
})

const MONEY_OUT = ['bank.returnCredit', 'bank.transfer', 'card.refund', 'card.reverse']
const OTHERS = ['bank.enquireReturn', 'bank.enquireTransfer', 'card.enquire', 'card.enquireRefund']

/** The calls that reach each provider, current and former: `former live card.refund`. */
async function reached(off: string[]): Promise<string[]> {
  const asked: string[] = []
  const made = (place: string, name: string): Provider => {
    const part = (of: string) =>
      [...MONEY_OUT, ...OTHERS]
        .filter((call) => call.startsWith(of))
        .map((call) => [call.split('.')[1], async () => asked.push(`${place} ${call}`)])
    const named = (of: string) => ({ name, ...Object.fromEntries(part(of)) })
    return { bank: named('bank'), card: named('card') } as Provider
  }
  const rails = stoppable({
    test: { ...context.rails.test, ...made('test', 'sandbox') },
    live: [made('live', 'today')],
    former: [
      { ...made('former test', 'old'), mode: 'test' },
      { ...made('former live', 'old'), mode: 'live' },
    ],
    off: new Set(off),
  } as unknown as Rails)
  for (const { bank, card } of [rails.test, ...rails.live, ...rails.former!]) {
    for (const [name, call] of Object.entries({ ...bank, ...card })) {
      if (name === 'name') continue
      const of = (onBehalfOf: string) => ({ onBehalfOf, key: 'k', amount: kobo(1n) })
      await (call as (request: object) => Promise<unknown>)(of('business-1'))
    }
  }
  return asked.sort()
}

const PLACES = ['test', 'live', 'former test', 'former live']
for (const [what, off, stopped] of [
  ['nothing', [], []],
  ['recovery mode', [RECOVERY, RECOVERED], PLACES],
  ['a restore of late', [RECOVERED], []],
  ['all of live mode', [stopName('live', ALL_RAILS)], ['live', 'former live']],
  ['all of test mode', [stopName('test', ALL_RAILS)], ['test', 'former test']],
  ['a former rail', [stopName('live', 'old')], ['former live']],
  ['the business', [stopName('test', ALL_RAILS, 'business-1')], ['test', 'former test']],
  ['the business at a rail', [stopName('live', 'today', 'business-1')], ['live']],
  ['another business', [stopName('test', ALL_RAILS, 'business-2')], []],
] as [string, string[], string[]][]) {
  test(`where ${what} is stopped, no rail moves money out there, and all are asked about it`, async () => {
    const through = PLACES.flatMap((place) =>
      [...OTHERS, ...(stopped.includes(place) ? [] : MONEY_OUT)].map((call) => `${place} ${call}`),
    )
    assert.deepEqual(await reached(off), through.sort())
  })
}
