import type { Schemas } from '../api.ts'
import type { Tone } from '../parts/badge.tsx'

type Status = Schemas['Payout']['status']

export const PAYOUT_STATES: Record<Status, { tone: Tone; text: string }> = {
  pending: { tone: 'wait', text: 'On its way' },
  success: { tone: 'good', text: 'Sent' },
  failed: { tone: 'bad', text: 'Failed' },
}

export const PAYOUT_MEANING: Record<Status, string> = {
  pending: 'The bank has not said yet whether it was sent. It is asked again until it does.',
  success: 'The bank has sent it.',
  failed: 'The bank did not send it, and will not. The amount is back where it came from.',
}

const FAILURES: Record<string, string> = {
  account_closed: 'The account is closed.',
  duplicate: 'The bank has sent this one already.',
  enquiry_differs: 'The bank names another holder than before.',
  refused_by_bank: 'The bank refused it.',
}

export function payoutFailure(failure: string): string {
  return FAILURES[failure] ?? `The bank refused it: ${failure.replaceAll('_', ' ')}.`
}
