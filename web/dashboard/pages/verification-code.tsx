import { useState } from 'react'
import { ApiError, type DataOf, post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Section } from '../parts/section.tsx'
import { useCan } from '../permissions.ts'
import { isTest } from '../session.ts'
import { useAction } from '../use-action.ts'
import type { Details } from './verification-person.tsx'

type Props = {
  verification: DataOf<'GET', '/identity/{id}'>
  onShown: (details: Details) => void
}

const SIX = /^\d{6}$/
const REFRESH = ['/identity']

/** The code that the person tells; the right one shows who they are, for as long as it is kept. */
export function CodeForm({ verification: { _id, type, status }, onShown }: Props) {
  const [otp, setOtp] = useState('')
  const { why } = useCan('identity')
  const isFirst = status === 'Pending'
  // Without a key: no copy of this answer is to be kept.
  const validate = useAction(
    () => post('/identity/validate', { body: { verification_id: _id, type, otp } }),
    {
      errors: 'form',
      ...(isFirst && { done: 'They are verified.' }),
      refresh: REFRESH,
      onDone: ({ identityNumber, providerResponse }) =>
        onShown({ type, number: identityNumber, ...providerResponse }),
    },
  )
  const resend = useAction(
    (_: undefined, key) => post('/identity/resend', { body: { verification_id: _id }, key }),
    { done: 'A new code was sent. The one before is void.', refresh: REFRESH },
  )
  return (
    <Section
      title={isFirst ? 'Enter the code' : 'Show the details again'}
      intro={
        isFirst
          ? 'It is good for ten minutes. Five wrong ones lock the verification.'
          : 'With the same code, for 24 hours. It is written down that you looked.'
      }
    >
      <Form
        onSubmit={() => validate.run()}
        error={wrongCode(validate.error) === undefined ? validate.error : null}
      >
        <TextField
          name="otp"
          label="Code of six digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          wrong={wrongCode(validate.error)}
          help={isTest ? 'In test mode it is 123456.' : undefined}
          value={otp}
          onChange={(text) => setOtp(text.replaceAll(/\D/g, ''))}
        />
        <Buttons>
          {isFirst && (
            <Button why={why} isBusy={resend.isBusy} onClick={() => resend.run(undefined)}>
              Send a new code
            </Button>
          )}
          <Button
            type="submit"
            look="main"
            isBusy={validate.isBusy}
            why={why ?? (SIX.test(otp) ? undefined : 'Write the six digits first.')}
          >
            {isFirst ? 'Verify' : 'Show them'}
          </Button>
        </Buttons>
      </Form>
    </Section>
  )
}

function wrongCode(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid_otp') return undefined
  const left = error.attemptsLeft
  if (left === null) return 'The code is wrong.'
  return `The code is wrong. ${left === 1 ? 'One more try is' : `${left} more tries are`} left.`
}
