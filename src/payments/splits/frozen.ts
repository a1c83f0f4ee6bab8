import { parsePublicId, publicId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import {
  type BearerType,
  type SplitType,
  shareIn,
  shareOut,
  sharesFit,
  type Terms,
} from './share.ts'
import { type SubaccountId, subaccountCode } from './subaccounts.ts'

// The split of a payment as JSON. Later changes of the split do not affect it. After the payment it
// also has the shares that were paid. Stored, subaccounts have their codes; `shownSplit` has ids.

/** As sent: percent with two decimals, or whole kobo. */
export type ShareInput = { subaccount_id: string; share: number }
export type Frozen = {
  split_code: string
  name: string
  type: SplitType
  bearer_type: BearerType
  bearer_subaccount: string | null
  formula: { subaccounts: { subaccount: string; share: number }[] }
  /** In kobo. Null until paid. `vat`: missing in payments from before it was apart of `service`. */
  shares: {
    service: number
    vat: number
    business: number
    subaccounts: { subaccount: string; amount: number }[]
  } | null
}

export function codeIn(frozen: string | null): string | null {
  return frozen === null ? null : (JSON.parse(frozen) as Frozen).split_code
}

/** As the API shows it. */
export function shownSplit(frozen: string) {
  const { bearer_subaccount, formula, shares, ...split } = JSON.parse(frozen) as Frozen
  return {
    ...split,
    bearer_subaccount_id: bearer_subaccount && idOf(bearer_subaccount),
    formula: { subaccounts: formula.subaccounts.map(named) },
    shares: shares && shownShares(shares),
  }
}

/** With the ids of the subaccounts. */
export function shownShares({ subaccounts, ...shares }: NonNullable<Frozen['shares']>) {
  return { ...shares, subaccounts: subaccounts.map(named) }
}

function named<Part extends { subaccount: string }>({ subaccount, ...part }: Part) {
  return { subaccount_id: idOf(subaccount), ...part }
}

function idOf(code: string): string {
  return publicId('subaccount', parsePublicId('subaccount', code)!)
}

export function fits(frozen: string, amount: Kobo, service: Kobo): boolean {
  return sharesFit(termsOf(JSON.parse(frozen)), amount, service)
}

type SharedOut = {
  /** The frozen split, with the shares. */
  text: string
  shares: NonNullable<Frozen['shares']>
  business: Kobo
  /** In the order of the formula. */
  parts: { subaccountId: SubaccountId; amount: Kobo }[]
  /** False if flat shares and the fee exceed the amount: then all goes to the business. */
  isApplied: boolean
}

/** Shares out `amount`, less the fee and its VAT. */
export function sharedOut(
  frozen: string,
  amount: Kobo,
  { fee, vat }: { fee: Kobo; vat: Kobo },
): SharedOut {
  const fees = kobo(fee + vat)
  const split = JSON.parse(frozen) as Frozen
  const terms = termsOf(split)
  const paid = shareOut(terms, amount, fees)
  const parts = terms.shares.map(({ id }, i) => ({
    subaccountId: id as SubaccountId,
    amount: paid?.subaccounts[i]?.amount ?? kobo(0),
  }))
  const business = paid?.business ?? kobo(amount - fees)
  const shares = {
    service: Number(fee),
    vat: Number(vat),
    business: Number(business),
    subaccounts: parts.map(({ subaccountId, amount: part }) => ({
      subaccount: subaccountCode(subaccountId),
      amount: Number(part),
    })),
  }
  const text = JSON.stringify({ ...split, shares } satisfies Frozen)
  return { text, shares, business, parts, isApplied: paid !== null }
}

/** The shares of a paid payment; null without a split. */
export function sharesIn(frozen: string | null) {
  return frozen === null ? null : shownSplit(frozen).shares
}

function termsOf({ type, bearer_type, bearer_subaccount, formula }: Frozen): Terms {
  const id = (code: string) => parsePublicId('subaccount', code)!
  return {
    type,
    bearerType: bearer_type,
    bearerId: bearer_subaccount === null ? null : id(bearer_subaccount),
    shares: formula.subaccounts.map(({ subaccount, share }) => ({
      id: id(subaccount),
      share: shareIn(type, share)!,
    })),
  }
}
