import { useState } from 'react'
import { put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { SecondStep } from './security-second-step.tsx'
import { Sessions } from './security-sessions.tsx'

/** One's own login, whatever the business. */
export function SecurityPage() {
  const { email } = useSession()
  return (
    <Page title="Security" intro={`Of your own login, ${email}.`}>
      <SecondStep />
      <Sessions />
      <Section title="Password" intro="When you change it, you are signed out everywhere else.">
        <Password />
      </Section>
    </Page>
  )
}

function Password() {
  const { email } = useSession()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useAction(
    () => put('/password', { body: { current_password: current, password } }),
    {
      done: 'The password is changed. You are signed out everywhere else.',
      refresh: ['session', '/sessions'],
      errors: 'form',
      onDone: () => {
        setCurrent('')
        setPassword('')
      },
    },
  )
  return (
    <div className="narrow">
      <Form onSubmit={() => change.run()} error={change.error}>
        {/* For the keepers of passwords, which must know whose it is. */}
        <input
          className="unseen"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          name="current_password"
          label="Password until now"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <NewPassword value={password} onChange={setPassword} />
        <Buttons>
          <Button type="submit" look="main" isBusy={change.isBusy}>
            Change the password
          </Button>
        </Buttons>
      </Form>
    </div>
  )
}
