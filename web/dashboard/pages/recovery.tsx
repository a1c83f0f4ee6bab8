import { type DataOf, post } from '../api.ts'
import { count } from '../naira.ts'
import { Dialog, DialogButton } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { OperatorFrame, Section } from '../parts/page.tsx'
import { Facts, Money, Time } from '../parts/values.tsx'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { capital } from './operator-words.ts'
import { StopAll, Stopped } from './recovery-stop.tsx'

// Recovery mode after a restore: its checks, what waits, and its release. Below it, the switch that
// stops all outgoing money.

type Seen = DataOf<'GET', '/operator/recovery'>
type Open = NonNullable<Seen['recovery']>
type Debit = Seen['debits'][number]
type Waiting = Debit['payouts'][number]

const RECOVERY = '/operator/recovery'
const POLL_MS = 5_000
const REASON_MAX = 500
const REASONS: Record<Open['reason'], string> = {
  asked_for: 'COWRIE_MODE=recovery was set.',
  other_server: 'The database is on a different server from the one served last.',
  other_timeline:
    'The database was restored to a point in time, or a standby without all commits took over.',
  older_copy: 'The database is an older copy of the one served last.',
  commits_missing: 'Acknowledged commits are missing.',
}

export function RecoveryPage() {
  return (
    <OperatorFrame
      title="Recovery"
      intro="After a restore, no money or webhook is sent until an operator ends recovery mode."
    >
      <Recovery />
    </OperatorFrame>
  )
}

function Recovery() {
  const { data, error, again } = useGet(RECOVERY, { everyMs: POLL_MS })
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={8} />
  const { recovery } = data
  const isOpen = recovery !== null && recovery.ended_at === null
  return (
    <>
      <Section title="Recovery mode">
        {isOpen ? <InRecovery of={data} recovery={recovery} /> : <NotOpen recovery={recovery} />}
      </Section>
      {data.debits.length > 0 && <Debits of={data.debits} />}
      <Section title="Stop money out" actions={<StopAll />}>
        <Stopped of={data.stopped} />
      </Section>
    </>
  )
}

function NotOpen({ recovery }: { recovery: Open | null }) {
  if (recovery === null) return <p className="faint">Recovery mode has never been on.</p>
  const { entered_at: entered, ended_at: ended, ended_by: by, end_reason: reason } = recovery
  return (
    <p>
      Recovery mode last began <Time at={entered} />. It was released <Time at={ended} /> by {by}:
      {` ${reason}`}
    </p>
  )
}

function InRecovery({ of, recovery }: { of: Seen; recovery: Open }) {
  const { rails, waiting, blocked_by: blockedBy } = of
  const checked = rails.map(({ rail, has_statements: has, uncovered }) => [
    capital(rail),
    <RailState key={rail} has={has} uncovered={uncovered} />,
  ])
  return (
    <>
      <div className="notice" data-tone="bad">
        <p>
          <strong>
            Nothing has been sent since <Time at={recovery.entered_at} />.
          </strong>{' '}
          {REASONS[recovery.reason]} The database has no data from after{' '}
          <Time at={recovery.restored_to} />.
        </p>
      </div>
      <h3>Statements</h3>
      {rails.length === 0 ? (
        <p>No live rail is configured. Explain in the reason how you know what was sent.</p>
      ) : (
        <Facts of={Object.fromEntries(checked)} />
      )}
      <h3>Waiting</h3>
      <Facts of={Object.fromEntries(waiting.map((one) => [capital(one.what), count(one.count)]))} />
      <div className="actions">
        <DialogButton
          why={blockedBy ?? undefined}
          dialog={(close) => <ReleaseDialog onClose={close} />}
        >
          Release
        </DialogButton>
      </div>
      {blockedBy !== null && <p className="faint">{blockedBy}</p>}
    </>
  )
}

function RailState({
  has,
  uncovered,
}: {
  has: boolean
  uncovered: Seen['rails'][number]['uncovered']
}) {
  const [first] = uncovered
  if (first === undefined) return 'Its statements cover all the time since the restore point.'
  if (!has) return 'It provides no statements. Explain in the reason how you know what it sent.'
  return (
    <>
      No statement covers <Time at={first.from} /> to <Time at={first.to} />.
    </>
  )
}

function ReleaseDialog({ onClose }: { onClose: () => void }) {
  const reason = useField('reason', '')
  const action = useFormAction(
    () => post(`${RECOVERY}/release`, { body: { reason: reason.value } }),
    { done: 'The service is released from recovery mode.', refresh: [RECOVERY], onDone: onClose },
  )
  return (
    <Dialog
      title="Release from recovery mode"
      intro={
        'Payouts, refunds, returns and webhooks resume within a second. A transfer that matches ' +
        'no payout blocks payouts of that amount to that account until you decide on it.'
      }
      onClose={onClose}
    >
      <ActionForm
        action={action}
        submit="Release"
        look="danger"
        why={reason.value.trim() === '' ? 'Enter a reason.' : undefined}
        onCancel={onClose}
      >
        <TextField
          {...reason}
          label="How you know that nothing is sent twice"
          help="Stored in the audit log with your email address."
          maxLength={REASON_MAX}
        />
      </ActionForm>
    </Dialog>
  )
}

function Debits({ of }: { of: Debit[] }) {
  return (
    <Section title="Unexplained transfers">
      <div className="stack">
        {of.map((debit) => (
          <OneDebit key={`${debit.rail} ${debit.session_id}`} of={debit} />
        ))}
      </div>
    </Section>
  )
}

function OneDebit({ of }: { of: Debit }) {
  const { rail, mode, amount, account_number: account, occurred_at: at, payouts } = of
  return (
    <article className="card" aria-label={`${rail}, ${of.session_id}`}>
      <p>
        <Money kobo={amount} isStrong /> to {account || 'an unknown account'} by{' '}
        {`${rail} (${mode}), `}
        <Time at={at} />. {of.session_id}
      </p>
      {payouts.map((payout) => (
        <p key={payout.id}>
          {payout.reference} to {payout.account_name}, <Time at={payout.created_at} />{' '}
          <DialogButton
            isSmall
            dialog={(close) => <Decide of={of} payout={payout} onClose={close} />}
          >
            Match this payout
          </DialogButton>
        </p>
      ))}
      <div className="actions">
        <DialogButton isSmall dialog={(close) => <Decide of={of} payout={null} onClose={close} />}>
          Match none
        </DialogButton>
      </div>
    </article>
  )
}

type DecideProps = { of: Debit; payout: Waiting | null; onClose: () => void }

function Decide({ of: { mode, rail, session_id }, payout, onClose }: DecideProps) {
  const reason = useField('reason', '')
  const key = payout && { business_id: payout.business_id, id: payout.id }
  const action = useFormAction(
    () =>
      post(`${RECOVERY}/debits/decide`, {
        body: { mode, rail, session_id, payout: key, reason: reason.value },
      }),
    { done: 'Decision saved.', refresh: [RECOVERY], onDone: onClose },
  )
  return (
    <Dialog
      title={payout ? `Match ${payout.reference}` : 'Match none'}
      intro={
        payout
          ? 'The payout is recorded as sent. No money is sent for it again.'
          : 'The waiting payouts are sent.'
      }
      onClose={onClose}
    >
      <ActionForm
        action={action}
        submit={payout ? 'Record as sent' : 'Send payouts'}
        look="danger"
        why={reason.value.trim() === '' ? 'Enter a reason.' : undefined}
        onCancel={onClose}
      >
        <TextField {...reason} label="How you know" maxLength={REASON_MAX} />
      </ActionForm>
    </Dialog>
  )
}
