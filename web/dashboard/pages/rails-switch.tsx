import { useState } from 'react'
import { type DataOf, put } from '../api.ts'
import { Dialog, DialogButton } from '../parts/dialog.tsx'
import { SelectField, TextField, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Time } from '../parts/values.tsx'
import { useFormAction } from '../use-action.ts'
import { BusinessPicker, type PickedBusiness } from './business-picker.tsx'

// Switches a provider off for new calls, and on again: for all businesses, or for one.

type Provider = DataOf<'GET', '/operator/rails'>[number]
type Off = Provider['off'][number]

const RAILS = '/operator/rails'
const REASON_MAX = 500
const STOPS: Record<Off['stops'], string> = {
  new: 'New calls only',
  outgoing: 'All money out, including what is in progress',
}

export function SwitchButton({ of }: { of: Provider }) {
  const isOff = of.off.some(({ business_id, stops }) => business_id === null && stops === 'new')
  return (
    <DialogButton
      isSmall
      why={isOff ? 'It is switched off for all businesses.' : undefined}
      dialog={(close) => <OffDialog of={of} onClose={close} />}
    >
      Switch off
    </DialogButton>
  )
}

/** For whom it is off, since when and why. */
export function SwitchedOff({ of }: { of: Provider }) {
  if (of.off.length === 0) return null
  return (
    <ul className="notice switched-off">
      {of.off.map((off) => (
        <li key={`${off.stops} ${off.business_id}`}>
          <span>
            <strong>
              {off.stops === 'new' ? 'Off' : 'Money out stopped'} for {whose(off)}
            </strong>{' '}
            since <Time at={off.off_at} />
            {` by ${off.off_by}: ${off.reason}`}
          </span>
          <DialogButton
            isSmall
            aria-label={`Switch on ${of.name} for ${whose(off)}`}
            dialog={(close) => <OnDialog of={of} off={off} onClose={close} />}
          >
            Switch on
          </DialogButton>
        </li>
      ))}
    </ul>
  )
}

function whose({ business_id: id, business_name: name }: Off): string {
  return id === null ? 'all businesses' : (name ?? id)
}

type DialogProps = { of: Provider; onClose: () => void }

function OffDialog({ of: { name, mode }, onClose }: DialogProps) {
  const stops = useField<Off['stops']>('stops', 'new')
  const reason = useField('reason', '')
  const [business, setBusiness] = useState<PickedBusiness | null>(null)
  const whom = business?.name ?? 'all businesses'
  const action = useFormAction(
    () =>
      put(`${RAILS}/{rail}/switch`, {
        params: { rail: name },
        body: {
          mode,
          stops: stops.value,
          is_on: false,
          reason: reason.value,
          ...(business && { business_id: business.id }),
        },
      }),
    { done: `${name} is switched off for ${whom}.`, refresh: [RAILS], onDone: onClose },
  )
  return (
    <Dialog
      title={`Switch ${name} off in ${mode} mode`}
      intro={
        'New calls go to the next provider, or are rejected if there is none. Existing ' +
        'payments stay with this provider, and so do their refunds and returns.'
      }
      onClose={onClose}
    >
      <ActionForm
        action={action}
        submit={['Switch off', name, 'for', whom]}
        look="danger"
        why={reason.value.trim() === '' ? 'Enter a reason.' : undefined}
        onCancel={onClose}
      >
        <SelectField {...stops} label="What it stops" options={STOPS} />
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

function OnDialog({ of: { name, mode }, off, onClose }: DialogProps & { off: Off }) {
  const action = useFormAction(
    () =>
      put(`${RAILS}/{rail}/switch`, {
        params: { rail: name },
        body: { mode, stops: off.stops, is_on: true, business_id: off.business_id },
      }),
    { done: `${name} is switched on for ${whose(off)}.`, refresh: [RAILS], onDone: onClose },
  )
  return (
    <Dialog
      title={`Switch ${name} on in ${mode} mode`}
      intro="New calls use this provider again, in its usual order."
      onClose={onClose}
    >
      <ActionForm
        action={action}
        submit={['Switch on', name, 'for', whose(off)]}
        onCancel={onClose}
      >
        <p>Reason for switching it off: {off.reason}</p>
      </ActionForm>
    </Dialog>
  )
}
