import { DAY, later, MINUTE } from '../../platform/clock.ts'
import type { Kobo } from '../../platform/money.ts'
import { nairaNumber } from '../amounts.ts'
import type { CardOutcome } from '../rails.ts'
import { fieldsOf } from '../values.ts'
import { type Charge, handleOf, isPageOver, readCharge, readHandle, readSaid } from './answers.ts'
import { type Flutterwave, KEY } from './client.ts'
import { listTransactions } from './lists.ts'

// Charges on Flutterwave's page. Our key is the `tx_ref`. Each attempt to pay is a transaction of
// theirs under that reference, and there is none before the first.

export async function openPage(
  { client, now, pageOrigin, pageMs }: Flutterwave,
  asked: { key: string; amount: Kobo; email: string; returnUrl: string },
): Promise<CardOutcome> {
  if (!KEY.test(asked.key)) return { kind: 'unavailable' }
  const openedAt = now()
  const answer = await client.call({
    call: 'open page',
    method: 'POST',
    path: '/payments',
    json: {
      tx_ref: asked.key,
      amount: nairaNumber(asked.amount),
      currency: 'NGN',
      redirect_url: asked.returnUrl,
      payment_options: 'card',
      customer: { email: asked.email },
      configurations: { session_duration: Math.ceil(pageMs / MINUTE) },
    },
  })
  const said = readSaid(answer)
  // The first answer was lost, with the address of the page.
  if (said.kind === 'refused' && said.code === 'duplicate_reference') return { kind: 'unknown' }
  if (said.kind === 'refused') {
    client.noteUnknown('open page', answer)
    return { kind: 'unavailable' }
  }
  const url = said.kind === 'done' ? pageIn(said.data, pageOrigin) : null
  if (url !== null) {
    const handle = handleOf({ amount: asked.amount, openedAt })
    return { kind: 'redirect_required', url, authorization: null, handle }
  }
  if (said.kind === 'unavailable') return said
  client.noteUnknown('open page', answer)
  return { kind: 'unknown' }
}

/** Only accepts a URL of Flutterwave: customers are redirected to it. */
function pageIn(data: unknown, pageOrigin: string): string | null {
  const { link } = fieldsOf(data)
  if (typeof link !== 'string' || link.length > 1_000) return null
  const url = URL.parse(link)
  return url?.origin === pageOrigin && url.username === '' ? url.href : null
}

type Enquired = { key: string; amount?: Kobo; isOnce?: boolean; handle?: string }

export async function enquire(flutterwave: Flutterwave, asked: Enquired): Promise<CardOutcome> {
  return (await findCharge(flutterwave, asked)).outcome
}

const NONE = { id: null, amount: null }

/** As `enquire`, with Flutterwave's id and the amount paid. */
export async function findCharge(
  flutterwave: Flutterwave,
  asked: Enquired & { timeoutMs?: number },
): Promise<Charge> {
  const { client, now, pageMs } = flutterwave
  const { key, timeoutMs } = asked
  if (!KEY.test(key)) return { outcome: { kind: 'not_found' }, ...NONE }
  const known = readHandle(asked.handle)
  const isOnce = asked.isOnce === true || known?.isOnce === true
  const amount = asked.amount ?? known?.amount ?? null
  const answer = await client.call({
    call: 'verify',
    method: 'GET',
    path: '/transactions/verify_by_reference',
    query: { tx_ref: key },
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const said = readSaid(answer)
  if (said.kind === 'refused' && said.code === 'transaction_not_found') {
    // It was there before, so the record is missing.
    if (known?.id !== undefined || known?.isOnce) return { outcome: { kind: 'unknown' }, ...NONE }
    // Nobody has the address of a page whose answer was lost.
    if (known?.openedAt === undefined) return { outcome: { kind: 'not_found' }, ...NONE }
    const isOver = isPageOver(known.openedAt, pageMs, now())
    const unpaid = { kind: 'declined', reason: 'declined', authorization: null } as const
    return { outcome: isOver ? unpaid : { kind: 'pending' }, ...NONE }
  }
  if (said.kind !== 'done') {
    if (said.kind === 'refused') client.noteUnknown('verify', answer)
    return { outcome: said.kind === 'refused' ? { kind: 'unknown' } : said, ...NONE }
  }
  const found = readCharge(said.data, { key, amount })
  if (found.outcome.kind === 'unknown') client.noteUnknown('verify', answer)
  return found.outcome.kind === 'declined' && !isOnce
    ? afterFailure(flutterwave, { key, amount, openedAt: known?.openedAt ?? null }, found)
    : found
}

/** The customer may have paid with another attempt on the same page, before or after this one. */
async function afterFailure(
  flutterwave: Flutterwave,
  { key, amount, openedAt }: { key: string; amount: Kobo | null; openedAt: Date | null },
  failed: Charge,
): Promise<Charge> {
  const { now, pageMs } = flutterwave
  const { outcome } = failed
  if (outcome.kind !== 'declined') return failed
  const to = now()
  const listed = await listTransactions(flutterwave, {
    from: openedAt ?? later(to, -(pageMs + DAY)),
    to,
    txRef: key,
  })
  if (listed === null) return { outcome: { kind: 'unknown' }, ...NONE }
  const tries = listed.map((row) => readCharge(row, { key, amount }))
  const paid = tries.find((one) => one.outcome.kind === 'approved')
  if (paid !== undefined) return paid
  const isOpen = tries.some((one) => one.outcome.kind !== 'declined')
  if (isOpen || openedAt === null || !isPageOver(openedAt, pageMs, to)) {
    return { ...failed, outcome: { kind: 'pending', declined: outcome.reason } }
  }
  return failed
}
