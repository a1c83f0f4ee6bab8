import { MINUTE, SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { formatNaira, type Kobo } from '../../platform/money.ts'
import { ask } from '../ask.ts'
import type { BankCodes, Payouts, TransferOutcome } from '../rails.ts'
import { because, failed, held, type Note, type Verdict } from './verdict.ts'

// Sends real money, once: a name enquiry, one transfer, and enquiries until its outcome is known.
// The ledger does not record it.
//
// (1) The key is printed first, so that an interrupted transfer can be found.
// (2) The transfer is requested once. An unknown outcome is only enquired about.

const PAUSE_MS = 5 * SECOND
const SEEN_TO_MS = 10 * MINUTE

export type Account = { bank: BankCodes; accountNumber: string }
export type Order = Account & { amount: Kobo }

type Means = {
  now: () => Date
  notes: Note[]
  say(line: string): void
  pause(ms: number): Promise<void>
}

export async function sendAndSee(rail: Payouts, order: Order, means: Means): Promise<Verdict> {
  const { now, notes, say } = means
  const { bank, accountNumber, amount } = order
  const named = await ask(rail.enquireBeneficiary({ bank, accountNumber }))
  if (named.kind !== 'found') {
    return failed(because(`nothing was sent: the name enquiry is ${wordsOf(named.kind)}`, notes))
  }
  const { accountName, enquiry } = named
  const key = newId(now()) as string
  say(`${accountNumber} is ${accountName}. Sending ${formatNaira(amount)} with the key ${key}`)
  const askedAt = now()
  const narration = 'Check of the rails'
  const first = await ask(rail.transfer({ key, enquiry, accountName, narration, ...order }))
  say(`the transfer is ${wordsOf(first.kind)}`)
  return seeThrough(rail, { key, askedAt, first }, means)
}

type Asked = { key: string; askedAt: Date; first: TransferOutcome }

async function seeThrough(rail: Payouts, { key, askedAt, first }: Asked, means: Means) {
  const { now, notes, say, pause } = means
  let said = first
  // A transfer that was accepted cannot be missing.
  let wasAccepted = false
  let handle: string | undefined
  while (true) {
    if (said.kind === 'accepted') wasAccepted = true
    if ('handle' in said && said.handle) handle = said.handle
    const verdict = verdictOn(said, wasAccepted, notes)
    if (verdict !== null) return verdict
    if (now().getTime() - askedAt.getTime() > SEEN_TO_MS) break
    await pause(PAUSE_MS)
    said = await ask(rail.enquireTransfer({ key, askedAt, ...(handle && { handle }) }))
    say(`the enquiry says ${wordsOf(said.kind)}`)
  }
  const look = `look for ${key} in the provider's dashboard before you send another`
  const waits = wasAccepted
    ? '. If one-time passwords for transfers are on, it waits there for a person'
    : ''
  return failed(because(`still unknown after ten minutes: ${look}${waits}`, notes))
}

/** Null while the outcome may still change. */
function verdictOn(said: TransferOutcome, wasAccepted: boolean, notes: Note[]): Verdict | null {
  switch (said.kind) {
    case 'sent': {
      const fee = said.fee === undefined ? '' : `, for a fee of ${formatNaira(said.fee)}`
      return held(`sent, as ${said.sessionId}${fee}`)
    }
    case 'failed':
    case 'reversed': {
      const theirs = said.said === undefined ? '' : ` (${said.said})`
      return failed(because(`${wordsOf(said.kind)}: ${wordsOf(said.reason)}${theirs}`, notes))
    }
    case 'not_found':
      return wasAccepted ? null : failed(because('nothing was sent: it was never received', notes))
    case 'unavailable':
    case 'accepted':
    case 'unknown':
      return null
  }
}

function wordsOf(kind: string): string {
  return kind.replaceAll('_', ' ')
}
