import { useState } from 'react'
import { type DataOf, put } from '../api.ts'
import { Dialog, DialogButton } from '../parts/dialog.tsx'
import { SelectField, TextField, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Time } from '../parts/values.tsx'
import { useFormAction } from '../use-action.ts'
import { BusinessPicker, type PickedBusiness } from './business-picker.tsx'
import { MODES } from './operator-words.ts'

// Stops all outgoing money of a mode: for all businesses, or for one.

type Stop = DataOf<'GET', '/operator/recovery'>['stopped'][number]
type Mode = Stop['mode']

const RECOVERY = '/operator/recovery'
const REASON_MAX = 500
/** In place of the name of a rail. */
const ALL_RAILS = '*'

export function Stopped({ of }: { of: Stop[] }) {
  if (of.length === 0) return <p className="faint">Money out is not stopped.</p>
  return (
    <ul className="notice switched-off">
      {of.map((stop) => (
        <li key={`${stop.mode} ${stop.business_id}`}>
          <span>
            <strong>
              Stopped in {stop.mode} mode for {whose(stop)}
            </strong>{' '}
            since <Time at={stop.off_at} />
            {` by ${stop.off_by}: ${stop.reason}`}
          </span>
          <DialogButton isSmall dialog={(close) => <GoOnDialog of={stop} onClose={close} />}>
            Resume
          </DialogButton>
        </li>
      ))}
    </ul>
  )
}

function whose({ business_id: id, business_name: name }: Stop): string {
  return id === null ? 'all businesses' : (name ?? id)
}

export function StopAll() {
  return (
    <DialogButton dialog={(close) => <StopDialog onClose={close} />}>Stop money out</DialogButton>
  )
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const mode = useField<Mode>('mode', 'live')
  const reason = useField('reason', '')
  const [business, setBusiness] = useState<PickedBusiness | null>(null)
  const action = useFormAction(
    () =>
      put('/operator/rails/{rail}/switch', {
        params: { rail: ALL_RAILS },
        body: {
          mode: mode.value,
          stops: 'outgoing',
          is_on: false,
          reason: reason.value,
          ...(business && { business_id: business.id }),
        },
      }),
    { done: 'Money out is stopped.', refresh: [RECOVERY], onDone: onClose },
  )
  return (
    <Dialog
      title="Stop money out"
      intro={
        'Within a second, payouts, refunds, returns and reversals stop. New payouts and refunds ' +
        'are rejected, and those in progress wait. Payments and webhooks continue.'
      }
      onClose={onClose}
    >
      <ActionForm
        action={action}
        submit="Stop money out"
        look="danger"
        why={reason.value.trim() === '' ? 'Enter a reason.' : undefined}
        onCancel={onClose}
      >
        <SelectField {...mode} label="Mode" options={MODES} />
        <TextField
          {...reason}
          label="Reason"
          help="Other operators see it with your email address."
          maxLength={REASON_MAX}
        />
        <BusinessPicker
          label="Only for one business"
          isOptional
          help="Empty: for all businesses."
          value={business}
          onChange={setBusiness}
        />
      </ActionForm>
    </Dialog>
  )
}

function GoOnDialog({ of, onClose }: { of: Stop; onClose: () => void }) {
  const action = useFormAction(
    () =>
      put('/operator/rails/{rail}/switch', {
        params: { rail: ALL_RAILS },
        body: { mode: of.mode, stops: 'outgoing', is_on: true, business_id: of.business_id },
      }),
    { done: 'Money out resumed.', refresh: [RECOVERY], onDone: onClose },
  )
  return (
    <Dialog
      title={`Resume money out in ${of.mode} mode`}
      intro="Waiting transfers are sent within a minute."
      onClose={onClose}
    >
      <ActionForm action={action} submit={['Resume', 'for', whose(of)]} onCancel={onClose}>
        <p>Reason for stopping it: {of.reason}</p>
      </ActionForm>
    </Dialog>
  )
}
