import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataOf, post } from '../api.ts'
import { TextField, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Go } from '../parts/go.tsx'
import { SignedOutPage } from '../parts/signed-out-page.tsx'
import { paths } from '../paths.ts'
import { basePath } from '../place.ts'
import { useSearch } from '../url.ts'
import { useFormAction } from '../use-action.ts'

type Stage = DataOf<'POST', '/session'>

/** Asks for the password, then for a code if the login has a second factor. */
export function SignInPage() {
  const { back } = useSearch()
  const [stage, setStage] = useState<'password' | Stage['stage']>('password')
  const go = ({ stage }: Stage) => {
    // Reload, so that no data of another login stays.
    if (stage === 'open') location.assign(`${basePath}${safeWay(back)}`)
    else setStage(stage)
  }
  if (stage === 'second_factor') return <CodeStep onDone={go} />
  return <PasswordStep onDone={go} />
}

/** Only paths within the dashboard. */
function safeWay(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : '/'
}

function PasswordStep({ onDone }: { onDone: (answer: Stage) => void }) {
  const { out } = useSearch()
  const known = useLocation({ select: ({ state }) => (state as { email?: string }).email ?? '' })
  const email = useField('email', known)
  const password = useField('password', '')
  const signIn = useFormAction(
    () => post('/session', { body: { email: email.value, password: password.value } }),
    { refresh: [], onDone },
  )
  const foot = (
    <>
      <Go to={paths.forgotten()}>Forgot your password?</Go>
      {' · '}
      <a href="/sign-up">No business here yet?</a>
    </>
  )
  return (
    <SignedOutPage
      title="Sign in"
      foot={foot}
      {...(out && { intro: 'You were signed out. Sign in again to continue where you were.' })}
    >
      <ActionForm action={signIn} submit="Sign in">
        <TextField
          {...email}
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus={known === ''}
        />
        <TextField
          {...password}
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus={known !== ''}
        />
      </ActionForm>
    </SignedOutPage>
  )
}

function CodeStep({ onDone }: { onDone: (answer: Stage) => void }) {
  const code = useField('code', '')
  const confirm = useFormAction(
    () => post('/session/second-factor', { body: { code: code.value } }),
    { refresh: [], onDone },
  )
  return (
    <SignedOutPage title="Two-step sign-in" intro="Enter the code from your authenticator app.">
      <ActionForm action={confirm} submit="Continue">
        <TextField
          {...code}
          label="Code"
          help="Six digits, or a recovery code."
          autoComplete="one-time-code"
          autoFocus
        />
      </ActionForm>
    </SignedOutPage>
  )
}
