/** docs/ledger.md lists what each account holds and which flow moves it. */
export const chart = {
  /** At the bank rail: received for us and not yet passed on. */
  bank_clearing: { overdraft: true },
  /** The same at the card rail. */
  card_clearing: { overdraft: true },
  /** The wallet: what the business may spend. */
  available: { overdraft: false },
  /** Paid and not yet settled. */
  pending: { overdraft: false },
  /** Our income from this business. */
  fees: { overdraft: false },
  /** Owed to the revenue service. */
  vat: { overdraft: false },
  /** Stamp duty on transfers that we sent, owed to the revenue service. */
  stamp_duty: { overdraft: false },
  /** Received without a matching payment: returned to the sender. */
  unmatched: { overdraft: false },
  /** Taken from the business while a payment is disputed. */
  disputed: { overdraft: false },
  /** What the business owes for disputes that its money did not cover. Never above zero. */
  debt: { overdraft: true },
  /** House only: received for an unknown account number. */
  suspense: { overdraft: false },
  /** House only: fees charged by rails, and the stamp duty on returns. */
  rail_fees: { overdraft: true },
  /** Where the sandbox's play money comes from. */
  adjustments: { overdraft: true },
} as const satisfies Record<string, { overdraft: boolean }>

/** The two accounts of a party that shares payments of the business, named by its id. */
export type PartyAccount = `${'available' | 'pending'}/${string}`

export type ChartName = keyof typeof chart

export type AccountName = ChartName | PartyAccount
