// Our keys at Paystack: a charge's is its reference; a refund's stands in its note, since Paystack
// gives refunds no reference of ours.

/** What Paystack takes as a reference. */
export const KEY = /^[A-Za-z0-9.=-]{1,100}$/

const NOTE = /^cowrie ([A-Za-z0-9.=-]{1,100})$/

/** A reversal of a whole charge bears the charge's own key. */
export function noteOf(key: string): string {
  return `cowrie ${key}`
}

export function keyInNote(note: string): string | null {
  return NOTE.exec(note)?.[1] ?? null
}
