import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { onAnswer } from '../api.ts'
import { useSessionQuery } from '../session.ts'

const PasswordDialog = lazy(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}))

/** Asks for the password when the service requires it; concurrent calls share one dialog. */
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
  if (!isOpen) return null
  return (
    <Suspense>
      <PasswordDialog
        hasCode={session?.second_factor ?? false}
        onDone={() => close(true)}
        onClose={() => close(false)}
      />
    </Suspense>
  )
}
