import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { send } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { SelectField, TextArea, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { useAction } from '../use-action.ts'

const INTRO =
  'They get a code on the phone that is registered for this number. It costs ₦50.00, and ' +
  'nothing where no code leaves.'

const ELEVEN = /^\d{11}$/
const TYPES = { BVN: 'BVN', NIN: 'NIN' }
const HELP = isTest ? 'In test mode any eleven digits are somebody.' : 'Eleven digits.'

/** Begins one: a code goes to the phone of whom the number belongs to. */
export function VerificationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [type, setType] = useState('BVN')
  const [number, setNumber] = useState('')
  const [consent, setConsent] = useState('')
  const begin = useAction(
    async (_: undefined, key) => {
      const text = consent.trim()
      const body = { type, number, ...(text !== '' && { consent: { text } }) }
      // The contract has this answer flat, without `data`.
      const answer = await send('POST', '/identity/verify', { body, key })
      return answer as { verification_id: string }
    },
    {
      errors: 'form',
      done: 'A code was sent to their phone.',
      refresh: ['/identity', '/balance'],
      onDone: ({ verification_id }) => {
        onClose()
        void navigate({ to: paths.verification(verification_id) })
      },
    },
  )
  return (
    <Dialog title="Verify a person" intro={INTRO} isOpen onClose={onClose}>
      <Form onSubmit={() => begin.run(undefined)} error={begin.error}>
        <div className="pair">
          <SelectField name="type" label="Kind" options={TYPES} value={type} onChange={setType} />
          <TextField
            name="number"
            label={`${type} number`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={11}
            help={HELP}
            value={number}
            onChange={(text) => setNumber(text.replaceAll(/\D/g, ''))}
          />
        </div>
        <TextArea
          name="consent.text"
          label="What they agreed to"
          isOptional
          help="As you said it to them. It is kept sealed with the verification, as your proof."
          value={consent}
          onChange={setConsent}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            isBusy={begin.isBusy}
            why={ELEVEN.test(number) ? undefined : 'Write the eleven digits of the number first.'}
          >
            Send the code
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}
