import { useState } from 'react'
import { post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Gate } from '../parts/gate.tsx'
import { Go } from '../parts/go.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'

export function ForgottenPage() {
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const ask = useAction(() => post('/password/forgotten', { body: { email } }), {
    errors: 'form',
    refresh: [],
    onDone: () => setSent(true),
  })
  const foot = <Go to={paths.signIn()}>Back to sign in</Go>
  if (isSent) {
    return (
      <Gate title="Look into your mail" foot={foot}>
        {/* The same words whether there is such a login or not. */}
        <p role="status">
          If <strong>{email}</strong> may sign in here, a letter with a link is on its way to it.
        </p>
      </Gate>
    )
  }
  return (
    <Gate
      title="Forgotten password"
      intro="We send you a link by which you choose another one."
      foot={foot}
    >
      <Form onSubmit={() => ask.run()} error={ask.error}>
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
        <Buttons>
          <Button type="submit" look="main" isBusy={ask.isBusy}>
            Send the link
          </Button>
        </Buttons>
      </Form>
    </Gate>
  )
}
