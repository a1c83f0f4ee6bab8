import { useState } from 'react'
import { type DataOf, patch, post } from '../api.ts'
import { count } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import {
  AmountField,
  SelectField,
  TextArea,
  TextField,
  useAmount,
  useField,
} from '../parts/field.tsx'
import { Time } from '../parts/values.tsx'
import { useAction, useFormAction } from '../use-action.ts'
import {
  ACTIONS,
  canAllow,
  isCounted,
  KINDS,
  type Kind,
  type Rule,
  sentenceOf,
  type Terms,
  termsOf,
} from './rule-words.ts'

type Tried = DataOf<'POST', '/rules/try'>

const VALUES_HELP: Partial<Record<Kind, string>> = {
  card_country_in: 'Two letters each, such as NG. One per line.',
  card_country_not_in: 'Two letters each, such as NG. One per line.',
  email: 'One per line.',
  ip: 'Addresses, or networks such as 203.0.113.0/24. One per line.',
  card: 'The reference of a payment that the card tried. One per line.',
}

/** Creates a rule, which is off. It can be tried before. */
export function NewRuleDialog({ onClose }: { onClose: () => void }) {
  const name = useField('name', '')
  const kind = useField<Kind>('kind', 'amount')
  const action = useField<Rule['action']>('action', 'review')
  const amount = useAmount('amount', null)
  const limit = useField('limit', '3')
  const values = useField('values', '')
  const points = useField('points', '10')
  const terms = termsIn(kind.value, amount.kobo, limit.value, values.value)
  const { allow: _, ...others } = ACTIONS
  const create = useFormAction(
    (_, key) =>
      post('/rules', {
        key,
        body: {
          ...terms,
          name: name.value.trim(),
          action: action.value,
          points: Number(points.value),
        },
      }),
    { done: 'Rule created. It is off.', refresh: ['/rules'], onDone: onClose },
  )
  return (
    <FormDialog
      title="New rule"
      intro="It is created switched off. Try it first."
      onClose={onClose}
      action={create}
      submit="Create rule"
      why={name.value.trim() === '' ? 'Enter a name.' : undefined}
    >
      <TextField {...name} label="Name" maxLength={100} help="For your team." />
      <div className="pair">
        <SelectField {...kind} label="Matches" options={KINDS} />
        <SelectField {...action} label="Then" options={canAllow(kind.value) ? ACTIONS : others} />
      </div>
      {kind.value === 'amount' && <AmountField {...amount} label="Amount" />}
      {isCounted(kind.value) && (
        <TextField {...limit} label="Let through" inputMode="numeric" help="One more matches." />
      )}
      {kind.value in VALUES_HELP && (
        <TextArea {...values} label="Values" help={VALUES_HELP[kind.value]} />
      )}
      <TextField
        {...points}
        label="Points"
        inputMode="numeric"
        help="Added to the score of a payment. From 0 to 100."
      />
      <TryOut key={JSON.stringify(terms)} terms={terms} />
    </FormDialog>
  )
}

function termsIn(kind: Kind, amount: number | null, limit: string, values: string): Terms {
  if (kind === 'amount') return { kind, ...(amount !== null && { amount }) }
  if (isCounted(kind)) return { kind, limit: Number(limit) }
  const lines = values.split('\n').map((line) => line.trim())
  return { kind, values: lines.filter((line) => line !== '') }
}

/** What the rule would have stopped, once it is asked for. */
function TryOut({ terms }: { terms: Terms }) {
  const [tried, setTried] = useState<Tried | null>(null)
  const { run, isBusy } = useAction(
    async () => setTried(await post('/rules/try', { body: terms })),
    { refresh: [] },
  )
  return (
    <div className="field">
      <Button isBusy={isBusy} onClick={() => run()}>
        Try on the last 30 days
      </Button>
      <div aria-live="polite">{tried && <Result tried={tried} />}</div>
    </div>
  )
}

function Result({ tried: { stopped, of, references, since } }: { tried: Tried }) {
  return (
    <>
      <p>
        Would have matched{' '}
        <b>
          {count(stopped)} of {count(of)}
        </b>{' '}
        payments since <Time at={since} as="date" />.
      </p>
      {references.length > 0 && <p className="faint">{references.join(', ')}</p>}
    </>
  )
}

/** Switches a rule on, with a try, or off. */
export function SwitchDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { id, active, name } = rule
  const save = useFormAction(
    () => patch('/rules/{id}', { params: { id }, body: { active: !active } }),
    {
      done: active ? 'Rule switched off.' : 'Rule switched on.',
      refresh: ['/rules'],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={`Switch ${active ? 'off' : 'on'}: ${name}`}
      intro={`${ACTIONS[rule.action]}. ${sentenceOf(rule)}.`}
      onClose={onClose}
      action={save}
      submit={active ? 'Switch off' : 'Switch on'}
    >
      {!active && <TryOut terms={termsOf(rule)} />}
    </FormDialog>
  )
}
