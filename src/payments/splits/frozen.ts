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
  /** In kobo. Null until paid. */
  shares: {
    service: number
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
  const idOf = (code: string) => publicId('subaccount', parsePublicId('subaccount', code)!)
  const named = <Part extends { subaccount: string }>({ subaccount, ...part }: Part) => ({
    subaccount_id: idOf(subaccount),
    ...part,
  })
  return {
    ...split,
    bearer_subaccount_id: bearer_subaccount && idOf(bearer_subaccount),
    formula: { subaccounts: formula.subaccounts.map(named) },
    shares: shares && { ...shares, subaccounts: shares.subaccounts.map(named) },
  }
}

export function fits(frozen: string, amount: Kobo, service: Kobo): boolean {
  return sharesFit(termsOf(JSON.parse(frozen)), amount, service)
}

type SharedOut = {
  /** The frozen split, with the shares. */
  text: string
  business: Kobo
  /** In the order of the formula. */
  parts: { subaccountId: SubaccountId; amount: Kobo }[]
  /** False if flat shares and the fee exceed the amount: then all goes to the business. */
  isApplied: boolean
}

/** Shares out `amount`. `service`: the fee with VAT. */
export function sharedOut(frozen: string, amount: Kobo, service: Kobo): SharedOut {
  const split = JSON.parse(frozen) as Frozen
  const terms = termsOf(split)
  const shares = shareOut(terms, amount, service)
  const parts = terms.shares.map(({ id }, i) => ({
    subaccountId: id as SubaccountId,
    amount: shares?.subaccounts[i]?.amount ?? kobo(0),
  }))
  const business = shares?.business ?? kobo(amount - service)
  const shown: Frozen = {
    ...split,
    shares: {
      service: Number(service),
      business: Number(business),
      subaccounts: parts.map(({ subaccountId, amount: part }) => ({
        subaccount: subaccountCode(subaccountId),
        amount: Number(part),
      })),
    },
  }
  return { text: JSON.stringify(shown), business, parts, isApplied: shares !== null }
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
