import { useNavigate } from '@tanstack/react-router'
import { get, patch, post } from '../api.ts'
import { FormDialog } from '../parts/dialog.tsx'
import {
  AmountField,
  SelectField,
  TextArea,
  TextField,
  useAmount,
  useField,
} from '../parts/field.tsx'
import { paths } from '../paths.ts'
import { useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
import { INTERVALS, isCount, type Plan } from './plan-words.ts'

type Interval = Plan['interval']
type IfUnpaid = Plan['if_unpaid']
type Props = { /** Missing for a new plan. */ plan?: Plan; onClose: () => void }

const IF_UNPAID: Record<IfUnpaid, string> = {
  cancel: 'Cancel the subscription',
  keep: 'Keep it as unpaid, to be resumed',
}

/** Creates a plan, or changes what can be changed of one. */
export function PlanDialog({ plan, onClose }: Props) {
  const navigate = useNavigate()
  const { record, save } = useEdit(plan, {
    read: () => get('/plans/{id}', { params: { id: plan!.plan_code } }),
    formOf: (one) => (one ? changeable(one) : {}),
  })
  const name = useField('name', record?.name ?? '')
  const description = useField('description', record?.description ?? '')
  const amount = useAmount('amount', record?.amount ?? null)
  const interval = useField<Interval>('interval', 'monthly')
  const times = useField('times', '')
  const ifUnpaid = useField<IfUnpaid>('if_unpaid', record?.if_unpaid ?? 'cancel')
  const common = { name: name.value.trim(), amount: amount.kobo ?? 0, if_unpaid: ifUnpaid.value }
  const about = description.value.trim()
  const sent = useFormAction<void, Plan>(
    async (_, key) => {
      if (plan) {
        const body = { ...common, description: about || null }
        const to = { params: { id: plan.plan_code }, key }
        const changed = changesIn(body, record!)
        return (await save(body, (ifMatch) =>
          patch('/plans/{id}', { ...to, body: changed, ifMatch }),
        ))!
      }
      const more = {
        interval: interval.value,
        ...(about && { description: about }),
        ...(times.value.trim() && { times: Number(times.value) }),
      }
      return post('/plans', { key, body: { ...common, ...more } })
    },
    {
      done: plan ? 'Plan changed.' : 'Plan created.',
      refresh: ['/plans'],
      onDone: ({ plan_code }) => {
        onClose()
        if (!plan) void navigate({ to: paths.plan(plan_code) })
      },
    },
  )
  const isLimitWrong = times.value.trim() !== '' && !isCount(times.value)
  return (
    <FormDialog
      title={plan ? 'Change plan' : 'New plan'}
      intro={plan && 'Applies to periods that begin from now on, also of existing subscriptions.'}
      onClose={onClose}
      action={sent}
      submit={plan ? 'Save' : 'Create plan'}
      why={whyNot(common)}
      isReady={!isLimitWrong}
    >
      <TextField {...name} label="Name" help="Customers see it." maxLength={100} autoFocus />
      <TextArea {...description} label="Description" isOptional rows={2} />
      <AmountField {...amount} label="Amount" help="For each period." />
      {!plan && (
        <div className="pair">
          <SelectField {...interval} label="Charged" options={INTERVALS} />
          <TextField
            {...times}
            label="How many times"
            isOptional
            inputMode="numeric"
            help="Empty: until it is cancelled."
            wrong={isLimitWrong ? 'Enter a whole number, such as 12.' : undefined}
          />
        </div>
      )}
      <SelectField
        {...ifUnpaid}
        label="If the last charge of a period fails"
        help="A declined card is charged again 1, 3, 5 and 7 days later."
        options={IF_UNPAID}
      />
    </FormDialog>
  )
}

type Body = Pick<Plan, 'name' | 'description' | 'amount' | 'if_unpaid'>

function changeable({ name, description, amount, if_unpaid }: Plan): Body {
  return { name, description, amount, if_unpaid }
}

/** Changed fields only, so that concurrent changes by others stay. */
function changesIn(wanted: Body, plan: Plan): Partial<Body> {
  const before: Record<string, unknown> = changeable(plan)
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== before[name]),
  ) as Partial<Body>
}

function whyNot({ name, amount }: { name: string; amount: number }): string | undefined {
  if (name === '') return 'Enter a name.'
  return amount > 0 ? undefined : 'Enter an amount.'
}
