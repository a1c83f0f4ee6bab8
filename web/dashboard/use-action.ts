import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from './api.ts'
import { toast, toastError } from './parts/toast.tsx'

// Something that changes the world, begun by a press. Until it is known how it ended, each further
// press is the same action: the key makes the service answer what it answered first.

type How<Answer> = {
  /** Said when it worked. */
  done?: string | ((answer: Answer) => string)
  /** Whatever was read of these paths is read anew. Where none are named: everything. */
  refresh?: string[]
  onDone?: (answer: Answer) => void
  /** `form`: a `Form` shows the error, and nothing else does. */
  errors?: 'toast' | 'form'
}

export type Action<Input> = {
  run: (input: Input) => void
  isBusy: boolean
  error: unknown
  /** Forgets the error: when a dialog is opened again. */
  reset: () => void
}

export function useAction<Input = void, Answer = unknown>(
  work: (input: Input, key: string) => Promise<Answer>,
  { done, refresh, onDone, errors = 'toast' }: How<Answer> = {},
): Action<Input> {
  const client = useQueryClient()
  const key = useRef<string | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (input: Input) => {
      key.current ??= crypto.randomUUID()
      return work(input, key.current)
    },
    onSuccess: (answer: Answer) => {
      key.current = null
      const isConcerned = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        refresh === undefined || refresh.some((path) => String(queryKey[0]).startsWith(path))
      void client.invalidateQueries({ predicate: isConcerned })
      if (done) toast(typeof done === 'string' ? done : done(answer))
      onDone?.(answer)
    },
    onError: (failure) => {
      if (isDecided(failure)) key.current = null
      if (errors === 'toast' && !isDeclined(failure)) toastError(failure)
    },
  })
  return { run: mutate, isBusy: isPending, error: isDeclined(error) ? null : error, reset }
}

/** Asked for the password, somebody would rather not: nothing needs to be said about that. */
function isDeclined(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirm_password'
}

/** A refusal is final; without an answer it may have happened. */
function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
