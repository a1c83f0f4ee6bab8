import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, onAnswer, post } from '../api.ts'
import { useSessionQuery } from '../session.ts'
import { type Action, useAction } from '../use-action.ts'
import { Button } from './button.tsx'
import { Buttons, Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { FinalButton } from './final-button.tsx'
import { Form } from './form.tsx'

type Props = {
  title: string
  /** What will happen, in one or two sentences. */
  children: ReactNode
  /** On the button: a verb, or the words of a sentence where it cannot be taken back. */
  confirm: string | (string | null | undefined)[]
  isDanger?: boolean
  isOpen: boolean
  onClose: () => void
  /** Of `useAction` with `errors: 'form'`; close the dialog in its `onDone`. */
  action: Action<void>
}

/** Asks once more, before something that cannot be taken back. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirm, isDanger, isOpen, onClose, action } = props
  const look = isDanger ? 'danger' : 'main'
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={() => action.run()} error={action.error}>
        <div className="prose">{children}</div>
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          {typeof confirm === 'string' ? (
            <Button type="submit" look={look} isBusy={action.isBusy}>
              {confirm}
            </Button>
          ) : (
            <FinalButton does={confirm} look={look} isBusy={action.isBusy} />
          )}
        </Buttons>
      </Form>
    </Dialog>
  )
}

/** The re-authentication: opens by itself when the service asks for it, once for all who wait. */
export function ConfirmPassword() {
  const { data: session } = useSessionQuery()
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])

  useEffect(() => {
    onAnswer.confirmPassword = () =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
        setOpen(true)
      })
  }, [])

  const close = (isConfirmed: boolean) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed)
  }
  return (
    <Dialog
      title="Confirm that it is you"
      intro="For this the service wants your password again. It then holds for five minutes."
      isOpen={isOpen}
      onClose={() => close(false)}
    >
      <PasswordForm hasCode={session?.second_factor ?? false} onDone={() => close(true)} />
    </Dialog>
  )
}

function PasswordForm({ hasCode, onDone }: { hasCode: boolean; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const confirm = useAction(
    () =>
      post('/session/confirm', { body: { password, ...(hasCode && { code }) } }).catch((error) =>
        Promise.reject(ofPassword(error)),
      ),
    { errors: 'form', onDone, refresh: ['session'] },
  )
  return (
    <Form onSubmit={() => confirm.run()} error={confirm.error}>
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
      />
      {hasCode && (
        <TextField
          name="code"
          label="Code of your authenticator"
          help="Six digits, or one of your recovery codes."
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
        />
      )}
      <Buttons>
        <Button type="submit" look="main" isBusy={confirm.isBusy}>
          Confirm
        </Button>
      </Buttons>
    </Form>
  )
}

/** Who is asked is known already: only the password can be wrong. */
function ofPassword(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'wrong_credentials') return error
  const { code, status, requestId } = error
  const message = 'That is not your password.'
  const errors = [{ field: 'password', code, message }]
  return new ApiError(status, { code, message, errors, request_id: requestId })
}
