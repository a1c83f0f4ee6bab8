import { patch } from '../api.ts'
import { ConfirmButton, DialogButton } from '../parts/dialog.tsx'
import { FactsSection, MetadataSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Copy, Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { INTERVALS, PLAN_STATES, type Plan } from './plan-words.ts'
import { NewSubscription, SubscriptionsOf } from './subscriptions.tsx'

const CRUMBS = [{ title: 'Plans', to: paths.plans() }]

export function PlanPage() {
  const id = useParam('id')
  const read = useGet('/plans/{id}', { params: { id } })
  return (
    <RecordPage title="Plan" crumbs={CRUMBS} read={read}>
      {(plan) => <Found plan={plan} />}
    </RecordPage>
  )
}

function Found({ plan }: { plan: Plan }) {
  const { name, active, times, plan_code } = plan
  const subscribe = active && <NewSubscription planCode={plan_code} />
  return (
    <Page
      title={name}
      crumbs={CRUMBS}
      beside={<Badge state={active ? 'active' : 'archived'} of={PLAN_STATES} />}
      actions={<Actions plan={plan} />}
    >
      <FactsSection
        title="Plan"
        of={{
          Amount: <Money kobo={plan.amount} isStrong />,
          Charged: INTERVALS[plan.interval],
          Times: times ?? 'Until it is cancelled',
          Description: plan.description && <span className="pre-line">{plan.description}</span>,
          'If the last charge fails':
            plan.if_unpaid === 'cancel' ? 'The subscription is cancelled' : 'It is kept as unpaid',
          Created: <Time at={plan.created_at} as="full" />,
          Changed:
            plan.updated_at === plan.created_at ? null : <Time at={plan.updated_at} as="full" />,
          Code: <Copy text={plan_code} />,
        }}
      />
      <MetadataSection of={plan.metadata} />
      <Section title="Subscriptions" actions={subscribe}>
        <SubscriptionsOf
          query={{ plan: plan_code }}
          label="Subscriptions to this plan, newest first"
          empty={{ sentence: 'Nobody has subscribed to this plan yet.' }}
        />
      </Section>
    </Page>
  )
}

function Actions({ plan }: { plan: Plan }) {
  const { active, name, plan_code } = plan
  const { why } = useCan('collect')
  return (
    <>
      <DialogButton why={why} dialog={(close) => <PlanDialog plan={plan} onClose={close} />}>
        Change
      </DialogButton>
      <ConfirmButton
        why={why}
        text={active ? 'Archive' : 'Restore'}
        title={active ? `Archive ${name}?` : `Restore ${name}?`}
        work={() => patch('/plans/{id}', { params: { id: plan_code }, body: { active: !active } })}
        done={active ? 'Plan archived.' : 'Plan restored.'}
        refresh={['/plans']}
      >
        {active
          ? 'Nobody can subscribe to it any more. Its subscriptions go on.'
          : 'Customers can subscribe to it again.'}
      </ConfirmButton>
    </>
  )
}
