import { Button } from '../parts/button.tsx'
import { Checkbox, Field, SelectField, TextField } from '../parts/field.tsx'
import { type Draft, isCount, type Question } from './payment-link-draft.ts'
import { SplitField } from './split-field.tsx'

const QUESTIONS_MAX = 5

type Props = { draft: Draft; change: (part: Partial<Draft>) => void }

/** What most links do without. */
export function LinkOptions({ draft, change }: Props) {
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
          options={{ business: 'You', customer: 'The customer, on top' }}
          value={draft.feeBearer}
          onChange={(value) => change({ feeBearer: value as Draft['feeBearer'] })}
        />
        <SelectField
          name="channels"
          label="Paid by"
          options={{
            all: 'Card or bank transfer',
            card: 'Card only',
            bank_transfer: 'Bank transfer only',
          }}
          value={draft.channels}
          onChange={(value) => change({ channels: value as Draft['channels'] })}
        />
        <Field name="expires_at" label="Open until" isOptional help="Time of Lagos.">
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
          label="How often it can be paid"
          isOptional
          inputMode="numeric"
          help="Left empty: as often as anybody likes."
          wrong={isCount(draft.usesMax) ? undefined : 'Write a whole number, such as 50.'}
          value={draft.usesMax}
          onChange={(usesMax) => change({ usesMax })}
        />
      </div>
      <TextField
        name="callback_url"
        label="Where the customer goes afterwards"
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

/** Beside name and e-mail, which every customer says. */
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
      <legend>What else the customer is asked</legend>
      <p className="help">Their name and e-mail address are asked for always.</p>
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
            label="Must be answered"
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
          why={isFull ? `No more than ${QUESTIONS_MAX} can be asked.` : undefined}
        >
          Add a question
        </Button>
      </div>
    </fieldset>
  )
}
