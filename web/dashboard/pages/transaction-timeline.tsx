import type { DataOf } from '../api.ts'
import { DataTable } from '../parts/data-list.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Money, None, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { DELIVERY_STATES, REFUND_STATES } from '../states.ts'
import { monthName } from '../time.ts'

type Timeline = DataOf<'GET', '/transactions/{id}/timeline'>
type Step = Timeline['steps'][number]
type Split = NonNullable<Timeline['split']>

const TONES: Record<Step['kind'], Tone> = {
  started: 'plain',
  note: 'plain',
  card: 'wait',
  account: 'plain',
  transfer: 'good',
  transfer_returned: 'warn',
  succeeded: 'good',
  failed: 'bad',
  abandoned: 'plain',
  receipt: 'plain',
  settlement: 'good',
  refund: 'warn',
  dispute: 'warn',
  reversed: 'warn',
}

/** The timeline of a payment: its steps, and the money that each moved. */
export function Happened({ timeline }: { timeline: Timeline }) {
  const { steps, refunds, split, entries, archived_month, events } = timeline
  return (
    <>
      <Section title="Timeline">
        <ol className="timeline">
          {steps.map(({ at, kind, title, detail }) => (
            <li key={`${at} ${kind} ${title}`} data-tone={TONES[kind]}>
              <span className="strong">{title}</span>
              <Time at={at} />
              {detail && <p>{detail}</p>}
            </li>
          ))}
        </ol>
      </Section>
      {refunds.length > 0 && <Refunds refunds={refunds} />}
      {split && <Shared split={split} />}
      {(entries.length > 0 || archived_month !== null) && (
        <Entries entries={entries} archivedMonth={archived_month} />
      )}
      {events.length > 0 && <Events events={events} />}
    </>
  )
}

function Refunds({ refunds }: { refunds: Timeline['refunds'] }) {
  return (
    <Section title="Refunds">
      <DataTable
        label="Refunds of this payment"
        rows={refunds}
        to={({ id }) => paths.refund(id)}
        columns={[
          { title: 'Requested', cell: ({ created_at }) => <Time at={created_at} /> },
          { title: 'Status', cell: ({ status }) => <Badge state={status} of={REFUND_STATES} /> },
          { title: 'Reason', cell: ({ reason }) => reason ?? <None /> },
          { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} /> },
        ]}
      />
    </Section>
  )
}

const PARTIES = { service: 'Fee', vat: 'VAT on the fee', business: 'You', subaccount: 'Subaccount' }

function Shared({ split: { name, type, parts } }: { split: Split }) {
  return (
    <Section title="Shares" intro={`Split ${name}, as it was when this payment was initialized.`}>
      <DataTable
        label="Shares of this payment"
        rows={parts}
        rowKey={({ party, subaccount_id }) => subaccount_id ?? party}
        columns={[
          {
            title: 'Recipient',
            cell: ({ party, subaccount_id }) => subaccount_id ?? PARTIES[party],
          },
          { title: 'Share', isEnd: true, cell: ({ share }) => <Share type={type} share={share} /> },
          { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} /> },
        ]}
      />
    </Section>
  )
}

function Share({ type, share }: { type: string; share: number | null }) {
  if (share === null) return <None />
  return type === 'flat' ? <Money kobo={share} /> : <>{share} %</>
}

type EntriesProps = { entries: Timeline['entries']; archivedMonth: string | null }

function Entries({ entries, archivedMonth }: EntriesProps) {
  const intro =
    archivedMonth === null
      ? 'Each entry moves an amount from one account to another.'
      : `The entries of the payment itself are archived, in ${monthName(archivedMonth)}. Ask the ` +
        'operator of this service for them.'
  return (
    <Section title="Ledger" intro={intro}>
      {entries.length > 0 && (
        <DataTable
          label="Ledger entries of this payment"
          rows={entries}
          rowKey={({ entry_id }) => entry_id}
          columns={[
            { title: 'Description', cell: ({ reason }) => reason },
            { title: 'From', cell: ({ debit }) => debit },
            { title: 'To', cell: ({ credit }) => credit },
            { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
            { title: 'Status', cell: ({ state }) => <Badge state={state} of={ENTRY_STATES} /> },
            { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} /> },
          ]}
        />
      )}
    </Section>
  )
}

const ENTRY_STATES: Record<Timeline['entries'][number]['state'], { tone: Tone; text: string }> = {
  posted: { tone: 'plain', text: 'Booked' },
  held: { tone: 'wait', text: 'Held' },
  hold_posted: { tone: 'plain', text: 'Hold booked' },
  hold_voided: { tone: 'plain', text: 'Released' },
}

function Events({ events }: { events: Timeline['events'] }) {
  return (
    <Section title="Events">
      <DataTable
        label="Events of this payment"
        rows={events}
        to={({ id }) => paths.event(id)}
        columns={[
          { title: 'Event', cell: ({ type }) => <code>{type}</code> },
          { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: 'Delivery',
            isEnd: true,
            cell: ({ status }) => <Badge state={status} of={DELIVERY_STATES} />,
          },
        ]}
      />
    </Section>
  )
}
