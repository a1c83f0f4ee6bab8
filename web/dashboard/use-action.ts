import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { ApiError } from './api.ts'
import { isDecided } from './decided.ts'
import { toast, toastError } from './parts/toast.tsx'

// A call that changes something, started by a button. Until its outcome is known, further presses
// repeat the same call with the same idempotency key.

type How<Answer> = {
  /** The message after success. */
  done?: string | ((answer: Answer) => string)
  /** Refetches queries whose path begins with one of these; all queries by default. */
  refresh?: string[]
  onDone?: (answer: Answer) => void
  /** `form`: only the form shows the error. */
  errors?: 'toast' | 'form'
}

export type Action<Input> = {
  run: (input: Input) => void
  isBusy: boolean
  error: unknown
  /** Clears the error. */
  reset: () => void
}

export function useAction<Input = void, Answer = unknown>(
  work: (input: Input, key: string) => Promise<Answer>,
  { errors = 'toast', ...how }: How<Answer> = {},
): Action<Input> {
  const client = useQueryClient()
  const key = useRef<string | null>(null)
  // `useMutation` takes a new function after the next frame only: a form sent with Enter right
  // after the last letter, or by a password manager, would send what stood there before.
  const latest = useRef({ work, ...how })
  useLayoutEffect(() => {
    latest.current = { work, ...how }
  })
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (input: Input) => {
      key.current ??= crypto.randomUUID()
      return latest.current.work(input, key.current)
    },
    onSuccess: (answer: Answer) => {
      key.current = null
      const { done, refresh, onDone } = latest.current
      const isConcerned = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        refresh === undefined || refresh.some((path) => String(queryKey[0]).startsWith(path))
      void client.invalidateQueries({ predicate: isConcerned })
      if (done) toast(typeof done === 'string' ? done : done(answer))
      onDone?.(answer)
    },
    onError: (failure) => {
      if (failure instanceof ApiError && isDecided(failure)) key.current = null
      if (errors === 'toast' && !isDeclined(failure)) toastError(failure)
    },
  })
  return { run: mutate, isBusy: isPending, error: isDeclined(error) ? null : error, reset }
}

/** An action whose errors a form shows. */
export function useFormAction<Input = void, Answer = unknown>(
  work: (input: Input, key: string) => Promise<Answer>,
  how: Omit<How<Answer>, 'errors'> = {},
): Action<Input> {
  return useAction(work, { ...how, errors: 'form' })
}

/** The person closed the password dialog, which is no error. */
function isDeclined(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirm_password'
}
