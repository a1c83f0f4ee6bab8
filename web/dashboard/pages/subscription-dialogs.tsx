import { useNavigate } from '@tanstack/react-router'
import { get, patch, post } from '../api.ts'
import { ChoiceField } from '../parts/combobox.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Field, SelectField, TextField, useField } from '../parts/field.tsx'
import { RecordPicker } from '../parts/record-picker.tsx'
import { paths } from '../paths.ts'
import { useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
import { useGet } from '../use-list.ts'
import { isCount, planOptions, usePlans } from './plan-words.ts'
import { SUBSCRIPTION_REFRESH, type Subscription, useWays } from './subscription-words.ts'

const BY_ACCOUNT = 'Transfers to their account number'

type SubscribeProps = { planCode?: string; email?: string; onClose: () => void }

/** Subscribes a customer to a plan. */
export function SubscribeDialog({ planCode, email: known, onClose }: SubscribeProps) {
  const navigate = useNavigate()
  const plans = planOptions(usePlans())
  const plan = useField('plan', planCode ?? Object.keys(plans)[0] ?? '')
  const who = useField('customer', known ?? '')
  const { customer, ways, wrong } = useFound(who.value)
  const way = useField<string>('authorization_code', Object.keys(ways)[0] ?? '')
  const start = useField<string>('start_date', '')
  const trial = useField('trial_days', '')
  const quantity = useField('quantity', '1')
  const sent = useFormAction<void, Subscription>(
    (_, key) =>
      post('/subscriptions', {
        key,
        body: {
          plan: plan.value,
          customer: customer!.id,
          ...(way.value !== '' && { authorization_code: way.value }),
          ...(start.value && { start_date: start.value }),
          ...(trial.value.trim() && { trial_days: Number(trial.value) }),
          quantity: Number(quantity.value),
        },
      }),
    {
      done: 'Subscription created.',
      refresh: SUBSCRIPTION_REFRESH,
      onDone: ({ subscription_code }) => {
        onClose()
        void navigate({ to: paths.subscription(subscription_code) })
      },
    },
  )
  const hasWay = Object.keys(ways).length > 0
  return (
    <FormDialog
      title="New subscription"
      intro="The first period is charged within seconds, unless it starts later."
      onClose={onClose}
      action={sent}
      submit="Subscribe"
      why={
        plan.value === ''
          ? 'Choose a plan.'
          : customer && hasWay
            ? undefined
            : (wrong ?? 'Choose a customer.')
      }
      isReady={isCount(quantity.value)}
    >
      {planCode === undefined && <ChoiceField {...plan} label="Plan" options={plans} />}
      {known === undefined && (
        <RecordPicker
          kind="customer"
          name="customer"
          label="Customer"
          placeholder="Email or name"
          value={who.value}
          onChange={(found) => who.onChange(found?.id ?? '')}
        />
      )}
      {wrong && <p className="prose">{wrong}</p>}
      {hasWay && <SelectField {...way} label="Paid by" options={ways} />}
      <QuantityField {...quantity} />
      <div className="pair">
        <Field name="start_date" label="First charge" isOptional help="Empty: now.">
          {(ids) => (
            <input
              {...ids}
              type="date"
              value={start.value}
              onChange={(event) => start.onChange(event.target.value)}
            />
          )}
        </Field>
        <TextField
          {...trial}
          label="Days of trial"
          isOptional
          inputMode="numeric"
          help="They delay the first charge."
        />
      </div>
    </FormDialog>
  )
}

/** The customer with this id or email address, and how they can pay. */
function useFound(name: string) {
  const params = { id: name }
  const { data: customer } = useGet('/customers/{id}', { params, isOff: name === '' })
  const cards = useWays(customer?.id)
  const hasAccount = customer?.dedicated_virtual_account != null
  const ways = { ...cards, ...(hasAccount && { '': BY_ACCOUNT }) }
  const isKnown = customer !== undefined && cards !== undefined
  const wrong =
    isKnown && Object.keys(ways).length === 0
      ? 'They have neither a kept card nor an account number, so nothing could be charged.'
      : undefined
  return { customer, ways, wrong }
}

type ChangeProps = { subscription: Subscription; onClose: () => void }

/** Another plan, quantity or card. */
export function ChangeSubscriptionDialog({ subscription, onClose }: ChangeProps) {
  const params = { id: subscription.subscription_code }
  const { record, save } = useEdit(subscription, {
    read: () => get('/subscriptions/{id}', { params }),
    formOf: changeable,
  })
  const plans = usePlans()
  const before = changeable(record)
  const plan = useField('plan', before.plan)
  const quantity = useField('quantity', String(before.quantity))
  const way = useField('authorization_code', before.authorization_code)
  const proration = useField<'none' | 'prorate'>('proration', 'none')
  const ways = useWays(record.customer_id) ?? {}
  const isOther = plan.value !== before.plan || quantity.value !== String(before.quantity)
  const isSameInterval = plans.get(plan.value)?.interval === plans.get(record.plan_code)?.interval
  const wanted = {
    plan: plan.value,
    quantity: Number(quantity.value),
    authorization_code: way.value,
  }
  const sent = useFormAction<void, Subscription>(
    (_, key) => {
      const body = {
        ...(wanted.plan !== before.plan && { plan: wanted.plan }),
        ...(wanted.quantity !== before.quantity && { quantity: wanted.quantity }),
        ...(way.value !== before.authorization_code && { authorization_code: way.value }),
        ...(isOther && isSameInterval && { proration: proration.value }),
      }
      return save(wanted, (ifMatch) => patch('/subscriptions/{id}', { params, key, body, ifMatch }))
    },
    { done: 'Subscription changed.', refresh: SUBSCRIPTION_REFRESH, onDone: onClose },
  )
  return (
    <FormDialog
      title="Change subscription"
      onClose={onClose}
      action={sent}
      submit="Save"
      why={plan.value === '' ? 'Choose a plan.' : undefined}
      isReady={isCount(quantity.value)}
    >
      <ChoiceField {...plan} label="Plan" options={planOptions(plans, before.plan)} />
      <QuantityField {...quantity} />
      {isOther && isSameInterval && (
        <SelectField
          {...proration}
          label="From"
          help="If from now, the next invoice has the difference for the rest of this period."
          options={{ none: 'The next period', prorate: 'Now' }}
        />
      )}
      {isOther && !isSameInterval && (
        <p className="prose">Another interval applies from the next period.</p>
      )}
      <SelectField
        {...way}
        label="Paid by"
        options={way.value === '' ? { '': BY_ACCOUNT, ...ways } : ways}
      />
    </FormDialog>
  )
}

function changeable({ plan_code, next_plan_code, quantity, authorization_code }: Subscription) {
  return {
    plan: next_plan_code ?? plan_code,
    quantity,
    authorization_code: authorization_code ?? '',
  }
}

function QuantityField(field: ReturnType<typeof useField>) {
  return (
    <TextField
      {...field}
      label="Quantity"
      inputMode="numeric"
      help="Units of the plan."
      wrong={isCount(field.value) ? undefined : 'Enter a whole number, such as 1.'}
    />
  )
}

export function CancelDialog({ subscription, onClose }: ChangeProps) {
  const params = { id: subscription.subscription_code }
  const at = useField<'now' | 'period_end'>('at', 'period_end')
  const sent = useFormAction(
    (_, key) => post('/subscriptions/{id}/cancel', { params, key, body: { at: at.value } }),
    {
      done: ({ status }) =>
        status === 'cancelled' ? 'Subscription cancelled.' : 'It ends with this period.',
      refresh: SUBSCRIPTION_REFRESH,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Cancel subscription"
      onClose={onClose}
      action={sent}
      look="danger"
      submit={['Cancel subscription', 'of', subscription.customer_email]}
    >
      <SelectField
        {...at}
        label="When"
        options={{ period_end: 'With the current period', now: 'Now' }}
        help={
          at.value === 'now'
            ? 'This cannot be undone. Unpaid invoices are dropped; nothing is refunded.'
            : 'No further period is charged. Until then you can resume it.'
        }
      />
    </FormDialog>
  )
}
