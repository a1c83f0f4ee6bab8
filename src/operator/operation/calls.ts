import { verifications } from '../../identity/conclude.ts'
import { payouts } from '../../money-out/payouts/conclude.ts'
import { charges, reversals } from '../../payments/checkout/enquiries.ts'
import { returns } from '../../payments/deposits/return.ts'
import { refunds } from '../../payments/refunds/send.ts'

// Every kind of call to a provider, as the operator reads of it. The lists of what is due, of what
// is unknown and of what waits for a provider that is missing are read from here.

export const UNKNOWNS = ['payout', 'charge', 'refund', 'return', 'verification'] as const

type Listed = Pick<typeof payouts, 'table' | 'backlogOf' | 'unknownOf' | 'waitingOf'>
type Kind = {
  call: Listed
  /** Two kinds with the same words are one to the operator. */
  what: (typeof UNKNOWNS)[number]
  due: string
  /** Which job works it off. */
  job: string
  /** What waits, for each of its needs. */
  waiting: readonly string[]
}

const CHARGES = {
  what: 'charge',
  due: 'card charges to query',
  job: 'query open card charges',
  waiting: ['card attempts'],
} as const

export const CALLS: Kind[] = [
  {
    call: returns,
    what: 'return',
    due: 'returns',
    job: 'return unmatched money',
    waiting: ['returns'],
  },
  { call: charges, ...CHARGES },
  { call: reversals, ...CHARGES },
  {
    call: verifications,
    what: 'verification',
    due: 'verifications to query',
    job: 'query unanswered verifications',
    waiting: ['verifications'],
  },
  {
    call: refunds,
    what: 'refund',
    due: 'refunds',
    job: 'send refunds',
    waiting: ['refunds to cards', 'refunds to accounts'],
  },
  {
    call: payouts,
    what: 'payout',
    due: 'payouts',
    job: 'send and query payouts',
    waiting: ['payouts'],
  },
]
