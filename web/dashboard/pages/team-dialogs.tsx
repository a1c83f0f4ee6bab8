import { useState } from 'react'
import { type DataOf, del, post, put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { Checkbox, SelectField, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Time } from '../parts/time.tsx'
import type { Role } from '../session.ts'
import { useAction } from '../use-action.ts'
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
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('support')
  const invite = useAction(() => post('/invitations', { body: { email, role } }), {
    refresh: INVITATIONS,
    errors: 'form',
    onDone: onInvited,
  })
  return (
    <Dialog
      title="Invite somebody"
      intro="They get a link, and choose a password of their own."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => invite.run()} error={invite.error}>
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
        <RoleField role={role} onChange={setRole} />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={invite.isBusy}>
            Invite
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState<Role>(member.role)
  const change = useAction(
    () => put('/members/{login_id}', { params: { login_id: member.login_id }, body: { role } }),
    { done: 'The role is changed.', refresh: MEMBERS, errors: 'form', onDone: onClose },
  )
  return (
    <Dialog
      title="Change the role"
      intro={`Of ${member.name || member.email}. It holds from the next click on.`}
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => change.run()} error={change.error}>
        <RoleField role={role} onChange={setRole} />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={change.isBusy}>
            Change the role
          </Button>
        </Buttons>
      </Form>
    </Dialog>
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
  const [isRevoking, setRevoking] = useState(true)
  const { data: keys } = useGet('/members/{login_id}/keys', { params: { login_id } })
  const query = { revoke_keys: String(isRevoking) }
  const remove = useAction(() => del('/members/{login_id}', { params: { login_id }, query }), {
    done: 'No longer in the team.',
    refresh: [...MEMBERS, '/keys'],
    errors: 'form',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title="Take out of the team"
      confirm="Take out"
      isDanger
      isOpen
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
            name="revoke_keys"
            label={
              keys.length === 1 ? 'Revoke this key too' : `Revoke these ${keys.length} keys too`
            }
            help="Whatever still uses them stops working."
            isOn={isRevoking}
            onChange={setRevoking}
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
  const withdraw = useAction(
    () => del('/invitations/{invitation_id}', { params: { invitation_id } }),
    { done: 'The invitation is withdrawn.', refresh: INVITATIONS, errors: 'form', onDone: onClose },
  )
  return (
    <ConfirmDialog
      title="Withdraw the invitation"
      confirm="Withdraw"
      isDanger
      isOpen
      onClose={onClose}
      action={withdraw}
    >
      <p>
        The link that <strong>{email}</strong> has opens nothing any more.
      </p>
    </ConfirmDialog>
  )
}
