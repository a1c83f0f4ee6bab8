import { readNumbersAsText } from '../../platform/json.ts'
import type { Transaction } from './transactions.rows.ts'

// The metadata that a customer sees on the checkout and on the receipt: only what the business
// wrote. A stranger can have written metadata sent with the public key, and the answers to the
// questions of a payment link. Those are returned to the business only.

type VisibleMetadata = {
  /** From `metadata.custom_fields`. */
  fields: { label: string; value: string }[]
  /** From `metadata.cancel_action`. */
  cancelUrl: string | null
}
type Made = Pick<Transaction, 'madeWith' | 'paymentLinkId' | 'metadata'>

export function visibleMetadata(made: Made): VisibleMetadata {
  const { custom_fields: fields, cancel_action: cancelUrl } = isOfBusiness(made)
    ? objectIn(made.metadata)
    : made.paymentLinkId === null
      ? {}
      : { ...objectIn(made.metadata), custom_fields: undefined }
  return {
    fields: (Array.isArray(fields) ? fields : []).flatMap(fieldIn),
    cancelUrl: typeof cancelUrl === 'string' && isWebAddress(cancelUrl) ? cancelUrl : null,
  }
}

/** Whether the business's server wrote it. */
export function isOfBusiness({ madeWith }: Pick<Transaction, 'madeWith'>): boolean {
  return madeWith !== 'public'
}

function fieldIn(field: { display_name?: unknown; value?: unknown } | null) {
  const { display_name: label, value } = field ?? {}
  return typeof label === 'string' && typeof value === 'string' ? [{ label, value }] : []
}

function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text)
}

function objectIn(json: string | null): Record<string, unknown> {
  const value: unknown = json === null ? null : readNumbersAsText(json)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
