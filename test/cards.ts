import assert from 'node:assert/strict'
import type { CardAttempt } from '../src/payments/checkout/checkout.ts'
import type { TransactionKey } from '../src/payments/transactions/transactions.rows.ts'
import { checkCard } from '../src/providers/cards.ts'
import type { Card, CardAuthorization, CardOutcome } from '../src/providers/rails.ts'

import { cardNamed } from './payments.ts'
import type { TestContext } from './support.ts'

// Card attempts without the checkout page, and the outcomes a rail may return.

const authorization: CardAuthorization = {
  bin: '408408',
  last4: '4081',
  expMonth: '12',
  expYear: '2099',
  brand: 'visa',
  cardType: 'visa debit',
  bank: 'TEST BANK',
  countryCode: 'NG',
  reusable: false,
}
export const DECLINED: CardOutcome = { kind: 'declined', reason: 'declined', authorization }

/** An approval whose card is identified by its last four digits. */
export function approvedWith(number: number) {
  const last4 = String(number).padStart(4, '0')
  return { kind: 'approved', authorization: { ...authorization, last4 } } as const
}

export function cardOf(context: TestContext, name: string): Card {
  const card = checkCard(cardNamed(name), context.now())
  assert(!Array.isArray(card))
  return card
}

export function keyOf({ businessId, mode, transactionId: id }: CardAttempt): TransactionKey {
  return { businessId, mode, id }
}

/** In the order in which they began. */
export function attemptsOf({ sql }: TestContext, { businessId, mode, id }: TransactionKey) {
  return sql<CardAttempt[]>`
    select * from card_attempt
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
    order by attempt_id
  `
}
