import { useState } from 'react'
import { type DataOf, post, put } from '../api.ts'
import { ErrorBox } from '../parts/error-box.tsx'
import { SelectField } from '../parts/field.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { SandboxForm } from './sandbox-form.tsx'

const PATH = '/sandbox/settlement'
const SCHEDULES = {
  instant: 'At once, with the payment',
  'T+1': 'On the next working day, as in live mode',
}

type Schedule = DataOf<'GET', typeof PATH>['schedule']

/** What is pending becomes available, and when that happens by itself. */
export function Settle() {
  const settle = useAction((_, key) => post('/sandbox/settlements', { key }), {
    done: (made) =>
      made.length === 0 ? 'Nothing was pending.' : 'What was pending is available now.',
    errors: 'form',
  })
  const { data, error, again } = useGet(PATH)
  return (
    <>
      <SandboxForm
        title="Settle now"
        intro="All that is pending can be spent, as if its day had come."
        call={{ method: 'POST', path: '/sandbox/settlements' }}
        submit="Settle now"
        isBusy={settle.isBusy}
        error={settle.error}
        onSubmit={() => settle.run()}
      />
      {error ? <ErrorBox error={error} again={again} /> : null}
      {data === undefined && !error && <Skeleton lines={4} />}
      {data && <When set={data.schedule} />}
    </>
  )
}

/** Begins with what is set, and follows it until somebody chooses. */
function When({ set }: { set: Schedule }) {
  const [chosen, choose] = useState<Schedule | null>(null)
  const body = { schedule: chosen ?? set }
  const plan = useAction((_, key) => put(PATH, { body, key }), {
    done: 'So it is, from the next payment on.',
    refresh: [PATH],
    errors: 'form',
  })
  return (
    <SandboxForm
      title="When payments settle"
      intro="For what is paid from now on. At once is how test mode begins."
      call={{ method: 'PUT', path: PATH, body }}
      submit="Set it"
      isBusy={plan.isBusy}
      error={plan.error}
      onSubmit={() => plan.run()}
    >
      <SelectField
        name="schedule"
        label="What is paid can be spent"
        options={SCHEDULES}
        value={body.schedule}
        onChange={(value) => choose(value as Schedule)}
      />
    </SandboxForm>
  )
}
