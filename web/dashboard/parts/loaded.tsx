import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  type ReactNode,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react'
import { ApiError, post } from '../api.ts'
import { naira } from '../naira.ts'
import { paths } from '../paths.ts'
import { basePath } from '../place.ts'
import { businessOf, forbidden, SESSION, type Session } from '../session.ts'
import { useAction } from '../use-action.ts'
import type { Read } from '../use-list.ts'
import { Button } from './button.tsx'
import { Curl } from './values.tsx'

type Props = { error: unknown; again?: (() => void) | undefined }

const NO_LIVE_RAIL =
  'Live mode is active for this business, but no bank or card processor is configured yet. ' +
  'The operator of this service has to configure one.'

/** Why something could not be loaded, the request id to quote, and a button to retry. */
export function ErrorBox({ error, again }: Props) {
  if (isNotEnabled(error)) return <NoLiveRail />
  if (error instanceof ApiError && error.code === 'role_forbids') return <Forbidden of={error} />
  return <Failed error={error} again={again} />
}

export function isNotEnabled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_enabled'
}

/** Nothing failed, so there is no request id and no retry. */
function Forbidden({ of: { message } }: { of: ApiError }) {
  const session = useQueryClient().getQueryData<Session>(SESSION)
  const business = session && businessOf(session)
  return <p>{business ? forbidden(business.role) : message}</p>
}

/** Concerns the whole page, so it is shown once. */
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
  const mayPass = !isOurs || error.code !== 'archived'
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
      {again && mayPass && (
        <Button onClick={again} isSmall>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Grey lines while something loads, with a label for screen readers. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const widths = Array.from({ length: lines }, (_, line) => 92 - ((line * 23) % 45))
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {widths.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <span key={line} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  )
}

export type EmptyProps = {
  /** One sentence that says what will be listed here. */
  sentence: ReactNode
  /** The call that fills it. */
  curl?: ComponentProps<typeof Curl>
  /** A button that does the same in the dashboard. */
  action?: ReactNode
}

export function Empty({ sentence, curl, action }: EmptyProps) {
  return (
    <div className="empty">
      <p>{sentence}</p>
      {action}
      {curl && (action === undefined ? <Curl {...curl} /> : <ByApi {...curl} />)}
    </div>
  )
}

/** The call of the API behind a button that does the same. */
export function ByApi(call: ComponentProps<typeof Curl>) {
  return (
    <details className="by-api">
      <summary>Or with the API</summary>
      <Curl {...call} />
    </details>
  )
}

const EXAMPLE = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

/** The call behind the button. */
export const START = { method: 'POST', path: '/transactions/initialize', body: EXAMPLE } as const

type StartProps = { of?: { amount: number; email: string; name: string; save_card?: 'offer' } }

/** Begins a test payment, and opens its checkout, which leads back to the home. */
export function StartPayment({ of = EXAMPLE }: StartProps) {
  const body = { ...of, callback_url: `${location.origin}${basePath}${paths.home()}` }
  const start = useAction((_, key) => post('/transactions/initialize', { body, key }), {
    onDone: ({ authorization_url }) => location.assign(authorization_url),
  })
  return (
    <Button look="main" isBusy={start.isBusy} onClick={() => start.run()}>
      Open a checkout
    </Button>
  )
}

/** Sends a transfer of the sandbox to an account of this business. */
export function TestTransfer({ of: body }: { of: { account_number: string; amount: number } }) {
  const send = useAction((_, key) => post('/sandbox/transfers', { body, key }), {
    done: `A transfer of ${naira(body.amount)} arrived.`,
  })
  return (
    <Button look="main" isBusy={send.isBusy} onClick={() => send.run()}>
      Send a test transfer
    </Button>
  )
}

type LoadedProps<Data> = {
  read: Read<Data>
  /** The lines of the skeleton. */
  lines?: number
  children: (data: Data) => ReactNode
}

/** Renders what was loaded, or a skeleton, or the error. */
export function Loaded<Data>({ read, lines = 8, children }: LoadedProps<Data>) {
  const { data, error, again } = read
  if (error) return <ErrorBox error={error} again={again} />
  return data === undefined ? <Skeleton lines={lines} /> : children(data)
}
