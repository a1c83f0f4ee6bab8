import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataOf, post } from '../api.ts'
import { keepLetterToken, letterToken } from '../letter-token.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Gate } from '../parts/gate.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { paths } from '../paths.ts'
import { basePath, rememberBusiness } from '../place.ts'
import { useSessionQuery } from '../session.ts'
import { useAction } from '../use-action.ts'

type Invitation = DataOf<'POST', '/invitations/open'>

/** Opened by the link in the letter of an invitation. */
export function InvitationPage() {
  const [token] = useState(letterToken)
  const { data, error } = useQuery({
    queryKey: ['invitation'],
    queryFn: () => post('/invitations/open', { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) {
    return (
      <Gate title="This invitation cannot be opened">
        <ErrorBox error={error} />
      </Gate>
    )
  }
  if (data === undefined) {
    return (
      <Gate title="Your invitation">
        <Skeleton lines={3} />
      </Gate>
    )
  }
  if (data.has_login) return <WithLogin token={token} invitation={data} />
  return <Accept token={token} invitation={data} />
}

type Props = { token: string; invitation: Invitation }

/** Whoever has a login accepts with it, and signs in first. */
function WithLogin(props: Props) {
  const { email, business_name, role } = props.invitation
  const { data: session, isPending } = useSessionQuery()
  const navigate = useNavigate()
  if (isPending) {
    return (
      <Gate title={`Join ${business_name}`}>
        <Skeleton lines={3} />
      </Gate>
    )
  }
  if (session?.email.toLowerCase() === email.toLowerCase()) return <Accept {...props} />
  const signIn = () => {
    keepLetterToken()
    const search = { back: paths.invitation() }
    void navigate({ to: paths.signIn(), search, state: { email } } as never)
  }
  return (
    <Gate
      title={`Join ${business_name}`}
      intro={
        <>
          You, <strong>{email}</strong>, are invited as {role}. You have a login already: sign in
          with it, and then accept.
        </>
      }
    >
      <Buttons>
        <Button look="main" onClick={signIn}>
          Sign in
        </Button>
      </Buttons>
    </Gate>
  )
}

function Accept({ token, invitation }: Props) {
  const { email, business_name, role, has_login } = invitation
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const accept = useAction(
    () =>
      post('/invitations/accept', {
        body: { token, ...(has_login ? {} : { name, password }) },
      }),
    {
      errors: 'form',
      refresh: [],
      // The answer has signed them in: loaded anew, the page reads who they are now.
      onDone: ({ business_id }) => {
        rememberBusiness(business_id)
        location.assign(`${basePath}${paths.home()}`)
      },
    },
  )
  return (
    <Gate
      title={`Join ${business_name}`}
      intro={
        <>
          You, <strong>{email}</strong>, are invited as {role}.
          {!has_login && ' Choose the password that you will sign in with.'}
        </>
      }
    >
      <Form onSubmit={() => accept.run()} error={accept.error}>
        {!has_login && (
          <>
            <TextField
              name="name"
              label="Your name"
              autoComplete="name"
              value={name}
              onChange={setName}
            />
            <NewPassword value={password} onChange={setPassword} />
          </>
        )}
        <Buttons>
          <Button type="submit" look="main" isBusy={accept.isBusy}>
            {has_login ? 'Accept' : 'Accept and sign in'}
          </Button>
        </Buttons>
      </Form>
    </Gate>
  )
}
