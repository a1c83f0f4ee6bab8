import type { Context } from '../../core/context.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import {
  claimVerification,
  insertVerification,
  listLastVerifications,
  updateVerification,
  type Verification,
} from './operation.sql.ts'
import { sentenceOf } from './operation.ts'

// Verifies the books: each hour, and when an operator asks.
//
//   (none) ──> asked                      [askForVerification: one at a time]
//   asked ──> running                     [verifyDue, in one process]
//   running ──> running                   [verifyDue in another, when the first has died]
//   running ──> right | wrong | failed    [verifyDue]
//
// It reads part after part, each in a snapshot of its own (books.ts).

const LEASE_MS = 1 * MINUTE
const RENEWED_EVERY_MS = 15 * SECOND
/** How many findings are stored; the log has all. */
const FINDINGS_KEPT = 20
const FINDING_LENGTH_MAX = 500

/** Verifies one part after another. `tell` gets the progress. */
type VerifyBooks = (
  context: Context,
  tell: (done: number, all: number) => Promise<void>,
) => Promise<{ wrong: WrongRow[]; entries: bigint }>

/** No-op if one is requested or running. */
export async function askForVerification(context: Context, askedBy: string): Promise<void> {
  const askedAt = context.now()
  await insertVerification(context.sql, { verificationId: newId(askedAt), askedBy, askedAt })
}

/** `verdict`: the last that read all books. One that failed says nothing about them. */
export async function lastVerifications({ sql }: Context) {
  const found = await listLastVerifications(sql)
  const isOpen = ({ state }: Verification) => state === 'asked' || state === 'running'
  const isVerdict = ({ state }: Verification) => state === 'right' || state === 'wrong'
  const ended = found.filter((one) => !isOpen(one))
  return {
    open: found.find(isOpen) ?? null,
    last: ended.sort((a, b) => (a.verificationId < b.verificationId ? 1 : -1))[0] ?? null,
    verdict: ended.find(isVerdict) ?? null,
  }
}

/** A job. Returns how many it ran. */
export async function verifyDue(
  context: Context,
  process: string,
  verifyBooks: VerifyBooks,
): Promise<number> {
  const now = context.now()
  const id = await claimVerification(context.sql, now, later(now, LEASE_MS), process)
  if (id === null) return 0
  const write = (to: Partial<Verification>) => updateVerification(context.sql, id, process, to)
  const renewed = setInterval(() => {
    // If it is not renewed, another process may begin again; both find the same.
    void write({ leasedUntil: later(context.now(), LEASE_MS) }).catch(() => false)
  }, RENEWED_EVERY_MS)
  try {
    const { wrong, entries } = await verifyBooks(context, async (stepsDone, steps) => {
      await write({ stepsDone, steps })
    })
    for (const row of wrong) context.log.error(row, 'the ledger is wrong')
    await write({
      state: wrong.length === 0 ? 'right' : 'wrong',
      entriesRead: entries,
      findings: wrong.length,
      firstFindings: wrong.slice(0, FINDINGS_KEPT).map(wordsOf).join('\n'),
      finishedAt: context.now(),
      leasedUntil: null,
    })
  } catch (error) {
    const firstFindings = sentenceOf(error)
    const ended = { state: 'failed', firstFindings, finishedAt: context.now() } as const
    await write({ ...ended, leasedUntil: null }).catch(() => false)
    throw error
  } finally {
    clearInterval(renewed)
  }
  return 1
}

function wordsOf({ what, where, found, expected }: WrongRow): string {
  const words = `${what}: ${where}: found ${found}, expected ${expected}`
  return words.replace(/\s+/g, ' ').slice(0, FINDING_LENGTH_MAX).toWellFormed()
}
