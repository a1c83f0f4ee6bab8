import { useState } from 'react'
import { post } from '../api.ts'
import { letterToken } from '../letter-token.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Gate } from '../parts/gate.tsx'
import { Go } from '../parts/go.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'

/** Opened by the link in the letter about a forgotten password. */
export function ResetPage() {
  const [token] = useState(letterToken)
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const reset = useAction(() => post('/password/reset', { body: { token, password } }), {
    errors: 'form',
    refresh: [],
    onDone: () => setDone(true),
  })
  if (isDone) {
    return (
      <Gate title="Your password is changed">
        <p role="status">Whoever was signed in with the old one is signed out.</p>
        <Go to={paths.signIn()}>Sign in</Go>
      </Gate>
    )
  }
  return (
    <Gate title="Choose a password" foot={<Go to={paths.signIn()}>Back to sign in</Go>}>
      <Form onSubmit={() => reset.run()} error={reset.error}>
        <NewPassword value={password} onChange={setPassword} />
        <Buttons>
          <Button type="submit" look="main" isBusy={reset.isBusy}>
            Change the password
          </Button>
        </Buttons>
      </Form>
    </Gate>
  )
}
