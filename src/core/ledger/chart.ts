/** docs/ledger.md says what each account holds and which flow moves it. */
export const chart = {
  /** With the bank rail: what it has received for us and not yet passed on. */
  bank_clearing: { overdraft: true },
  /** With the card rail. */
  card_clearing: { overdraft: true },
  /** The wallet: what the business may spend. */
  available: { overdraft: false },
  /** Paid and not yet settled. */
  pending: { overdraft: false },
  /** Our income from this business. */
  fees: { overdraft: false },
  /** Owed to the revenue service. */
  vat: { overdraft: false },
  /** Received and nobody's yet: goes back to who sent it. */
  unmatched: { overdraft: false },
  /** Of the house alone: received for an account number that is nobody's. */
  suspense: { overdraft: false },
  /** Of the house alone: what rails have taken for what they did. */
  rail_fees: { overdraft: true },
  /** Where the sandbox's play money comes from. */
  adjustments: { overdraft: true },
} as const satisfies Record<string, { overdraft: boolean }>

/**
 * What a party other than the business has of its payments: as the business's own two accounts,
 * one pair for each, named by its id.
 */
export type PartyAccount = `${'available' | 'pending'}/${string}`

export type ChartName = keyof typeof chart

export type AccountName = ChartName | PartyAccount
