import { useState } from 'react'
import { EACH_SCOPE, type KeyScope, SCOPES, scopesOf } from '../../../src/core/access.ts'
import { type DataOf, del, post, put } from '../api.ts'
import { ConfirmDialog, FormDialog } from '../parts/dialog.tsx'
import { Checkbox, SelectField, TextArea, useField } from '../parts/field.tsx'
import { mode } from '../place.ts'
import { useBusiness } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { type Key, mayGive } from './key-words.ts'

type Made = DataOf<'POST', '/keys'>
type Making = { onClose: () => void; onMade: (made: Made) => void }

const KEYS = ['/keys']
/** What a key gets first that may not do everything. */
const READING = EACH_SCOPE.filter((scope) => scope.endsWith(':read') && scope !== 'identity:read')
const KINDS = {
  secret: 'Secret: for your server',
  public: 'Public: for your pages; can only initialize payments',
}
/** How long both keys work, by hours. */
const OVERLAPS = {
  '24': 'For 24 hours',
  '12': 'For 12 hours',
  '1': 'For an hour',
  '0': 'End now: it has leaked',
}

export function MakeKeyDialog({ onClose, onMade }: Making) {
  const kind = useField<Key['kind']>('kind', 'secret')
  const [grant, setGrant] = useState<Grant>({ scopes: useGrantable(), networks: '' })
  const isSecret = kind.value === 'secret'
  const make = useFormAction(
    () => post('/keys', { body: { kind: kind.value, ...(isSecret && bodyOf(grant)) } }),
    { refresh: KEYS, onDone: onMade },
  )
  return (
    <FormDialog
      title="Create a key"
      intro={mode === 'test' ? 'For test mode.' : 'For live mode. It is shown only once.'}
      onClose={onClose}
      action={make}
      submit="Create key"
    >
      <SelectField {...kind} label="Kind" options={KINDS} />
      {isSecret && <GrantFields grant={grant} onChange={setGrant} />}
    </FormDialog>
  )
}

export function ChangeKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const [grant, setGrant] = useState<Grant>({
    scopes: of.scopes,
    networks: of.allowed_ips.join('\n'),
  })
  const change = useFormAction(
    () => put('/keys/{key_id}', { params: { key_id: of.key_id }, body: bodyOf(grant) }),
    { done: 'Key changed.', refresh: KEYS, onDone: onClose },
  )
  return (
    <FormDialog
      title="Change key"
      intro={
        <>
          Change what <code>{of.hint}</code> may do, and from where. This takes effect within a
          second.
        </>
      }
      onClose={onClose}
      action={change}
      submit="Save"
    >
      <GrantFields grant={grant} onChange={setGrant} />
    </FormDialog>
  )
}

export function RollKeyDialog({ of: { key_id, hint }, onClose, onMade }: Making & { of: Key }) {
  const business = useBusiness()
  const hours = useField('overlap_hours', '24')
  const roll = useFormAction(
    () =>
      post('/keys/{key_id}/roll', {
        params: { key_id },
        body: { overlap_hours: Number(hours.value) },
      }),
    { refresh: KEYS, onDone: onMade },
  )
  return (
    <FormDialog
      title="Roll key"
      intro={
        <>
          A new key replaces <code>{hint}</code>, with the same scopes and allowed addresses.
          Replace it everywhere while both are valid.
        </>
      }
      onClose={onClose}
      action={roll}
      submit={['Roll', hint, 'of', business?.name]}
    >
      <SelectField {...hours} label="The old key stays valid" options={OVERLAPS} />
    </FormDialog>
  )
}

export function RevokeKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const business = useBusiness()
  const revoke = useFormAction(() => del('/keys/{key_id}', { params: { key_id: of.key_id } }), {
    done: ({ left }) =>
      left > 0 ? 'Key revoked.' : `Key revoked. You have no ${of.kind} key left.`,
    refresh: KEYS,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title="Revoke key"
      confirm={['Revoke', of.hint, 'of', business?.name]}
      isDanger
      onClose={onClose}
      action={revoke}
    >
      <p>
        <code>{of.hint}</code> stops working at once, and so does everything that still uses it. You
        cannot undo this. To replace a key without interruption, roll it.
      </p>
    </ConfirmDialog>
  )
}

// The scopes and allowed addresses of a secret key: the same fields for new and existing keys.

type Grant = { scopes: KeyScope[]; networks: string }

const NOT_YOURS = 'Your role may not do this, so your keys cannot either.'

export function useGrantable(): KeyScope[] {
  const business = useBusiness()
  return business === null ? [] : scopesOf(business.role)
}

function GrantFields(props: { grant: Grant; onChange: (grant: Grant) => void }) {
  const { grant, onChange } = props
  const own = useGrantable()
  const isAll = grant.scopes.includes('all')
  const set = (scope: KeyScope, isOn: boolean) => {
    const others = grant.scopes.filter((one) => one !== scope)
    onChange({ ...grant, scopes: isOn ? [...others, scope] : others })
  }
  return (
    <>
      <fieldset className="fieldset">
        <legend>Permissions</legend>
        {mayGive(own, 'all') && (
          <Checkbox
            name="all"
            label="Everything, including future permissions"
            isOn={isAll}
            onChange={(isOn) => onChange({ ...grant, scopes: isOn ? ['all'] : READING })}
          />
        )}
        {!isAll &&
          EACH_SCOPE.map((scope) => (
            <Checkbox
              key={scope}
              name={scope}
              label={scope}
              help={SCOPES[scope].says}
              isOn={grant.scopes.includes(scope)}
              why={mayGive(own, scope) ? undefined : NOT_YOURS}
              onChange={(isOn) => set(scope, isOn)}
            />
          ))}
      </fieldset>
      <TextArea
        name="allowed_ips"
        label="Allowed addresses"
        isOptional
        help="IP addresses or networks of your servers, one per line. Empty: every address."
        placeholder={'203.0.113.7\n2001:db8::/48'}
        value={grant.networks}
        onChange={(networks) => onChange({ ...grant, networks })}
      />
    </>
  )
}

/** The body that the API expects. */
function bodyOf({ scopes, networks }: Grant) {
  const lines = networks.split('\n').map((line) => line.trim())
  return { scopes, allowed_ips: lines.filter((line) => line !== '') }
}
