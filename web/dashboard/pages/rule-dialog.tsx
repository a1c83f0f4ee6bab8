import { useState } from 'react'
import { type DataOf, get, patch, post, type RequestOf } from '../api.ts'
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
import { CHANNELS } from '../states.ts'
import { useAction, useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
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
type ChangeBody = RequestOf<'PATCH', '/rules/{id}'>
type Channel = NonNullable<Rule['channels']>[number] | 'any'

const BY: Record<Channel, string> = { any: 'Any channel', ...CHANNELS }

const VALUES_HELP: Partial<Record<Kind, string>> = {
  card_country_in: 'Two letters each, such as NG. One per line.',
  card_country_not_in: 'Two letters each, such as NG. One per line.',
  email: 'One per line.',
  ip: 'Addresses, or networks such as 203.0.113.0/24. One per line.',
  card: 'The reference of a payment that the card tried. One per line.',
}

/** Creates a rule, which is off, or changes one. It can be tried before. */
export function RuleDialog({ rule, onClose }: { rule?: Rule; onClose: () => void }) {
  const { record, save } = useEdit(rule, {
    read: () => get('/rules/{id}', { params: { id: rule!.id } }),
    formOf: (one) => (one ? changeable(one) : {}),
  })
  const name = useField('name', record?.name ?? '')
  const kind = useField<Kind>('kind', record?.kind ?? 'amount')
  const action = useField<Rule['action']>('action', record?.action ?? 'review')
  const amount = useAmount('amount', record?.amount ?? null)
  const channel = useField<Channel>('channels', record?.channels?.[0] ?? 'any')
  const limit = useField('limit', String(record?.limit ?? 3))
  const values = useField('values', record?.values?.join('\n') ?? '')
  const points = useField('points', String(record?.points ?? 10))
  const kept = record?.channels ?? null
  const isKept = kept !== null && kept.length > 1 && channel.value === kept[0]
  const channels = channel.value === 'any' ? null : isKept ? kept : [channel.value]
  const terms = termsIn(kind.value, amount.kobo, channels, limit.value, values.value)
  const body = {
    name: name.value.trim(),
    action: action.value,
    points: Number(points.value),
    ...terms,
  }
  const { allow: _, ...others } = ACTIONS
  const sent = useFormAction<void, Rule>(
    async (_, key) => {
      if (!rule) return post('/rules', { key, body: { ...body, kind: kind.value } })
      const changed = changesIn(body, record!)
      const to = { params: { id: rule.id }, key }
      return (await save(body, (ifMatch) =>
        patch('/rules/{id}', { ...to, body: changed, ifMatch }),
      ))!
    },
    {
      done: rule ? 'Rule changed.' : 'Rule created. It is off.',
      refresh: ['/rules'],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={rule ? 'Change rule' : 'New rule'}
      intro={rule ? 'Holds for attempts from now on.' : 'It is created switched off. Try it first.'}
      onClose={onClose}
      action={sent}
      submit={rule ? 'Save' : 'Create rule'}
      why={name.value.trim() === '' ? 'Enter a name.' : undefined}
    >
      <TextField {...name} label="Name" maxLength={100} help="For your team." />
      <div className="pair">
        {!rule && <SelectField {...kind} label="Matches" options={KINDS} />}
        <SelectField {...action} label="Then" options={canAllow(kind.value) ? ACTIONS : others} />
      </div>
      {kind.value === 'amount' && (
        <div className="pair">
          <AmountField {...amount} label="Amount above" />
          <SelectField {...channel} label="Paid by" options={BY} />
        </div>
      )}
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
      <TryOut key={JSON.stringify(terms)} terms={{ kind: kind.value, ...terms }} />
    </FormDialog>
  )
}

function termsIn(
  kind: Kind,
  amount: number | null,
  channels: Rule['channels'],
  limit: string,
  values: string,
): Omit<Terms, 'kind'> {
  if (kind === 'amount') {
    return { ...(amount !== null && { amount }), ...(channels !== null && { channels }) }
  }
  if (isCounted(kind)) return { limit: Number(limit) }
  const lines = values.split('\n').map((line) => line.trim())
  return { values: lines.filter((line) => line !== '') }
}

type Changeable = Pick<
  Rule,
  'name' | 'action' | 'points' | 'amount' | 'channels' | 'limit' | 'values'
>

function changeable({ name, action, points, amount, channels, limit, values }: Rule): Changeable {
  return { name, action, points, amount, channels, limit, values }
}

/** Changed fields only, so that concurrent changes by others stay. */
function changesIn(wanted: Partial<Changeable>, rule: Rule): ChangeBody {
  const before = changeable(rule)
  const all = { ...wanted, ...(rule.kind === 'amount' && { channels: wanted.channels ?? null }) }
  const changed = Object.entries(all).filter(([name, value]) => {
    return JSON.stringify(value) !== JSON.stringify(before[name as keyof Changeable])
  })
  return Object.fromEntries(changed) as ChangeBody
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
