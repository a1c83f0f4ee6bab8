import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataOf, post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Gate } from '../parts/gate.tsx'
import { Go } from '../parts/go.tsx'
import { paths } from '../paths.ts'
import { basePath } from '../place.ts'
import { useSearch } from '../url.ts'
import { useAction } from '../use-action.ts'

type Stage = DataOf<'POST', '/session'>

/** The password, and then a code where the login has a second factor. */
export function SignInPage() {
  const { back } = useSearch()
  const [stage, setStage] = useState<'password' | Stage['stage']>('password')
  const go = ({ stage }: Stage) => {
    // Loaded anew: nothing that was read for somebody else stays.
    if (stage === 'open') location.assign(`${basePath}${safeWay(back)}`)
    else setStage(stage)
  }
  if (stage === 'second_factor') return <CodeStep onDone={go} />
  return <PasswordStep onDone={go} />
}

/** Only within the dashboard. */
function safeWay(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : '/'
}

function PasswordStep({ onDone }: { onDone: (answer: Stage) => void }) {
  const { out } = useSearch()
  const known = useLocation({ select: ({ state }) => (state as { email?: string }).email ?? '' })
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const signIn = useAction(() => post('/session', { body: { email, password } }), {
    errors: 'form',
    refresh: [],
    onDone,
  })
  const forgotten = <Go to={paths.forgotten()}>I have forgotten my password</Go>
  return (
    <Gate
      title="Sign in"
      foot={forgotten}
      {...(out && { intro: 'You were signed out. Sign in again, and you go on where you were.' })}
    >
      <Form onSubmit={() => signIn.run()} error={signIn.error}>
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          autoFocus={known === ''}
          value={email}
          onChange={setEmail}
        />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus={known !== ''}
          value={password}
          onChange={setPassword}
        />
        <Buttons>
          <Button type="submit" look="main" isBusy={signIn.isBusy}>
            Sign in
          </Button>
        </Buttons>
      </Form>
    </Gate>
  )
}

function CodeStep({ onDone }: { onDone: (answer: Stage) => void }) {
  const [code, setCode] = useState('')
  const confirm = useAction(() => post('/session/second-factor', { body: { code } }), {
    errors: 'form',
    refresh: [],
    onDone,
  })
  return (
    <Gate title="Your code" intro="Your password is right. Now the code of your authenticator.">
      <Form onSubmit={() => confirm.run()} error={confirm.error}>
        <TextField
          name="code"
          label="Code"
          help="Six digits, or one of your recovery codes."
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={setCode}
        />
        <Buttons>
          <Button type="submit" look="main" isBusy={confirm.isBusy}>
            Continue
          </Button>
        </Buttons>
      </Form>
    </Gate>
  )
}
