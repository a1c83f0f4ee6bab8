import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { post } from '../api.ts'
import { TextField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { Progress } from '../parts/progress.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { SandboxForm } from './sandbox-form.tsx'

const PATH = '/sandbox/examples'
const DAYS = '60'
const LOOK_MS = 1_000

/** A store with days of payments behind it, to look at. */
export function Examples() {
  const [days, setDays] = useState(DAYS)
  const [isAsking, setAsking] = useState(false)
  const { data } = useGet(PATH, { everyMs: isAsking && LOOK_MS })
  const state = data?.state ?? 'none'
  useEffect(() => setAsking(state === 'running'), [state])
  useReadAnew(state)
  const body = { days: Number(days) }
  const make = useAction((_, key) => post(PATH, { body, key }), { errors: 'form', refresh: [PATH] })
  return (
    <SandboxForm
      title="Fill it with examples"
      intro={
        'Payments, refunds, deposits, settlements and verifications of a small store, up to ' +
        'today. For a store with few payments of its own and without a webhook address.'
      }
      call={{ method: 'POST', path: PATH, body: { days: days ? body.days : 'DAYS' } }}
      submit="Make examples"
      why={state === 'running' ? 'They are being made.' : undefined}
      isBusy={make.isBusy}
      error={make.error}
      onSubmit={() => make.run()}
      result={make.error ? null : <Result state={state} />}
    >
      <TextField
        name="days"
        label="Days"
        help="At most 60."
        inputMode="numeric"
        value={days}
        onChange={(value) => setDays(value.replaceAll(/\D/g, ''))}
      />
      {state === 'running' && data && (
        <div className="section">
          <Progress what="Days that are made" done={data.done} total={data.total} />
          <p className="faint">It goes on when you leave this page.</p>
        </div>
      )}
    </SandboxForm>
  )
}

function Result({ state }: { state: string }) {
  if (state === 'failed')
    return 'The last examples were broken off. What was made of them is there.'
  if (state !== 'done') return null
  return (
    <>
      The examples are there: <Go to={paths.home()}>look at them</Go>.
    </>
  )
}

/** When the last one is made, all that was read before is old. */
function useReadAnew(state: string): void {
  const client = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'running' && state === 'done') void client.invalidateQueries()
    before.current = state
  }, [state, client])
}
