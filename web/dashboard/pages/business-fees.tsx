import { useState } from 'react'
import { put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { AmountField, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { useAction } from '../use-action.ts'
import { BUSINESSES, basisPointsOf, type OfMode, percentToType } from './business-words.ts'

type Fees = OfMode['fees']
type Draft = { [Name in keyof Fees]: number | null }
type Props = { of: OfMode; id: string; onClose: () => void }

const UNFINISHED = 'Write a number in every field first.'

/** What the business pays from now on: what was paid before stays as it is. */
export function FeesDialog({ of: { domain, fees }, id, onClose }: Props) {
  const [draft, setDraft] = useState<Draft>(fees)
  const change = useAction(
    () =>
      put(`${BUSINESSES}/{business_id}/fees`, {
        params: { business_id: id },
        // Sent only when every field has a number.
        body: { mode: domain, ...(draft as Fees) },
      }),
    {
      done: 'The fees are changed, for payments from now on.',
      refresh: [BUSINESSES],
      errors: 'form',
      onDone: onClose,
    },
  )
  const isWhole = Object.values(draft).every((value) => value !== null)
  const field = (name: keyof Fees, label: string) => ({
    name,
    label,
    onChange: (value: number | null) => setDraft({ ...draft, [name]: value }),
  })
  return (
    <Dialog
      title={`Fees in ${domain} mode`}
      intro="Without VAT. They hold for payments from now on, within a second."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => isWhole && change.run()} error={change.error}>
        <fieldset className="fieldset form">
          <legend>Payments by checkout</legend>
          <div className="pair">
            <PercentField
              {...field('checkout_fee_basis_points', 'Percent of the amount')}
              basisPoints={fees.checkout_fee_basis_points}
            />
            <AmountField
              {...field('checkout_fee_max', 'At most, in all')}
              kobo={draft.checkout_fee_max}
            />
            <AmountField
              {...field('checkout_fee_flat', 'And on top')}
              kobo={draft.checkout_fee_flat}
            />
            <AmountField
              {...field('checkout_fee_flat_from', 'On top only from')}
              kobo={draft.checkout_fee_flat_from}
            />
          </div>
        </fieldset>
        <fieldset className="fieldset form">
          <legend>Deposits to dedicated accounts</legend>
          <div className="pair">
            <PercentField
              {...field('dedicated_fee_basis_points', 'Percent of the amount')}
              basisPoints={fees.dedicated_fee_basis_points}
            />
            <AmountField
              {...field('dedicated_fee_max', 'At most')}
              kobo={draft.dedicated_fee_max}
            />
          </div>
        </fieldset>
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            isBusy={change.isBusy}
            why={isWhole ? undefined : UNFINISHED}
          >
            Change the fees
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

type PercentProps = {
  name: string
  label: string
  /** That it begins with. */
  basisPoints: number
  /** Null where what is typed is no part of a hundred. */
  onChange: (basisPoints: number | null) => void
}

/** Percent for people, basis points for the page. */
function PercentField({ name, label, basisPoints, onChange }: PercentProps) {
  const [text, setText] = useState(percentToType(basisPoints))
  return (
    <TextField
      name={name}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      wrong={
        basisPointsOf(text) === null ? 'Write percent up to 100, such as 1.5 or 0.25.' : undefined
      }
      onChange={(typed) => {
        setText(typed)
        onChange(basisPointsOf(typed))
      }}
    />
  )
}
