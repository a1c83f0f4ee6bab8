import { post, type Schemas } from '../api.ts'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { ConfirmButton } from '../parts/dialog.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Facts, None, Time } from '../parts/values.tsx'
import { useCan } from '../session.ts'
import { REVIEW_STATES } from '../states.ts'
import { ACTIONS } from './rule-words.ts'

type Risk = NonNullable<Schemas['Transaction']['risk']>

const COLUMNS: Column<Risk['reasons'][number]>[] = [
  { title: 'Rule', cell: ({ name }) => name },
  { title: 'Then', cell: ({ action }) => ACTIONS[action] },
  { title: 'Attempt', cell: ({ attempt }) => attempt ?? <None /> },
  { title: 'Points', isEnd: true, cell: ({ points }) => points },
]

/** What the rules found, and the decision of a person. */
export function RiskSection({ of: { id, risk } }: { of: Schemas['Transaction'] }) {
  if (risk === null) return null
  const { score, reasons, review, reviewed_by, reviewed_at } = risk
  return (
    <Section title="Rules that matched">
      <Facts
        of={{
          Score: score,
          Review: review && <Badge state={review} of={REVIEW_STATES} />,
          'Decided by': reviewed_by,
          Decided: reviewed_at && <Time at={reviewed_at} as="full" />,
        }}
      />
      <DataTable
        label="Rules that matched"
        columns={COLUMNS}
        rows={reasons}
        rowKey={({ rule_id }) => rule_id}
      />
      {review === 'pending' && <Decide id={id} />}
    </Section>
  )
}

function Decide({ id }: { id: string }) {
  const { why } = useCan('refund')
  const decide = (decision: 'approve' | 'refund') => () =>
    post('/transactions/{id}/review', { params: { id }, body: { decision } })
  const refresh = ['/transactions', '/refunds', '/balance']
  return (
    <div className="buttons">
      <ConfirmButton
        text="Approve"
        look="main"
        why={why}
        title="Approve this payment?"
        work={decide('approve')}
        done="Payment approved."
        refresh={refresh}
      >
        You keep the payment. This is decided once.
      </ConfirmButton>
      <ConfirmButton
        text="Refund all"
        isDanger
        why={why}
        title="Refund this payment?"
        work={decide('refund')}
        done="Refund created."
        refresh={refresh}
      >
        All that is left of it is refunded from your wallet. The payment fee is not refunded.
      </ConfirmButton>
    </div>
  )
}
