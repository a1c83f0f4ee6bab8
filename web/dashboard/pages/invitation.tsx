import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataOf, post } from '../api.ts'
import { keepMailToken, readMailToken } from '../mail-token.ts'
import { Button } from '../parts/button.tsx'
import { NewPassword, TextField, useField } from '../parts/field.tsx'
import { ActionForm, Buttons } from '../parts/form.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { SignedOutPage } from '../parts/signed-out-page.tsx'
import { paths } from '../paths.ts'
import { basePath, rememberBusiness } from '../place.ts'
import { useSessionQuery } from '../session.ts'
import { useFormAction } from '../use-action.ts'

type Invitation = DataOf<'POST', '/invitations/open'>

/** Opened by the link in the email of an invitation. */
export function InvitationPage() {
  const [token] = useState(readMailToken)
  const { data, error } = useQuery({
    queryKey: ['invitation'],
    queryFn: () => post('/invitations/open', { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) {
    return (
      <SignedOutPage title="This invitation is not valid">
        <ErrorBox error={error} />
      </SignedOutPage>
    )
  }
  if (data === undefined) {
    return (
      <SignedOutPage title="Your invitation">
        <Skeleton lines={3} />
      </SignedOutPage>
    )
  }
  if (data.has_login) return <WithLogin token={token} invitation={data} />
  return <Accept token={token} invitation={data} />
}

type Props = { token: string; invitation: Invitation }

/** People who have a login sign in first, and then accept. */
function WithLogin(props: Props) {
  const { email, business_name, role } = props.invitation
  const { data: session, isPending } = useSessionQuery()
  const navigate = useNavigate()
  if (isPending) {
    return (
      <SignedOutPage title={`Join ${business_name}`}>
        <Skeleton lines={3} />
      </SignedOutPage>
    )
  }
  if (session?.email.toLowerCase() === email.toLowerCase()) return <Accept {...props} />
  const signIn = () => {
    keepMailToken()
    const search = { back: paths.invitation() }
    void navigate({ to: paths.signIn(), search, state: { email } } as never)
  }
  return (
    <SignedOutPage
      title={`Join ${business_name}`}
      intro={
        <>
          You, <strong>{email}</strong>, are invited as {role}. You already have a login: sign in,
          then accept.
        </>
      }
    >
      <Buttons>
        <Button look="main" onClick={signIn}>
          Sign in
        </Button>
      </Buttons>
    </SignedOutPage>
  )
}

function Accept({ token, invitation }: Props) {
  const { email, business_name, role, has_login } = invitation
  const name = useField('name', '')
  const password = useField('password', '')
  const accept = useFormAction(
    () =>
      post('/invitations/accept', {
        body: { token, ...(has_login ? {} : { name: name.value, password: password.value }) },
      }),
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
      title={`Join ${business_name}`}
      intro={
        <>
          You, <strong>{email}</strong>, are invited as {role}.
          {!has_login && ' Choose a password to sign in with.'}
        </>
      }
    >
      <ActionForm action={accept} submit={has_login ? 'Accept' : 'Accept and sign in'}>
        {!has_login && (
          <>
            <TextField {...name} label="Your name" autoComplete="name" />
            <NewPassword {...password} />
          </>
        )}
      </ActionForm>
    </SignedOutPage>
  )
}
