import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useContext } from '../../test/support.ts'
import { kobo } from '../lib/money.ts'
import type { BankCredit, Rails } from './rails.ts'
import { stoppable } from './stoppable.ts'
import { RECOVERED, RECOVERY } from './switches.ts'

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
