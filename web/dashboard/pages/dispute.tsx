import { type DataOf, post } from '../api.ts'
import { naira } from '../naira.ts'
import { Countdown } from '../parts/countdown.tsx'
import { ConfirmButton, DialogButton } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import { FactsSection, Page, RecordPage } from '../parts/page.tsx'
import { Badge, Copy, Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { DISPUTE_CATEGORIES, DISPUTE_STATES } from '../states.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { DISPUTE_REFRESH, EvidenceDialog, EvidenceSection } from './dispute-evidence.tsx'

type Dispute = DataOf<'GET', '/disputes/{id}'>

const OPEN_POLL_MS = 10_000
const CRUMBS = [{ title: 'Disputes', to: paths.disputes() }]

const CLOSERS: Record<NonNullable<Dispute['closed_by']>, string> = {
  business: 'You',
  operator: 'The operator of this service',
  provider: 'The provider',
  silence: 'Nobody answered in time',
}

const RETURNED: Record<NonNullable<Dispute['returned']>, string> = {
  pending: 'Being sent back to the payer',
  processed: 'Sent back to the payer',
  failed: 'The bank could not send it back: the operator of this service decides',
}

export function DisputePage() {
  const id = useParam('id')
  const read = useGet('/disputes/{id}', {
    params: { id },
    everyMs: OPEN_POLL_MS,
    until: ({ status, returned }) =>
      status !== 'needs_response' && status !== 'under_review' && returned !== 'pending',
  })
  return (
    <RecordPage title="Dispute" crumbs={CRUMBS} read={read}>
      {(dispute) => <Found dispute={dispute} />}
    </RecordPage>
  )
}

function Found({ dispute }: { dispute: Dispute }) {
  const { status, amount, evidence } = dispute
  return (
    <Page
      title={naira(amount)}
      crumbs={CRUMBS}
      beside={<Badge state={status} of={DISPUTE_STATES} />}
      intro={<Meaning dispute={dispute} />}
      actions={status === 'needs_response' && <Answers dispute={dispute} />}
    >
      <FactsSection
        title="Dispute"
        of={{
          Amount: <Money kobo={amount} isStrong />,
          Fee: dispute.fee > 0 ? <Money kobo={dispute.fee} /> : null,
          Kind: DISPUTE_CATEGORIES[dispute.category],
          Reason: dispute.reason,
          'Case number': <Copy text={dispute.case_number} />,
          Payment: (
            <Go to={paths.transaction(dispute.transaction_id)}>{dispute.transaction_reference}</Go>
          ),
          Opened: <Time at={dispute.created_at} as="full" />,
          'Answer due': <Time at={dispute.due_at} as="full" />,
          Answered: dispute.answered_at && <Time at={dispute.answered_at} as="full" />,
          Closed: dispute.closed_at && <Time at={dispute.closed_at} as="full" />,
          'Closed by': dispute.closed_by && CLOSERS[dispute.closed_by],
          Money: dispute.returned && RETURNED[dispute.returned],
          'Session ID': dispute.session_id && <Copy text={dispute.session_id} />,
          Id: <Copy text={dispute.id} />,
        }}
      />
      {evidence !== null && <EvidenceSection of={dispute} />}
    </Page>
  )
}

function Meaning({ dispute: { status, due_at } }: { dispute: Dispute }) {
  switch (status) {
    case 'needs_response':
      return (
        <>
          <b>
            <Countdown to={due_at} />
          </b>{' '}
          to answer, until <Time at={due_at} as="full" />. If you do not answer, you accept, and the
          money is gone. It is out of your wallet until this is decided.
        </>
      )
    case 'under_review':
      return 'The provider or bank has your evidence and decides. The money is out of your wallet.'
    case 'won':
      return 'The money is back in your wallet.'
    case 'lost':
      return 'The provider or bank decided against you. The money is gone.'
    case 'accepted':
      return 'You gave the money up, or did not answer in time.'
  }
}

function Answers({ dispute: { id, amount, files_max } }: { dispute: Dispute }) {
  const { why } = useCan('refund')
  const accept = () => post('/disputes/{id}/accept', { params: { id } })
  return (
    <>
      <ConfirmButton
        why={why}
        text="Accept"
        title="Accept this dispute"
        isDanger
        work={accept}
        done="Dispute accepted."
        refresh={DISPUTE_REFRESH}
      >
        <p>You give up {naira(amount)}, and send no evidence. This cannot be undone.</p>
      </ConfirmButton>
      <DialogButton
        look="main"
        why={why}
        dialog={(close) => <EvidenceDialog id={id} filesMax={files_max} onClose={close} />}
      >
        Send evidence
      </DialogButton>
    </>
  )
}
