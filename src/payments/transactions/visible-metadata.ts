import { readNumbersAsText } from '../../platform/json.ts'
import type { Transaction } from './transactions.rows.ts'

// What a customer is told of a payment's metadata, and the only place that reads it for them. Only
// the words of the business are shown in its name: metadata that came with the public key is
// whatever a stranger wrote, and so are the answers to the questions of a payment link. It is kept
// and given back to the business, but nobody sees it on the checkout or on a receipt.

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

/** Whether the business's own server wrote it, and not whoever had a public key or a link. */
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
