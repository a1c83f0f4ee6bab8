import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { get, patch, post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { AmountField, Checkbox, Field, SelectField, TextArea, TextField } from '../parts/field.tsx'
import { paths } from '../paths.ts'
import { useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
import {
  bodyOf,
  changesIn,
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  isBelow,
  isCount,
  type Link,
  type Question,
  wrongIn,
} from './payment-link-draft.ts'
import { SplitField } from './split-words.tsx'

type Props = { /** Missing for a new link. */ link?: Link; onClose: () => void }

export function LinkDialog({ link, onClose }: Props) {
  const edit = useEdit(link, {
    read: () => get('/payment-links/{id}', { params: { id: link!.id } }),
    formOf: (one) => (one ? bodyOf(draftOf(one)) : {}),
  })
  const { record } = edit
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const draft = { ...(record ? draftOf(record) : EMPTY_DRAFT), ...typed }
  const [isMore, setMore] = useState(false)
  const change = (part: Partial<Draft>) => setTyped((before) => ({ ...before, ...part }))
  const save = useSave(edit, draft, onClose)
  return (
    <FormDialog
      title={link ? 'Change payment link' : 'New payment link'}
      intro={link && 'Applies to new payments. The URL stays the same.'}
      isWide
      onClose={onClose}
      action={save}
      submit={link ? 'Save' : 'Create link'}
      why={wrongIn(draft)}
    >
      <Basics draft={draft} change={change} isNew={link === undefined} />
      <div>
        <Button
          look="quiet"
          icon={isMore ? 'down' : 'right'}
          aria-expanded={isMore}
          onClick={() => setMore(!isMore)}
        >
          {isMore ? 'Fewer options' : 'More options'}
        </Button>
      </div>
      {isMore && <LinkOptions draft={draft} change={change} />}
    </FormDialog>
  )
}

type Edit = ReturnType<typeof useEdit<Link | undefined>>

function useSave({ record: link, save }: Edit, draft: Draft, onClose: () => void) {
  const navigate = useNavigate()
  const slug = draft.slug.trim()
  return useFormAction<void, Link>(
    async (_, key) => {
      const body = bodyOf(draft)
      if (!link) return post('/payment-links', { key, body: { ...body, ...(slug && { slug }) } })
      const sent = { params: { id: link.id }, body: changesIn(draft, link), key }
      return (await save(body, (ifMatch) => patch('/payment-links/{id}', { ...sent, ifMatch })))!
    },
    {
      done: link ? 'Payment link changed.' : 'Payment link created.',
      refresh: ['/payment-links'],
      onDone: ({ id }) => {
        onClose()
        if (!link) void navigate({ to: paths.paymentLink(id) })
      },
    },
  )
}

type Part = { draft: Draft; change: (part: Partial<Draft>) => void; isNew: boolean }

function Basics({ draft, change, isNew }: Part) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        help="The heading of the page, such as “Adire workshop”."
        maxLength={100}
        autoFocus
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextArea
        name="description"
        label="Description"
        isOptional
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <SelectField
        name="price"
        label="Price"
        options={{ fixed: 'Fixed amount', open: 'Customer chooses' }}
        value={draft.isFixed ? 'fixed' : 'open'}
        onChange={(price) => change({ isFixed: price === 'fixed' })}
      />
      {draft.isFixed ? (
        <AmountField
          name="amount"
          label="Amount"
          kobo={draft.amount}
          onChange={(amount) => change({ amount })}
        />
      ) : (
        <div className="pair">
          <AmountField
            name="min_amount"
            label="Minimum"
            isOptional
            kobo={draft.least}
            onChange={(least) => change({ least })}
          />
          <AmountField
            name="max_amount"
            label="Maximum"
            isOptional
            wrong={isBelow(draft) ? 'Must be at least the minimum.' : undefined}
            kobo={draft.most}
            onChange={(most) => change({ most })}
          />
        </div>
      )}
      {isNew && (
        <TextField
          name="slug"
          label="End of the URL"
          isOptional
          help={
            `${location.origin}/pay/${draft.slug.trim() || '…'}. If empty, we choose one ` +
            'that cannot be guessed. You cannot change it later.'
          }
          autoComplete="off"
          value={draft.slug}
          onChange={(slug) => change({ slug })}
        />
      )}
    </>
  )
}

