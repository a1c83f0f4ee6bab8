import { useState } from 'react'
import { put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { SandboxForm } from './sandbox-form.tsx'

type Rail = 'bank' | 'card' | 'identity' | 'message'
type Outcome = 'down' | 'timeout' | 'refused'

const RAILS: Record<Rail, string> = {
  bank: 'Bank (accounts and transfers)',
  card: 'Cards',
  identity: 'Identity (BVN and NIN)',
  message: 'Messages',
}
const OUTCOMES: Record<Outcome, string> = {
  down: 'It says that it is down',
  timeout: 'It does not answer',
  refused: 'It says no, for good',
}
const PATH = '/sandbox/rails'

/** Your next calls of a bank, or of another outside party, go wrong. */
export function Rails() {
  const [rail, setRail] = useState<Rail>('bank')
  const [outcome, setOutcome] = useState<Outcome>('down')
  const [times, setTimes] = useState('1')
  const { data: rails = [] } = useGet('/sandbox/rails')
  const armed = rails.filter((one) => one.times > 0)
  const body = { outcome, times: Number(times) }
  const arm = useAction(
    (wanted: { rail: Rail; body: typeof body }, key) =>
      put('/sandbox/rails/{rail}', { params: { rail: wanted.rail }, body: wanted.body, key }),
    { errors: 'form', refresh: [PATH] },
  )
  const clear = (one: Rail) => arm.run({ rail: one, body: { outcome: 'down', times: 0 } })
  return (
    <SandboxForm
      title="Let a rail fail"
      intro={
        'A rail is who does the work outside: the bank, the card network, the registry. Only ' +
        'your own calls in test mode go wrong.'
      }
      call={{
        method: 'PUT',
        path: `${PATH}/${rail}`,
        body: { ...body, times: times ? body.times : 'TIMES' },
      }}
      submit="Let it fail"
      isBusy={arm.isBusy}
      error={arm.error}
      onSubmit={() => arm.run({ rail, body })}
      result={
        armed.length === 0
          ? 'All calls go their way.'
          : armed.map((one) => (
              <span key={one.rail} className="state">
                {RAILS[one.rail]}: {one.outcome && OUTCOMES[one.outcome].toLowerCase()}, for the
                next {one.times === 1 ? 'call' : `${one.times} calls`}
                <Button isSmall look="quiet" onClick={() => clear(one.rail)}>
                  Let it work again
                </Button>
              </span>
            ))
      }
    >
      <SelectField
        name="rail"
        label="Rail"
        options={RAILS}
        value={rail}
        onChange={(value) => setRail(value as Rail)}
      />
      <SelectField
        name="outcome"
        label="What happens"
        options={OUTCOMES}
        value={outcome}
        onChange={(value) => setOutcome(value as Outcome)}
      />
      <TextField
        name="times"
        label="How many calls"
        inputMode="numeric"
        value={times}
        onChange={(value) => setTimes(value.replaceAll(/\D/g, ''))}
      />
    </SandboxForm>
  )
}
