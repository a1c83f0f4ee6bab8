import { useState } from 'react'
import { type DataOf, del, post, put } from '../api.ts'
import { ConfirmDialog, FormDialog } from '../parts/dialog.tsx'
import { Checkbox, SelectField, TextField, useCheckbox, useField } from '../parts/field.tsx'
import { Time } from '../parts/values.tsx'
import type { Role } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import type { Key } from './key-words.ts'
import { ROLE_NAMES } from './team-roles.tsx'

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
      title="Invite somebody"
      intro="They get a link, and choose a password of their own."
      onClose={onClose}
      action={invite}
      submit="Invite"
    >
      <TextField {...email} label="E-mail" type="email" autoComplete="off" />
      <RoleField role={role} onChange={setRole} />
    </FormDialog>
  )
}

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState<Role>(member.role)
  const change = useFormAction(
    () => put('/members/{login_id}', { params: { login_id: member.login_id }, body: { role } }),
    { done: 'The role is changed.', refresh: MEMBERS, onDone: onClose },
  )
  return (
    <FormDialog
      title="Change the role"
      intro={`Of ${member.name || member.email}. It holds from the next click on.`}
      onClose={onClose}
      action={change}
      submit="Change the role"
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
      help="The table below says what each may do."
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
    done: 'No longer in the team.',
    refresh: [...MEMBERS, '/keys'],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title="Take out of the team"
      confirm="Take out"
      isDanger
      onClose={onClose}
      action={remove}
    >
      <p>
        <strong>{name || email}</strong> sees nothing of this business any more, at once. Keys that
        others made and they know stay good: roll those.
      </p>
      {keys !== undefined && keys.length > 0 && (
        <>
          <p>Keys that they made:</p>
          <ul>
            {keys.map((key) => (
              <KeyMade key={key.key_id} of={key} />
            ))}
          </ul>
          <Checkbox
            {...revoking}
            label={
              keys.length === 1 ? 'Revoke this key too' : `Revoke these ${keys.length} keys too`
            }
            help="Whatever still uses them stops working."
          />
        </>
      )}
    </ConfirmDialog>
  )
}

function KeyMade({ of: { hint, domain, last_used_at } }: { of: Key }) {
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
    { done: 'The invitation is withdrawn.', refresh: INVITATIONS, onDone: onClose },
  )
  return (
    <ConfirmDialog
      title="Withdraw the invitation"
      confirm="Withdraw"
      isDanger
      onClose={onClose}
      action={withdraw}
    >
      <p>
        The link that <strong>{email}</strong> has opens nothing any more.
      </p>
    </ConfirmDialog>
  )
}
