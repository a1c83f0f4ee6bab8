import { useQueryClient } from '@tanstack/react-query'
import { useId, useLayoutEffect, useSyncExternalStore } from 'react'
import { ApiError } from '../api.ts'
import { forbidden } from '../permissions.ts'
import { businessOf, SESSION, type Session } from '../session.ts'
import { Button } from './button.tsx'

type Props = { error: unknown; again?: (() => void) | undefined }

const NO_LIVE_RAIL =
  'Live mode is open for this business, but this service has no bank or card processor connected ' +
  'yet. Whoever runs it has to connect one.'

/** In place of what could not be read: what happened, what to quote, and another try. */
export function ErrorBox({ error, again }: Props) {
  if (isNotEnabled(error)) return <NoLiveRail />
  if (error instanceof ApiError && error.code === 'role_forbids') return <Forbidden of={error} />
  return <Failed error={error} again={again} />
}

export function isNotEnabled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_enabled'
}

/** Nothing is broken: there is nothing to quote, and another try says the same. */
function Forbidden({ of: { message } }: { of: ApiError }) {
  const session = useQueryClient().getQueryData<Session>(SESSION)
  const business = session && businessOf(session)
  return <p>{business ? forbidden(business.role) : message}</p>
}

/** True of everything on a page, so the first of them says it for all. */
function NoLiveRail() {
  return useIsFirst() ? <p className="notice">{NO_LIVE_RAIL}</p> : null
}

let there: string[] = []
const listeners = new Set<() => void>()

function useIsFirst(): boolean {
  const id = useId()
  useLayoutEffect(() => {
    setThere([...there, id])
    return () => setThere(there.filter((other) => other !== id))
  }, [id])
  return useSyncExternalStore(listen, () => there[0] === id)
}

function setThere(ids: string[]): void {
  there = ids
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function Failed({ error, again }: Props) {
  const isOurs = error instanceof ApiError
  return (
    <div className="error-box" role="alert">
      <p>{isOurs ? error.message : 'Something went wrong on this page.'}</p>
      {isOurs && error.errors.length > 0 && (
        <ul>
          {error.errors.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      )}
      {isOurs && error.requestId && (
        <p className="faint">
          Request <code>{error.requestId}</code>
        </p>
      )}
      {again && (
        <Button onClick={again} isSmall>
          Try again
        </Button>
      )}
    </div>
  )
}
