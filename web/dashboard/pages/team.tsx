import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { rowDialog, ShowOnceDialog } from '../parts/dialog.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Menu } from '../parts/menu.tsx'
import { Page, Section } from '../parts/page.tsx'
import { toast } from '../parts/toast.tsx'
import { Badge, Time, type Tone } from '../parts/values.tsx'
import { useCan, useSession } from '../session.ts'
import { useSearch, useSetSearch } from '../url.ts'
import { useGet } from '../use-list.ts'
import { ROLE_NAMES } from './role-words.ts'
import {
  type Invitation,
  InviteDialog,
  type Member,
  RemoveDialog,
  RoleDialog,
  WithdrawDialog,
} from './team-dialogs.tsx'
import { RolesTable } from './team-roles.tsx'

type Open = { what: 'invite' } | { what: 'role' | 'remove'; member: Member } | null
type Opening = (open: Open) => void

const SECOND_STEP: Record<'on' | 'off', { tone: Tone; text: string }> = {
  on: { tone: 'good', text: 'On' },
  off: { tone: 'plain', text: 'Off' },
}

export function TeamPage() {
  const members = useGet('/members')
  const { open: asked } = useSearch()
  const setSearch = useSetSearch()
  const [chosen, setOpen] = useState<Open>(null)
  const [link, setLink] = useState<string | null>(null)
  const { can, why } = useCan('team')
  const { email } = useSession()
  const open = chosen ?? (asked === 'new' && can ? { what: 'invite' as const } : null)
  const close = () => {
    setOpen(null)
    if (asked !== undefined) void setSearch({ open: undefined })
  }
  return (
    <Page
      title="Team"
      intro="Who has access to this business, and what they can do."
      actions={
        <Button look="main" icon="plus" why={why} onClick={() => setOpen({ what: 'invite' })}>
          Invite a person
        </Button>
      }
    >
      <Loaded read={members} lines={4}>
        {(rows) => (
          <DataTable
            label="The team"
            columns={memberColumns(email, setOpen, why)}
            rows={rows}
            rowKey={({ login_id }) => login_id}
          />
        )}
      </Loaded>
      {can && <Invitations />}
      <Section title="What each role can do">
        <RolesTable />
      </Section>
      {open?.what === 'invite' && (
        <InviteDialog
          onClose={close}
          onInvited={(made) => {
            close()
            // The link is shown only if no mail server can send it.
            if (made.link === null) toast('Invitation sent.')
            else setLink(made.link)
          }}
        />
      )}
      {open?.what === 'role' && <RoleDialog member={open.member} onClose={close} />}
      {open?.what === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
      {link !== null && (
        <ShowOnceDialog
          title="Share this link"
          intro={
            'No mail server is configured. Give this link to that person only. It works ' +
            'once, within seven days.'
          }
          text={link}
          label="Invitation link"
          kept="I have stored the link"
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
      title: 'Person',
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
          { text: 'Change role', why, onChoose: () => onOpen({ what: 'role', member }) },
          {
            text: 'Remove from team',
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

function Invitations() {
  return (
    <Section title="Invitations">
      <Loaded read={useGet('/invitations')} lines={2}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="faint">There are no open invitations.</p>
          ) : (
            <DataTable
              label="Invitations"
              columns={INVITATION_COLUMNS}
              rows={invitations}
              rowKey={({ invitation_id }) => invitation_id}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

const INVITATION_COLUMNS: Column<Invitation>[] = [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
  { title: 'Invited', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
  rowDialog({
    text: 'Withdraw',
    label: ({ email }) => `Withdraw the invitation of ${email}`,
    dialog: (invitation, close) => <WithdrawDialog of={invitation} onClose={close} />,
  }),
]
