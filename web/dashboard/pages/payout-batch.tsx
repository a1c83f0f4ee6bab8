import { post, type Schemas } from '../api.ts'
import { count, naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { ConfirmButton, ConfirmDialog, DialogButton } from '../parts/dialog.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { FactsSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { useDownload } from '../parts/progress.tsx'
import { Badge, Copy, Facts, Money, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useBusiness, useCan, useSession } from '../session.ts'
import { dutySentence } from '../stamp-duty.ts'
import { wordsOf } from '../states.ts'
import { useParam } from '../url.ts'
import { useFormAction } from '../use-action.ts'
import { useGet, useList } from '../use-list.ts'
import { BATCH_STATES, repeatedIn } from './payout-batches.tsx'
import { PAYOUT_STATES } from './payouts.tsx'

type Batch = Schemas['PayoutBatch']
type Line = Schemas['PayoutBatchLine']

const OPEN_POLL_MS = 3_000
const CRUMBS = [{ title: 'Payout batches', to: paths.payoutBatches() }]

const MEANING: Record<Batch['status'], string> = {
  checking: 'We ask the banks for the names of the account holders.',
  awaiting_approval: 'A second person must approve it. Nothing was sent.',
  ready: 'Check the names, then send it. Nothing was sent.',
  processing: 'The payouts are being sent.',
  insufficient_balance: 'It stopped because the balance is too low. Top up, then continue.',
  completed: 'Every payout has ended.',
  cancelled: 'No further payout is sent.',
}

const LINE_STATES: Record<Line['status'], { tone: Tone; text: string }> = {
  ...PAYOUT_STATES,
  waiting: { tone: 'plain', text: 'Waiting' },
  not_sent: { tone: 'bad', text: 'Not sent' },
  cancelled: { tone: 'plain', text: 'Cancelled' },
}
const STATUSES = Object.keys(LINE_STATES) as Line['status'][]

export function PayoutBatchPage() {
  const id = useParam('id')
  const read = useGet('/payout-batches/{id}', {
    params: { id },
    everyMs: OPEN_POLL_MS,
    until: isOver,
  })
  return (
    <RecordPage title="Payout batch" crumbs={CRUMBS} read={read}>
      {(batch) => <Found batch={batch} />}
    </RecordPage>
  )
}

function isOver({ status, progress }: Batch): boolean {
  return ['completed', 'cancelled'].includes(status) && progress.pending.count === 0
}

function Found({ batch }: { batch: Batch }) {
  const { status, name, amount, progress, names } = batch
  const duty = STATUSES.reduce((sum, one) => sum + progress[one].stamp_duty, 0)
  const counted = STATUSES.filter((one) => progress[one].count > 0).map((one) => {
    const { count: lines, amount: total } = progress[one]
    return [LINE_STATES[one].text, <Share key={one} lines={lines} kobo={total} />] as const
  })
  return (
    <Page
      title={name ?? naira(amount)}
      crumbs={CRUMBS}
      beside={<Badge state={status} of={BATCH_STATES} />}
      intro={MEANING[status]}
      actions={<Actions batch={batch} />}
    >
      <div className="columns">
        <FactsSection title="Progress" of={Object.fromEntries(counted)} />
        <Section title="Batch">
          <Facts
            of={{
              Total: <Share lines={batch.count} kobo={amount} />,
              'Stamp duty': duty > 0 && <Money kobo={duty} />,
              'Names unknown':
                names.unknown > 0 ? `${count(names.unknown)}: no bank answered` : null,
              Warning: batch.repeated > 0 ? repeatedIn(batch) : null,
              'Created by': batch.made_by,
              Created: <Time at={batch.created_at} as="full" />,
              'Approved by': batch.approved_by,
              'Cancelled by': batch.cancelled_by,
              Started: batch.started_at && <Time at={batch.started_at} as="full" />,
              Ended: batch.ended_at && <Time at={batch.ended_at} as="full" />,
              Id: <Copy text={batch.id} />,
            }}
          />
        </Section>
      </div>
      <Lines batch={batch} />
    </Page>
  )
}

function payoutsIn(lines: number): string {
  return lines === 1 ? '1 payout' : `${count(lines)} payouts`
}

function Share({ lines, kobo }: { lines: number; kobo: number }) {
  return (
    <>
      <Money kobo={kobo} isStrong /> <span className="faint">{payoutsIn(lines)}</span>
    </>
  )
}

const OWN = 'You created this batch. Another person must approve it.'

function Actions({ batch }: { batch: Batch }) {
  const { id, status, made_by } = batch
  const { why } = useCan('payout')
  const exporting = useCan('export')
  const { email } = useSession()
  const file = useDownload({ name: `${id}.csv`, said: 'Results saved.' })
  const params = { id }
  const isOpen = !['completed', 'cancelled'].includes(status)
  const deciding = (verb: Verb) => (close: () => void) => (
    <Decision batch={batch} verb={verb} onClose={close} />
  )
  return (
    <>
      <Button
        icon="download"
        why={exporting.why}
        isBusy={file.isBusy}
        onClick={() => file.start('/payout-batches/{id}/results', { params })}
      >
        Results
      </Button>
      {isOpen && (
        <ConfirmButton
          text="Cancel batch"
          title="Cancel this batch"
          why={why}
          work={() => post('/payout-batches/{id}/cancel', { params })}
          done="Batch cancelled."
          refresh={['/payout-batches']}
        >
          <p>No further payout is sent. Payouts that were sent already go on.</p>
        </ConfirmButton>
      )}
      {status === 'awaiting_approval' && (
        <DialogButton
          look="main"
          why={why ?? (made_by === email ? OWN : undefined)}
          dialog={deciding('approve')}
        >
          Approve
        </DialogButton>
      )}
      {(status === 'ready' || status === 'insufficient_balance') && (
        <DialogButton look="main" icon="payout" why={why} dialog={deciding('send')}>
          {status === 'ready' ? 'Send' : 'Continue'}
        </DialogButton>
      )}
    </>
  )
}

type Verb = 'approve' | 'send'
type Deciding = { batch: Batch; verb: Verb; onClose: () => void }

function Decision({ batch, verb, onClose }: Deciding) {
  const { data: balance } = useGet('/balance')
  const business = useBusiness()
  const { count: lines, amount, stamp_duty: duty } = batch.progress.waiting
  const decide = useFormAction(
    () => post(`/payout-batches/{id}/${verb}`, { params: { id: batch.id } }),
    {
      done: 'The payouts are being sent.',
      refresh: ['/payout-batches', '/balance'],
      onDone: onClose,
    },
  )
  return (
    <ConfirmDialog
      title={verb === 'approve' ? 'Approve batch' : 'Send batch'}
      confirm={['Send', naira(amount), 'in', payoutsIn(lines), 'from', business?.name]}
      onClose={onClose}
      action={decide}
    >
      <p>You cannot undo payouts. You may have to confirm your password.</p>
      {duty > 0 && <p>{dutySentence(amount, duty)}</p>}
      <p>{balance && `${naira(balance.available)} available.`}</p>
    </ConfirmDialog>
  )
}

const FILTERS: Filter[] = [
  { kind: 'select', name: 'status', label: 'Status', options: wordsOf(LINE_STATES) },
]

const NAMES: Record<Line['name_check'], string> = {
  pending: 'Being checked',
  found: '',
  not_found: 'No such account',
  unknown: 'Name unknown: the bank did not answer',
}

const COLUMNS: Column<Line>[] = [
  { title: 'Line', width: '70px', cell: ({ number }) => number },
  {
    title: 'To',
    cell: ({ account_name, name_check, failure_message }) => (
      <>
        {account_name ?? <span className="faint">{NAMES[name_check]}</span>}
        {failure_message && name_check !== 'not_found' && (
          <div className="faint">{failure_message}</div>
        )}
      </>
    ),
  },
  {
    title: 'Account',
    cell: ({ bank, account_number }) => (
      <>
        {bank.name} <span className="faint">{account_number}</span>
      </>
    ),
  },
  { title: 'Reference', cell: ({ reference }) => reference },
  {
    title: 'Status',
    width: '140px',
    cell: ({ status, repeats }) => (
      <>
        <Badge state={status} of={LINE_STATES} />
        {repeats !== null && status === 'waiting' && (
          <div className="faint">Same as line {repeats}</div>
        )}
      </>
    ),
  },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

function Lines({ batch }: { batch: Batch }) {
  const filters = useFilters(FILTERS)
  const list = useList('/payout-batches/{id}/payouts', {
    params: { id: batch.id },
    query: filters.query,
    everyMs: isOver(batch) ? false : OPEN_POLL_MS,
  })
  return (
    <Section title="Payouts">
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="The payouts of this batch, in its order"
        columns={COLUMNS}
        rowKey={({ number }) => String(number)}
        empty={{ sentence: 'No payouts.' }}
      />
    </Section>
  )
}
