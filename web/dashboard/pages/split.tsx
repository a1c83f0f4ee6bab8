import { patch } from '../api.ts'
import { DataTable } from '../parts/data-list.tsx'
import { ConfirmButton, DialogButton } from '../parts/dialog.tsx'
import { MetadataSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Copy, Facts, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { Calculator } from './split-calculator.tsx'
import { SplitDialog } from './split-dialog.tsx'
import {
  BEARERS,
  SHARING_STATES,
  type Split,
  shareText,
  TYPES,
  useSubaccountNames,
} from './split-words.tsx'

const CRUMBS = [{ title: 'Splits', to: paths.splits() }]

export function SplitPage() {
  const params = { id: useParam('code') }
  const read = useGet('/splits/{id}', { params })
  return (
    <RecordPage title="Split" crumbs={CRUMBS} read={read}>
      {(split) => <Found split={split} />}
    </RecordPage>
  )
}

function Found({ split }: { split: Split }) {
  const { name, active, split_code } = split
  return (
    <Page
      title={name}
      crumbs={CRUMBS}
      beside={<Badge state={active ? 'active' : 'stopped'} of={SHARING_STATES} />}
      actions={<Actions split={split} />}
    >
      <div className="columns">
        <Section title="Split">
          <SplitFacts split={split} />
        </Section>
        <Section title="Try it out" intro="See how a payment would be shared, to the kobo.">
          {active ? (
            <Calculator key={split.updated_at} by={{ split_code }} />
          ) : (
            <p className="prose">This split is stopped. It shares no payments.</p>
          )}
        </Section>
      </div>
      <Members split={split} />
      <MetadataSection of={split.metadata} />
    </Page>
  )
}

function SplitFacts({ split }: { split: Split }) {
  const nameOf = useSubaccountNames()
  const { type, bearer_type, bearer_subaccount_id: bearer } = split
  return (
    <Facts
      of={{
        Shares: TYPES[type],
        'Fee paid by': bearer ? nameOf(bearer) : BEARERS[bearer_type],
        Created: <Time at={split.created_at} as="full" />,
        'Last changed': <Time at={split.updated_at} as="full" />,
        Code: <Copy text={split.split_code} />,
      }}
    />
  )
}

function Members({ split: { type, subaccounts } }: { split: Split }) {
  const nameOf = useSubaccountNames()
  const shared = subaccounts.reduce((sum, { share }) => sum + Math.round(share * 100), 0)
  const left = (10_000 - shared) / 100
  return (
    <Section title="Shares" intro={type === 'flat' ? 'You keep the rest.' : `${left} % is yours.`}>
      <DataTable
        label="Shares"
        rows={subaccounts}
        rowKey={({ subaccount_id }) => subaccount_id}
        to={({ subaccount_id }) => paths.subaccount(subaccount_id)}
        columns={[
          { title: 'Subaccount', cell: ({ subaccount_id }) => nameOf(subaccount_id) },
          { title: 'Share', isEnd: true, cell: ({ share }) => shareText(type, share) },
        ]}
      />
    </Section>
  )
}

function Actions({ split }: { split: Split }) {
  const { active, name, split_code } = split
  const { why } = useCan('share')
  return (
    <>
      <DialogButton why={why} dialog={(close) => <SplitDialog split={split} onClose={close} />}>
        Change
      </DialogButton>
      <ConfirmButton
        why={why}
        text={active ? 'Stop' : 'Resume'}
        title={active ? `Stop ${name}?` : `Resume ${name}?`}
        isDanger={active}
        work={() =>
          patch('/splits/{id}', { params: { id: split_code }, body: { active: !active } })
        }
        done={active ? 'Split stopped.' : 'Split resumed.'}
        refresh={['/splits']}
      >
        {active
          ? 'New payments cannot use it. Payments already initialized are still shared.'
          : 'New payments can use it again.'}
      </ConfirmButton>
    </>
  )
}
