import type { ReactNode } from 'react'
import type { DataOf } from '../api.ts'
import { count, naira } from '../naira.ts'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { Go } from '../parts/go.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { responseOf } from '../states.ts'

// What waits for a person, and what goes wrong.

type Home = DataOf<'GET', '/home'>
type FailingOne = Home['failing'][number]

/** A webhook URL at which nothing arrives: its code, and what to do. */
export function Failing({ endpoints }: { endpoints: FailingOne[] }) {
  return endpoints.map(({ endpoint, url, failures, failing_since, disabled_at, ...last }) => (
    <div className="notice" data-tone="bad" role="status" key={endpoint}>
      <b>
        {disabled_at === null ? 'Every webhook fails' : 'A webhook URL was turned off'}:{' '}
        {codeOf(last)}
      </b>
      <p>
        <code>{url}</code>
        {failing_since && (
          <>
            {' '}
            has rejected {count(failures)} attempts in a row, since <Time at={failing_since} />
          </>
        )}
        . {fixOf(last)}{' '}
        {disabled_at === null
          ? 'Events are retried for three days.'
          : 'When it is repaired, turn it on under Webhooks.'}
      </p>
      <p>
        <Go to={paths.webhooks()}>Check the URL</Go> ·{' '}
        <Go to={paths.events()} search={{ status: disabled_at === null ? 'pending' : 'failed' }}>
          View the events
        </Go>
      </p>
    </div>
  ))
}

type Last = Pick<FailingOne, 'last_status' | 'last_error'>

function codeOf(last: Last): string {
  return last.last_status === null
    ? (responseOf(last) ?? 'No response')
    : `HTTP ${last.last_status}`
}

const FIXES: Record<number, string> = {
  400: 'Your server rejects the signature or its age: check the secret, and the server’s clock.',
  401: 'Your server rejects the signature: check that it has the secret of this URL.',
  403: 'A firewall or a login page rejects it: let our requests through to this path.',
  404: 'No page answers there: correct the URL.',
  405: 'The page does not take POST: correct the URL, or let it take POST.',
  410: 'Your server says that the URL is gone: set another one.',
}
const ERRORS: Record<string, string> = {
  timeout: 'It takes longer than 15 seconds: respond with 200 first, then process the event.',
  refused_address: 'It leads to a private address: use a public one.',
}

function fixOf({ last_status, last_error }: Last): string {
  if (last_status === null) {
    return ERRORS[last_error ?? ''] ?? 'Your server cannot be reached: check that it runs.'
  }
  if (last_status >= 500) return 'Your server fails: look for the error in its log.'
  if (last_status >= 300 && last_status < 400) {
    return 'It redirects, and we do not follow: set the URL that it leads to.'
  }
  return FIXES[last_status] ?? 'Your server rejects it: look for the reason in its log.'
}

/** What waits for a person; nothing if there is none. */
export function Attention({ of }: { of: Home['attention'] }) {
  const lines = linesOf(of).filter(({ number }) => number > 0)
  if (lines.length === 0) return null
  return (
    <Section title="Needs attention">
      <ul className="plain-list">
        {lines.map(({ number, one, many, more, to, search }) => (
          <li key={one}>
            <Go to={to} search={search}>
              {number === 1 ? `1 ${one}` : `${count(number)} ${many}`}
            </Go>
            {more && <span className="faint"> · {more}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Line = {
  number: number
  one: string
  many: string
  more?: ReactNode
  to: string
  search: Record<string, string>
}

function linesOf(of: Home['attention']): Line[] {
  return [
    {
      number: of.disputes,
      one: 'dispute needs your answer',
      many: 'disputes need your answer',
      more: of.dispute_due_at && (
        <>
          the first is due <Time at={of.dispute_due_at} />, {leftUntil(of.dispute_due_at)}
        </>
      ),
      to: paths.disputes(),
      search: { status: 'needs_response' },
    },
    {
      number: of.payouts,
      one: 'payout failed',
      many: 'payouts failed',
      more: `${naira(of.payout_amount)}, in 7 days`,
      to: paths.payouts(),
      search: { status: 'failed' },
    },
    {
      number: of.webhooks,
      one: 'webhook was not delivered',
      many: 'webhooks were not delivered',
      more: 'in 7 days; you can resend them',
      to: paths.events(),
      search: { status: 'failed' },
    },
    {
      number: of.deposits,
      one: 'transfer could not be returned',
      many: 'transfers could not be returned',
      more: `${naira(of.deposit_amount)} is held`,
      to: paths.deposits(),
      search: { status: 'return_refused' },
    },
    {
      number: of.refunds,
      one: 'refund failed',
      many: 'refunds failed',
      more: 'in 7 days; the money is back in your wallet',
      to: paths.refunds(),
      search: { status: 'failed' },
    },
    {
      number: of.reviews,
      one: 'payment to review',
      many: 'payments to review',
      to: paths.transactions(),
      search: { review: 'pending' },
    },
  ]
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

function leftUntil(at: string): string {
  const hours = Math.floor((Date.parse(at) - Date.now()) / HOUR_MS)
  if (hours < 0) return 'which has passed'
  const days = Math.floor(hours / DAY_HOURS)
  return days > 1 ? `${days} days left` : `${hours} hours left`
}

type Reason = Home['reasons'][number]

const TRANSFER_REASONS: Record<string, string> = {
  amount_too_low: 'Transferred too little',
  amount_too_high: 'Transferred too much',
  late: 'Transferred too late',
  already_paid: 'Transferred twice',
  closed: 'Transferred for a closed payment',
}

const REASON_COLUMNS: Column<Reason>[] = [
  { title: 'Reason', cell: wordsOf },
  { title: 'How often', isEnd: true, cell: ({ count: times }) => count(times) },
]

/** Why attempts to pay failed in this period. */
export function Reasons({ of }: { of: Reason[] }) {
  if (of.length === 0) return null
  return (
    <Section title="Why payments failed" intro="Attempts in this period, the most frequent first.">
      <DataTable
        label="Why payments failed"
        columns={REASON_COLUMNS}
        rows={of}
        rowKey={({ kind, reason }) => `${kind} ${reason}`}
      />
    </Section>
  )
}

function wordsOf({ kind, reason }: Reason): string {
  if (kind === 'transfer') return TRANSFER_REASONS[reason] ?? reason.replaceAll('_', ' ')
  return `Card declined: ${reason.replaceAll('_', ' ')}`
}
