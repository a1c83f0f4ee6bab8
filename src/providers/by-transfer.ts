import type { ReturnEnquiry } from './outcomes.ts'
import type { TransferOutcome } from './rails.ts'

/** The outcome of a return that is made by a transfer. */
export function returnOf(sent: TransferOutcome): ReturnEnquiry {
  switch (sent.kind) {
    case 'sent':
      return { ...sent, kind: 'returned' }
    case 'failed':
    case 'reversed':
      return { ...sent, kind: 'refused' }
    case 'accepted':
    case 'unavailable':
    case 'unknown':
    case 'not_found':
      return sent
  }
}
