import { useState } from 'react'
import { post } from '../api.ts'
import { readMailToken } from '../mail-token.ts'
import { NewPassword, TextField, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Go } from '../parts/go.tsx'
import { SignedOutPage } from '../parts/signed-out-page.tsx'
import { paths } from '../paths.ts'
import { useFormAction } from '../use-action.ts'

export function ForgottenPage() {
  const email = useField('email', '')
  const [isSent, setSent] = useState(false)
  const ask = useFormAction(() => post('/password/forgotten', { body: { email: email.value } }), {
    refresh: [],
    onDone: () => setSent(true),
  })
  const foot = <Go to={paths.signIn()}>Back to sign in</Go>
  if (isSent) {
    return (
      <SignedOutPage title="Check your mailbox" foot={foot}>
        {/* The same text whether or not the login exists. */}
        <p role="status">
          If <strong>{email.value}</strong> has a login here, we have sent it an email with a link.
        </p>
      </SignedOutPage>
    )
  }
  return (
    <SignedOutPage
      title="Forgot your password?"
      intro="We send you a link to choose a new one."
      foot={foot}
    >
      <ActionForm action={ask} submit="Send link">
        <TextField {...email} label="Email" type="email" autoComplete="username" />
      </ActionForm>
    </SignedOutPage>
  )
}

/** Opened by the link in the email about a forgotten password. */
export function ResetPage() {
  const [token] = useState(readMailToken)
  const password = useField('password', '')
  const [isDone, setDone] = useState(false)
  const reset = useFormAction(
    () => post('/password/reset', { body: { token, password: password.value } }),
    { refresh: [], onDone: () => setDone(true) },
  )
  if (isDone) {
    return (
      <SignedOutPage title="Password changed">
        <p role="status">All other sessions were signed out.</p>
        <Go to={paths.signIn()}>Sign in</Go>
      </SignedOutPage>
    )
  }
  return (
    <SignedOutPage title="Choose a password" foot={<Go to={paths.signIn()}>Back to sign in</Go>}>
      <ActionForm action={reset} submit="Change password">
        <NewPassword {...password} />
      </ActionForm>
    </SignedOutPage>
  )
}
