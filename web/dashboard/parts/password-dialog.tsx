import { ApiError, post } from '../api.ts'
import { useFormAction } from '../use-action.ts'
import { Dialog } from './dialog.tsx'
import { TextField, useField } from './field.tsx'
import { ActionForm } from './form.tsx'

type Props = { hasCode: boolean; onDone: () => void; onClose: () => void }

/** Its `onDone` is called once the service has taken the password. */
export function PasswordDialog({ hasCode, onDone, onClose }: Props) {
  const password = useField('password', '')
  const code = useField('code', '')
  const confirm = useFormAction(
    () =>
      post('/session/confirm', {
        body: { password: password.value, ...(hasCode && { code: code.value }) },
      }).catch((error) => Promise.reject(ofPassword(error))),
    { onDone, refresh: ['session'] },
  )
  return (
    <Dialog
      title="Confirm your password"
      intro="This action needs your password. The confirmation is valid for five minutes."
      onClose={onClose}
    >
      <ActionForm action={confirm} submit="Confirm">
        <TextField
          {...password}
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
        />
        {hasCode && (
          <TextField
            {...code}
            label="Code from your authenticator app"
            help="Six digits, or a recovery code."
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
      </ActionForm>
    </Dialog>
  )
}

/** Only the password can be wrong here, so its field shows the error. */
function ofPassword(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'wrong_credentials') return error
  const { code, status, requestId } = error
  const message = 'Wrong password.'
  const errors = [{ field: 'password', code, message }]
  return new ApiError(status, { code, message, errors, request_id: requestId })
}
