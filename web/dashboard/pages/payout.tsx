import type { Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { DialogButton } from '../parts/dialog.tsx'
import { FactsSection, MetadataSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Copy, Facts, Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { PAYOUT_MEANING, PAYOUT_STATES, PayoutDialog } from './payouts.tsx'
import { SubaccountLink } from './split-words.tsx'

type Payout = Schemas['Payout']

const OPEN_POLL_MS = 3_000
const CRUMBS = [{ title: 'Payouts', to: paths.payouts() }]

export function PayoutPage() {
  const id = useParam('id')
  const read = useGet('/payouts/{id}', {
    params: { id },
    everyMs: OPEN_POLL_MS,
    until: ({ status }) => status !== 'pending',
  })
  return (
    <RecordPage title="Payout" crumbs={CRUMBS} read={read}>
      {(payout) => <Found payout={payout} />}
    </RecordPage>
  )
}

function Found({ payout }: { payout: Payout }) {
  const { status, amount, subaccount_id } = payout
  return (
    <Page
      title={naira(amount)}
      crumbs={CRUMBS}
      beside={<Badge state={status} of={PAYOUT_STATES} />}
      intro={PAYOUT_MEANING[status]}
      actions={subaccount_id === null && status !== 'pending' && <Again payout={payout} />}
    >
      <div className="columns">
        <Section title="Payout">
          <PayoutFacts payout={payout} />
        </Section>
        <FactsSection
          title="To"
          of={{
            Name: <span className="strong">{payout.account_name}</span>,
            Bank: payout.bank.name,
            'Account number': <Copy text={payout.account_number} />,
          }}
        />
      </div>
      <MetadataSection of={payout.metadata} />
    </Page>
  )
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const { status, failure_message, reason, subaccount_id, session_id } = payout
  return (
    <Facts
      of={{
        Amount: <Money kobo={payout.amount} isStrong />,
        'Stamp duty': payout.stamp_duty > 0 && <Money kobo={payout.stamp_duty} />,
        [status === 'reversed' ? 'Why it was reversed' : 'Why it failed']: failure_message,
        Reason: reason,
        Owner: subaccount_id ? <SubaccountLink id={subaccount_id} /> : 'Yours',
        Requested: <Time at={payout.created_at} as="full" />,
        'Bank responded': payout.completed_at && <Time at={payout.completed_at} as="full" />,
        Reversed: payout.reversed_at && <Time at={payout.reversed_at} as="full" />,
        Reference: <Copy text={payout.reference} />,
        'Session ID': session_id && <Copy text={session_id} />,
        Id: <Copy text={payout.id} />,
      }}
    />
  )
}

/** Starts a new payout with the same details. */
function Again({ payout }: { payout: Payout }) {
  const { amount, bank, account_number, reason } = payout
  const { why } = useCan('payout')
  const like = { amount, bank: bank.code, number: account_number, reason: reason ?? '' }
  return (
    <DialogButton
      icon="payout"
      why={why}
      dialog={(close) => <PayoutDialog like={like} onClose={close} />}
    >
      {payout.status === 'success' ? 'Pay again' : 'Try again'}
    </DialogButton>
  )
}
