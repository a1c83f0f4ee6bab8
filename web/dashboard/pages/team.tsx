import { useState } from 'react'
import type { DataOf } from '../api.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Menu } from '../parts/menu.tsx'
import { Once } from '../parts/once.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useCan } from '../permissions.ts'
import { useSession } from '../session.ts'
import { useGet } from '../use-list.ts'
import {
  type Invitation,
  InviteDialog,
  type Member,
  RemoveDialog,
  RoleDialog,
  WithdrawDialog,
} from './team-dialogs.tsx'
import { ROLE_NAMES, RolesTable } from './team-roles.tsx'

type Open =
  | { what: 'invite' }
  | { what: 'role' | 'remove'; member: Member }
  | { what: 'withdraw'; invitation: Invitation }
  | null
type Opening = (open: Open) => void

const SECOND_STEP: Record<'on' | 'off', { tone: Tone; text: string }> = {
  on: { tone: 'good', text: 'On' },
  off: { tone: 'plain', text: 'Off' },
}

export function TeamPage() {
  const members = useGet('/members')
  const [open, setOpen] = useState<Open>(null)
  const [link, setLink] = useState<string | null>(null)
  const { can, why } = useCan('team')
  const { email } = useSession()
  const close = () => setOpen(null)
  return (
    <Page
      title="Team"
      intro="Who may look into this business, and what they may do."
      actions={
        <Button look="main" icon="plus" why={why} onClick={() => setOpen({ what: 'invite' })}>
          Invite somebody
        </Button>
      }
    >
      {members.error ? <ErrorBox error={members.error} again={members.again} /> : null}
      {members.data ? (
        <DataTable
          label="The team"
          columns={memberColumns(email, setOpen, why)}
          rows={members.data}
          rowKey={({ login_id }) => login_id}
        />
      ) : (
        !members.error && <Skeleton />
      )}
      {can && <Invitations onOpen={setOpen} />}
      <Section title="What each role may do">
        <RolesTable />
      </Section>
      {open?.what === 'invite' && (
        <InviteDialog
          onClose={close}
          onInvited={(made) => {
            close()
            // Where mails go out, it is for nobody else to see.
            if (made.link === null) toast('The invitation is mailed.')
            else setLink(made.link)
          }}
        />
      )}
      {open?.what === 'role' && <RoleDialog member={open.member} onClose={close} />}
      {open?.what === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
      {open?.what === 'withdraw' && <WithdrawDialog of={open.invitation} onClose={close} />}
      {link !== null && (
        <Once
          title="Give them this link"
          intro={
            'No mails go out from here. Give the link yourself, to that person and nobody else: ' +
            'it is good for seven days, once.'
          }
          text={link}
          label="The link of the invitation"
          kept="I have kept the link"
          onClose={() => setLink(null)}
        />
      )}
    </Page>
  )
}

function memberColumns(
  ownEmail: string,
  onOpen: Opening,
  why: string | undefined,
): Column<Member>[] {
  return [
    {
      title: 'Who',
      cell: ({ name, email }) => (
        <div>
          <span className="strong">{name || email}</span>
          {email === ownEmail && <span className="faint"> (you)</span>}
          {name && <div className="faint">{email}</div>}
        </div>
      ),
    },
    { title: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
    {
      title: 'Two-step sign-in',
      cell: ({ second_factor }) => <Badge state={second_factor ? 'on' : 'off'} of={SECOND_STEP} />,
    },
    { title: 'Last seen', cell: ({ seen_at }) => <Time at={seen_at} as="ago" none="Never" /> },
    { title: 'Since', cell: ({ created_at }) => <Time at={created_at} as="date" /> },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: (member) => {
        const items = [
          { text: 'Change the role', why, onChoose: () => onOpen({ what: 'role', member }) },
          {
            text: 'Take out of the team',
            isDanger: true,
            why,
            onChoose: () => onOpen({ what: 'remove', member }),
          },
        ]
        return (
          <Menu items={items}>
            <Button isSmall icon="more" aria-label={`Actions for ${member.email}`} />
          </Menu>
        )
      },
    },
  ]
}

function Invitations({ onOpen }: { onOpen: Opening }) {
  const { data, error, again } = useGet('/invitations')
  return (
    <Section title="Invitations">
      {error ? <ErrorBox error={error} again={again} /> : null}
      {data === undefined && !error && <Skeleton lines={2} />}
      {data?.length === 0 && <p className="faint">Nobody is invited at the moment.</p>}
      {data !== undefined && data.length > 0 && <Invited rows={data} onOpen={onOpen} />}
    </Section>
  )
}

function Invited({ rows, onOpen }: { rows: DataOf<'GET', '/invitations'>; onOpen: Opening }) {
  const columns: Column<Invitation>[] = [
    { title: 'E-mail', cell: ({ email }) => email },
    { title: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
    { title: 'Invited', cell: ({ created_at }) => <Time at={created_at} /> },
    { title: 'Good until', cell: ({ expires_at }) => <Time at={expires_at} /> },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: (invitation) => (
        <Button
          isSmall
          aria-label={`Withdraw the invitation of ${invitation.email}`}
          onClick={() => onOpen({ what: 'withdraw', invitation })}
        >
          Withdraw
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      label="Invitations"
      columns={columns}
      rows={rows}
      rowKey={({ invitation_id }) => invitation_id}
    />
  )
}
