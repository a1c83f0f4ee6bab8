import type { DeclineReason } from '../../providers/failures.ts'
import { codeOf, type HappeningCode, lastDeclineIn } from './history.ts'
import type { Happening, Transaction } from './transactions.rows.ts'

// The stage of a payment is what a person means by its status. `status` is what programs compare:
// it has one word for an account number that nobody has paid and for a card that is being charged.
// This file says the stage of a row; `ofStage` in stages.sql.ts finds the rows of a stage.

export const STAGES = [
  'incomplete',
  'awaiting_transfer',
  'processing',
  'succeeded',
  'partly_refunded',
  'refunded',
  'declined',
  'abandoned',
] as const

export type Stage = (typeof STAGES)[number]

/** The messages of an ongoing payment whose charge waits for the provider or the customer. */
export const CHARGING = ['', 'code_wrong'] as const satisfies (HappeningCode | '')[]
/** Those of an attempt that never reached a bank: the customer has to begin again. */
export const UNREACHED = ['network_down', 'bank_down'] as const satisfies HappeningCode[]

type Read = Pick<Transaction, 'status' | 'message' | 'errors' | 'refunded'>

export function stageOf({ status, message, errors, refunded }: Read): Stage {
  switch (status) {
    case 'pending':
      return 'incomplete'
    case 'ongoing':
      return ongoing(message, errors)
    case 'success':
      return refunded > 0n ? 'partly_refunded' : 'succeeded'
    case 'reversed':
      return 'refunded'
    case 'failed':
      return 'declined'
    case 'abandoned':
      return errors > 0 ? 'declined' : 'abandoned'
  }
}

function ongoing(message: Happening | '' | null, errors: number): Stage {
  const code = message && codeOf(message)
  if (isOneOf(CHARGING, code)) return 'processing'
  if (errors > 0) return 'declined'
  return isOneOf(UNREACHED, code) ? 'incomplete' : 'awaiting_transfer'
}

function isOneOf(codes: readonly string[], code: string | null): boolean {
  return code !== null && codes.includes(code)
}

/** Why its last attempt was declined. Null in every other stage. */
export function declineOf(row: Read & Pick<Transaction, 'history'>): DeclineReason | null {
  return stageOf(row) === 'declined' ? lastDeclineIn(row.history) : null
}
