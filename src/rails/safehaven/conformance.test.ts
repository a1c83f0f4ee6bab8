import type { TestContext } from 'node:test'
import { type ProviderWorld, providerConformance } from '../../../test/provider-conformance.ts'
import { BANK, PAYEE, PERSON, safehavenWorld } from '../../../test/providers/safehaven/world.ts'
import { HOUR } from '../../lib/clock.ts'
import { holderOf, NOBODYS_ACCOUNT } from '../sandbox/names.ts'

const FATES = {
  sent: 'completed',
  failed: 'failed',
  accepted: 'processing',
  reversed: 'reversed_later',
} as const

async function makeWorld(t: TestContext): Promise<ProviderWorld> {
  const world = await safehavenWorld(t)
  const { controls, books } = world
  return {
    bank: world.bank,
    identity: world.identity,
    another: () => world.another().bank,
    now: world.now,
    newKey: world.newKey,
    later: () => world.advance(25 * HOUR),
    fate: (accountNumber, end) => void controls.fates.set(accountNumber, FATES[end]),
    lose: (what) =>
      controls.fail({ call: 'POST /transfers', how: what === 'request' ? 'before' : 'after' }),
    paidTo: (accountNumber) => books.paidTo(accountNumber),
    async credited(accountNumber, amount, senderAccount) {
      const bank = BANK.nipCode!
      const accountName = holderOf(senderAccount, bank)
      const from = { bank, accountNumber: senderAccount, accountName }
      controls.pay({ accountNumber, amount, from })
      return world.lastNews()
    },
    logged: () => JSON.stringify(world.logged),
  }
}

providerConformance('Safe Haven', makeWorld, {
  bank: BANK,
  somebodys: PAYEE,
  nobodys: NOBODYS_ACCOUNT,
  identity: { type: 'BVN', number: PERSON, right: '123456', wrong: '654321' },
})
