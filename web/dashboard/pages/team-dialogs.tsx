import { useState } from 'react'
import { type DataOf, del, post, put } from '../api.ts'
import { ConfirmDialog, FormDialog } from '../parts/dialog.tsx'
import { Checkbox, SelectField, TextField, useCheckbox, useField } from '../parts/field.tsx'
import { Time } from '../parts/values.tsx'
import type { Role } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import type { Key } from './key-words.ts'
import { ROLE_NAMES } from './role-words.ts'

export type Member = DataOf<'GET', '/members'>[number]
export type Invitation = DataOf<'GET', '/invitations'>[number]
type Made = DataOf<'POST', '/invitations'>

const MEMBERS = ['/members', 'session']
const INVITATIONS = ['/invitations']

export function InviteDialog(props: { onClose: () => void; onInvited: (made: Made) => void }) {
  const { onClose, onInvited } = props
  const email = useField('email', '')
  const [role, setRole] = useState<Role>('support')
  const invite = useFormAction(() => post('/invitations', { body: { email: email.value, role } }), {
    refresh: INVITATIONS,
    onDone: onInvited,
  })
  return (
    <FormDialog
      title="Invite a person"
      intro="They get a link and choose their own password."
      onClose={onClose}
      action={invite}
      submit="Invite"
    >
      <TextField {...email} label="Email" type="email" autoComplete="off" />
      <RoleField role={role} onChange={setRole} />
    </FormDialog>
  )
}

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState<Role>(member.role)
  const change = useFormAction(
    () => put('/members/{login_id}', { params: { login_id: member.login_id }, body: { role } }),
    { done: 'Role changed.', refresh: MEMBERS, onDone: onClose },
  )
  return (
    <FormDialog
      title="Change role"
      intro={`For ${member.name || member.email}. Takes effect immediately.`}
      onClose={onClose}
      action={change}
      submit="Change role"
    >
      <RoleField role={role} onChange={setRole} />
    </FormDialog>
  )
}

function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <SelectField
      name="role"
      label="Role"
      help="The table below shows what each role can do."
      value={role}
      options={ROLE_NAMES}
      onChange={(value) => onChange(value as Role)}
    />
  )
}

export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { login_id, name, email } = member
  const revoking = useCheckbox('revoke_keys', true)
  const { data: keys } = useGet('/members/{login_id}/keys', { params: { login_id } })
  const query = { revoke_keys: String(revoking.isOn) }
  const remove = useFormAction(() => del('/members/{login_id}', { params: { login_id }, query }), {
    done: 'Removed from the team.',
    refresh: [...MEMBERS, '/keys'],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title="Remove from team"
      confirm="Remove"
      isDanger
      onClose={onClose}
      action={remove}
    >
      <p>
        <strong>{name || email}</strong> loses access to this business at once. Keys created by
        others stay valid: roll those that this person knows.
      </p>
      {member.role === 'owner' && <p>All open invitations will be withdrawn.</p>}
      {keys !== undefined && keys.length > 0 && (
        <>
          <p>Keys they created:</p>
          <ul>
            {keys.map((key) => (
              <KeyMade key={key.key_id} of={key} />
            ))}
          </ul>
          <Checkbox
            {...revoking}
            label={
              keys.length === 1 ? 'Also revoke this key' : `Also revoke these ${keys.length} keys`
            }
            help="Everything that uses them stops working."
          />
        </>
      )}
    </ConfirmDialog>
  )
}

function KeyMade({ of: { hint, domain, last_used_at } }: { of: Omit<Key, 'key'> }) {
  return (
    <li>
      <code>{hint}</code> ({domain} mode), last used:{' '}
      <Time at={last_used_at} as="ago" none="never" />
    </li>
  )
}

export function WithdrawDialog({ of, onClose }: { of: Invitation; onClose: () => void }) {
  const { invitation_id, email } = of
  const withdraw = useFormAction(
    () => del('/invitations/{invitation_id}', { params: { invitation_id } }),
    { done: 'Invitation withdrawn.', refresh: INVITATIONS, onDone: onClose },
  )
  return (
    <ConfirmDialog
      title="Withdraw invitation"
      confirm="Withdraw"
      isDanger
      onClose={onClose}
      action={withdraw}
    >
      <p>
        The link sent to <strong>{email}</strong> stops working.
      </p>
    </ConfirmDialog>
  )
}
