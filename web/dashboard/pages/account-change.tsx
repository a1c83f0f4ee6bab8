import { useState } from 'react'
import { type DataOf, post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { Facts } from '../parts/facts.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { useCan } from '../permissions.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'

type Change = DataOf<'GET', '/account-changes'>[number]

const POLL_MS = 15_000
const OWN = 'You asked for this. Somebody else must approve it, or it waits.'
const INTRO =
  'Nothing is paid out to this subaccount until the new account takes effect. A second person ' +
  'can approve it at once; cancelling it brings the old account back.'

/** While another bank account of this subaccount waits. */
export function AccountChange({ code }: { code: string }) {
  const { data = [] } = useGet('/account-changes', { everyMs: POLL_MS })
  const change = data.find(({ status, subaccount }) => status === 'waiting' && subaccount === code)
  return change ? <Waiting change={change} /> : null
}

function Waiting({ change }: { change: Change }) {
  const [open, setOpen] = useState<'approve' | 'cancel' | null>(null)
  const { why } = useCan('share')
  const { email } = useSession()
  const actions = (
    <>
      <Button why={why} onClick={() => setOpen('cancel')}>
        Cancel the change
      </Button>
      <Button
        look="main"
        why={why ?? (change.asked_by === email ? OWN : undefined)}
        onClick={() => setOpen('approve')}
      >
        Approve
      </Button>
    </>
  )
  return (
    <Section title="A new bank account waits" intro={INTRO} actions={actions}>
      <Facts
        of={{
          'New account': nameOf(change.to),
          'Old account': nameOf(change.from),
          'Asked by': change.asked_by,
          Asked: <Time at={change.created_at} as="full" />,
          'Takes effect':
            change.effective_at === null ? (
              'When a second person approves it'
            ) : (
              <Time at={change.effective_at} as="full" />
            ),
        }}
      />
      {open && <Decision change={change} verb={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}

type Deciding = { change: Change; verb: 'approve' | 'cancel'; onClose: () => void }

function Decision({ change, verb, onClose }: Deciding) {
  const isApproval = verb === 'approve'
  const account = isApproval ? change.to : change.from
  const decide = useAction(
    () => post(`/account-changes/{change_id}/${verb}`, { params: { change_id: change.id } }),
    {
      errors: 'form',
      done: isApproval ? 'The new account is paid from now on.' : 'The old account stays.',
      refresh: ['/account-changes', '/subaccounts'],
      onDone: onClose,
    },
  )
  return (
    <ConfirmDialog
      title={isApproval ? 'Approve the new account' : 'Cancel the change'}
      confirm={[isApproval ? 'Pay' : 'Keep paying', account.account_name]}
      isOpen
      onClose={onClose}
      action={decide}
    >
      <p>
        {isApproval
          ? 'What this subaccount has is paid to this account at once. Ask its holder first, by ' +
            'a phone number that you knew before, whether it is theirs:'
          : 'What this subaccount has is paid to this account, as before:'}
      </p>
      <p className="strong">{nameOf(account)}</p>
    </ConfirmDialog>
  )
}

function nameOf({ bank, account_number, account_name }: Change['to']): string {
  return `${account_name}, ${bank.name} ${account_number}`
}
