import { useState } from 'react'
import { type DataOf, del, post, put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'
import { FinalButton } from '../parts/final-button.tsx'
import { Form } from '../parts/form.tsx'
import { mode } from '../place.ts'
import { useBusiness } from '../session.ts'
import { useAction } from '../use-action.ts'
import { bodyOf, type Grant, GrantFields, useGrantable } from './key-grant.tsx'
import type { Key } from './key-words.ts'

type Made = DataOf<'POST', '/keys'>
type Making = { onClose: () => void; onMade: (made: Made) => void }

const KEYS = ['/keys']
const KINDS = {
  secret: 'Secret: for your server',
  public: 'Public: for your pages, it can only start a payment',
}
/** How long both are good, by the hours. */
const OVERLAPS = {
  '24': 'For 24 hours',
  '12': 'For 12 hours',
  '1': 'For an hour',
  '0': 'Not at all: it has leaked',
}

export function MakeKeyDialog({ onClose, onMade }: Making) {
  const [kind, setKind] = useState<Key['kind']>('secret')
  const [grant, setGrant] = useState<Grant>({ scopes: useGrantable(), networks: '' })
  const isSecret = kind === 'secret'
  const make = useAction(() => post('/keys', { body: { kind, ...(isSecret && bodyOf(grant)) } }), {
    refresh: KEYS,
    errors: 'form',
    onDone: onMade,
  })
  return (
    <Dialog
      title="Make a key"
      intro={`For ${mode} mode. It is shown once, when it is made.`}
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => make.run()} error={make.error}>
        <SelectField
          name="kind"
          label="Kind"
          value={kind}
          options={KINDS}
          onChange={(value) => setKind(value as Key['kind'])}
        />
        {isSecret && <GrantFields grant={grant} onChange={setGrant} />}
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={make.isBusy}>
            Make the key
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

export function ChangeKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const [grant, setGrant] = useState<Grant>({
    scopes: of.scopes,
    networks: of.allowed_ips.join('\n'),
  })
  const change = useAction(
    () => put('/keys/{key_id}', { params: { key_id: of.key_id }, body: bodyOf(grant) }),
    { done: 'The key is changed.', refresh: KEYS, errors: 'form', onDone: onClose },
  )
  return (
    <Dialog
      title="Change the key"
      intro={
        <>
          What <code>{of.hint}</code> may do, and from where. It holds within a second.
        </>
      }
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => change.run()} error={change.error}>
        <GrantFields grant={grant} onChange={setGrant} />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={change.isBusy}>
            Save
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

export function RollKeyDialog({ of: { key_id, hint }, onClose, onMade }: Making & { of: Key }) {
  const business = useBusiness()
  const [hours, setHours] = useState('24')
  const roll = useAction(
    () =>
      post('/keys/{key_id}/roll', {
        params: { key_id },
        body: { overlap_hours: Number(hours) },
      }),
    { refresh: KEYS, errors: 'form', onDone: onMade },
  )
  return (
    <Dialog
      title="Roll the key"
      intro={
        <>
          A new key takes the place of <code>{hint}</code>, with the same scopes and addresses.
          While both are good, put the new one everywhere.
        </>
      }
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => roll.run()} error={roll.error}>
        <SelectField
          name="overlap_hours"
          label="The old key stays good"
          value={hours}
          options={OVERLAPS}
          onChange={setHours}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <FinalButton does={['Roll', hint, 'of', business?.name]} isBusy={roll.isBusy} />
        </Buttons>
      </Form>
    </Dialog>
  )
}

export function RevokeKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const business = useBusiness()
  const revoke = useAction(() => del('/keys/{key_id}', { params: { key_id: of.key_id } }), {
    done: ({ left }) =>
      left > 0 ? 'The key is revoked.' : `The key is revoked. No ${of.kind} key is left.`,
    refresh: KEYS,
    errors: 'form',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title="Revoke the key"
      confirm={['Revoke', of.hint, 'of', business?.name]}
      isDanger
      isOpen
      onClose={onClose}
      action={revoke}
    >
      <p>
        <code>{of.hint}</code> opens nothing from this moment on, and this cannot be taken back.
        Whatever still uses it stops working. To change it without a break, roll it.
      </p>
    </ConfirmDialog>
  )
}
