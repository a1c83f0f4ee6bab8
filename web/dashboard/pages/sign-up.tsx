import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, type DataOf, post } from '../api.ts'
import { readMailToken } from '../mail-token.ts'
import { Button } from '../parts/button.tsx'
import { NewPassword, TextField, useField } from '../parts/field.tsx'
import { ActionForm, Buttons } from '../parts/form.tsx'
import { Go } from '../parts/go.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { SignedOutPage } from '../parts/signed-out-page.tsx'
import { paths } from '../paths.ts'
import { basePath, rememberBusiness } from '../place.ts'
import { useAction, useFormAction } from '../use-action.ts'

type Sent = DataOf<'POST', '/sign-up'>

const SIGN_IN = (
  <>
    Have a login? <Go to={paths.signIn()}>Sign in</Go>
  </>
)

export function SignUpPage() {
  const business = useField('business_name', '')
  const name = useField('name', '')
  const email = useField('email', '')
  const password = useField('password', '')
  const [sent, setSent] = useState<Sent | null>(null)
  const signUp = useFormAction(
    () =>
      post('/sign-up', {
        body: {
          business_name: business.value,
          name: name.value,
          email: email.value,
          password: password.value,
        },
      }),
    { refresh: [], onDone: setSent },
  )
  if (isClosed(signUp.error)) return <Closed />
  if (sent !== null) {
    return (
      <SentPage sent={sent} email={email.value}>
        <Button isBusy={signUp.isBusy} onClick={() => signUp.run()}>
          Send it again
        </Button>
        {signUp.error !== null && <ErrorBox error={signUp.error} />}
      </SentPage>
    )
  }
  return (
    <SignedOutPage
      title="Open a business"
      intro="Test mode works at once, with play money."
      foot={SIGN_IN}
    >
      <ActionForm action={signUp} submit="Sign up">
        <TextField {...business} label="Name of the business" autoComplete="organization" />
        <TextField {...name} label="Your name" autoComplete="name" />
        <TextField {...email} label="Email" type="email" autoComplete="username" />
        <NewPassword {...password} />
      </ActionForm>
    </SignedOutPage>
  )
}

/** The same text whether or not the address has a login. */
function SentPage(props: { sent: Sent; email: string; children?: React.ReactNode }) {
  const { sent, email, children } = props
  if (sent.link !== null) {
    return (
      <SignedOutPage
        title="One more step"
        intro="This laptop has no mail server, so the button of the email is here."
      >
        <Buttons>
          <a className="button" data-look="main" href={sent.link}>
            Confirm
          </a>
        </Buttons>
      </SignedOutPage>
    )
  }
  return (
    <SignedOutPage title="Check your mailbox" foot={SIGN_IN}>
      <p role="status">
        We have sent an email to <strong>{email}</strong>. Press its button to open your dashboard.
        If it does not arrive within minutes, look among your spam.
      </p>
      {children}
    </SignedOutPage>
  )
}

/** Opened by the link in the email. Nothing happens until the button is pressed. */
export function ConfirmSignUpPage() {
  const [token] = useState(readMailToken)
  const { data, error } = useQuery({
    queryKey: ['sign-up'],
    queryFn: () => post('/sign-up/open', { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isClosed(error)) return <Closed />
  if (error instanceof ApiError && error.code === 'sign_up_expired') return <Expired of={token} />
  if (error) {
    return (
      <SignedOutPage title="This link is not valid" foot={SIGN_IN}>
        <p role="alert">It was used already, or is incomplete.</p>
        <Buttons>
          <a className="button" href="/sign-up">
            Sign up again
          </a>
        </Buttons>
      </SignedOutPage>
    )
  }
  if (data === undefined) {
    return (
      <SignedOutPage title="Your sign-up">
        <Skeleton lines={3} />
      </SignedOutPage>
    )
  }
  return <Confirm token={token} of={data} />
}

type Waiting = DataOf<'POST', '/sign-up/open'>

function Confirm({ token, of: { email, business_name } }: { token: string; of: Waiting }) {
  const password = useField('password', '')
  const confirm = useFormAction(
    () => post('/sign-up/confirm', { body: { token, password: password.value } }),
    {
      refresh: [],
      // The answer signed them in; reload to read the new session.
      onDone: ({ business_id }) => {
        rememberBusiness(business_id)
        location.assign(`${basePath}${paths.home()}`)
      },
    },
  )
  return (
    <SignedOutPage
      title={`Open ${business_name}`}
      intro={
        <>
          You, <strong>{email}</strong>, become its owner. Enter the password that you chose.
        </>
      }
      foot="You did not sign up? Close this page: nothing is opened."
    >
      <ActionForm action={confirm} submit="Confirm">
        <TextField
          {...password}
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
        />
      </ActionForm>
    </SignedOutPage>
  )
}

function Expired({ of: token }: { of: string }) {
  const [sent, setSent] = useState<Sent | null>(null)
  const again = useAction(() => post('/sign-up/again', { body: { token } }), {
    // Opening the link again would show this page instead of what was sent.
    refresh: [],
    onDone: setSent,
  })
  if (sent !== null) return <SentPage sent={sent} email="you" />
  return (
    <SignedOutPage
      title="This link has expired"
      intro="A link works for a day. We can send you a new one."
      foot={SIGN_IN}
    >
      <Buttons>
        <Button look="main" isBusy={again.isBusy} onClick={() => again.run()}>
          Send a new link
        </Button>
      </Buttons>
    </SignedOutPage>
  )
}

function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'sign_up_closed'
}

function Closed() {
  return (
    <SignedOutPage title="Sign-up is closed here" foot={SIGN_IN}>
      <Buttons>
        <a className="button" href="/sign-up">
          Whom to ask
        </a>
      </Buttons>
    </SignedOutPage>
  )
}
