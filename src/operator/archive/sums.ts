import type { Column, TextRow } from './tables.ts'

/** What the entries of an account moved. */
export type AccountSums = {
  businessId: string
  mode: string
  name: string
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
}

/** One row for each account. */
export function addSums(all: readonly AccountSums[]): AccountSums[] {
  const byAccount = new Map<string, AccountSums>()
  for (const one of all) {
    const key = JSON.stringify([one.businessId, one.mode, one.name])
    const known = byAccount.get(key)
    byAccount.set(key, known === undefined ? one : plus(known, one))
  }
  return [...byAccount.values()]
}

function plus(one: AccountSums, other: AccountSums): AccountSums {
  return {
    ...one,
    debitsPending: one.debitsPending + other.debitsPending,
    debitsPosted: one.debitsPosted + other.debitsPosted,
    creditsPending: one.creditsPending + other.creditsPending,
    creditsPosted: one.creditsPosted + other.creditsPosted,
  }
}

/** Sums up entries as they were read back from the store, by account. */
export class EntrySums {
  readonly #sums = new Map<string, AccountSums>()

  add(columns: readonly Column[], row: TextRow): void {
    const of = (name: string) => row[columns.findIndex((column) => column.name === name)]!
    const amount = BigInt(of('amount'))
    const kind = of('kind')
    const posted = kind === 'post' || kind === 'post_hold' ? amount : 0n
    // What closes a hold takes it back.
    const held = kind === 'hold' ? amount : kind === 'post' ? 0n : -amount
    const [businessId, mode] = [of('business_id'), of('mode')]
    const debit = this.#of(businessId, mode, of('debit_account'))
    debit.debitsPending += held
    debit.debitsPosted += posted
    const credit = this.#of(businessId, mode, of('credit_account'))
    credit.creditsPending += held
    credit.creditsPosted += posted
  }

  all(): AccountSums[] {
    return [...this.#sums.values()]
  }

  #of(businessId: string, mode: string, name: string): AccountSums {
    const key = JSON.stringify([businessId, mode, name])
    const known = this.#sums.get(key)
    if (known !== undefined) return known
    const none = { debitsPending: 0n, debitsPosted: 0n, creditsPending: 0n, creditsPosted: 0n }
    const sums = { businessId, mode, name, ...none }
    this.#sums.set(key, sums)
    return sums
  }
}