const QUESTIONS_MAX = 5

type OptionsProps = { draft: Draft; change: (part: Partial<Draft>) => void }

/** Options that most links do not need. */
function LinkOptions({ draft, change }: OptionsProps) {
  return (
    <>
      <Questions
        questions={draft.questions}
        onChange={(questions: Question[]) => change({ questions })}
      />
      <div className="columns-small">
        <SelectField
          name="fee_bearer"
          label="Fees are paid by"
          options={{ business: 'You', customer: 'The customer, in addition' }}
          value={draft.feeBearer}
          onChange={(value) => change({ feeBearer: value as Draft['feeBearer'] })}
        />
        <SelectField
          name="channels"
          label="Paid with"
          options={{
            all: 'Every way that is offered',
            card: 'Card only',
            bank_transfer: 'Bank transfer only',
            ussd: 'USSD only',
            bank: 'Pay with bank only',
            opay: 'OPay only',
          }}
          value={draft.channels}
          onChange={(value) => change({ channels: value as Draft['channels'] })}
        />
        <Field name="expires_at" label="Open until" isOptional help="Lagos time.">
          {(ids) => (
            <input
              {...ids}
              type="datetime-local"
              value={draft.expires}
              onChange={(event) => change({ expires: event.target.value })}
            />
          )}
        </Field>
        <TextField
          name="uses_max"
          label="Maximum number of payments"
          isOptional
          inputMode="numeric"
          help="Empty: no limit."
          wrong={isCount(draft.usesMax) ? undefined : 'Enter a whole number, such as 50.'}
          value={draft.usesMax}
          onChange={(usesMax) => change({ usesMax })}
        />
      </div>
      <TextField
        name="callback_url"
        label="Return URL"
        isOptional
        type="url"
        placeholder="https://"
        value={draft.callbackUrl}
        onChange={(callbackUrl) => change({ callbackUrl })}
      />
      <SplitField value={draft.splitCode} onChange={(splitCode) => change({ splitCode })} />
    </>
  )
}

type QuestionsProps = { questions: Question[]; onChange: (questions: Question[]) => void }

/** In addition to name and email, which every customer enters. */
function Questions({ questions, onChange }: QuestionsProps) {
  const set = (number: number, part: Partial<Question>) =>
    onChange(questions.map((one) => (one.number === number ? { ...one, ...part } : one)))
  const add = () => {
    const number = Math.max(-1, ...questions.map((one) => one.number)) + 1
    onChange([...questions, { number, label: '', required: false }])
  }
  const isFull = questions.length >= QUESTIONS_MAX
  return (
    <fieldset className="questions">
      <legend>Questions to the customer</legend>
      <p className="help">Name and email are always asked.</p>
      {questions.map(({ number, label, required }, at) => (
        <div className="question" key={number}>
          <TextField
            name={`fields.${at}.label`}
            label={`Question ${at + 1}`}
            maxLength={60}
            value={label}
            onChange={(text) => set(number, { label: text })}
          />
          <Checkbox
            name={`fields.${at}.required`}
            label="Required"
            isOn={required}
            onChange={(isOn) => set(number, { required: isOn })}
          />
          <Button
            isSmall
            aria-label={`Remove question ${at + 1}`}
            onClick={() => onChange(questions.filter((one) => one.number !== number))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div className="actions">
        <Button
          isSmall
          icon="plus"
          onClick={add}
          why={isFull ? `You can ask at most ${QUESTIONS_MAX} questions.` : undefined}
        >
          Add question
        </Button>
      </div>
    </fieldset>
  )
}
