import { type DataOf, patch, post } from '../api.ts'
import { ConfirmButton, ConfirmDialog, DialogButton } from '../parts/dialog.tsx'
import { FactsSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Badge, Copy, Facts, Tile, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan, useSession } from '../session.ts'
import { useParam } from '../url.ts'
import { useFormAction } from '../use-action.ts'
import { useGet, useList } from '../use-list.ts'
import { PayoutsList } from './payouts.tsx'
import { SettlementsList } from './settlements.tsx'
import { SHARING_STATES } from './split-words.tsx'
import { SubaccountDialog } from './subaccounts.tsx'

type Subaccount = DataOf<'GET', '/subaccounts/{id}'>

const CRUMBS = [{ title: 'Subaccounts', to: paths.subaccounts() }]

export function SubaccountPage() {
  const params = { id: useParam('id') }
  const read = useGet('/subaccounts/{id}', { params })
  return (
    <RecordPage title="Subaccount" crumbs={CRUMBS} read={read}>
      {(subaccount) => <Found subaccount={subaccount} />}
    </RecordPage>
  )
}

function Found({ subaccount }: { subaccount: Subaccount }) {
  const { id, subaccount_code: code, business_name, active } = subaccount
  return (
    <Page
      title={business_name}
      crumbs={CRUMBS}
      beside={<Badge state={active ? 'active' : 'stopped'} of={SHARING_STATES} />}
      actions={<Actions subaccount={subaccount} />}
    >
      <AccountChange id={id} />
      <Tiles subaccount={subaccount} />
      <FactsSection
        title="Subaccount"
        of={{
          'Payout account': subaccount.account_name,
          Bank: subaccount.bank.name,
          'Account number': <Copy text={subaccount.account_number} />,
          Email: subaccount.primary_contact_email && (
            <Copy text={subaccount.primary_contact_email} />
          ),
          Added: <Time at={subaccount.created_at} as="full" />,
          'Last changed': <Time at={subaccount.updated_at} as="full" />,
          Code: <Copy text={code} />,
        }}
      />
      <Tabs
        label="History"
        of={{
          payouts: { title: 'Payouts', content: <PayoutsOf id={id} /> },
          settlements: { title: 'Settlements', content: <SettlementsOf id={id} /> },
        }}
      />
    </Page>
  )
}

function Tiles({ subaccount }: { subaccount: Subaccount }) {
  const { available, pending, payouts_stopped: isStopped } = subaccount
  const note = isStopped
    ? 'four payouts were returned: payouts stopped until the bank account is changed'
    : 'next payout'
  return (
    <dl className="tiles">
      <Tile title="Available" note={note} kobo={available} />
      <Tile title="Pending" note="not settled yet" kobo={pending} />
    </dl>
  )
}

function PayoutsOf({ id }: { id: string }) {
  const list = useList('/payouts', { query: { subaccount: id } })
  const sentence =
    'Their share is paid out automatically as soon as it is available. There are no payouts ' +
    'yet.'
  return <PayoutsList list={list} empty={{ sentence }} />
}

function SettlementsOf({ id }: { id: string }) {
  const list = useList('/settlements', { query: { subaccount: id } })
  const sentence = 'No settlements yet.'
  return <SettlementsList list={list} empty={{ sentence }} />
}

function Actions({ subaccount }: { subaccount: Subaccount }) {
  const { active, business_name: name, id } = subaccount
  const { why } = useCan('share')
  const params = { id }
  return (
    <>
      <DialogButton
        why={why}
        dialog={(close) => <SubaccountDialog subaccount={subaccount} onClose={close} />}
      >
        Change
      </DialogButton>
      <ConfirmButton
        why={why}
        text={active ? 'Stop' : 'Resume'}
        title={active ? `Stop sharing with ${name}?` : `Share with ${name} again?`}
        isDanger={active}
        work={() => patch('/subaccounts/{id}', { params, body: { active: !active } })}
        done={active ? 'Subaccount stopped.' : 'Subaccount resumed.'}
        refresh={['/subaccounts']}
      >
        {active
          ? 'Splits that include this subaccount cannot be used for new payments. Its balance ' +
            'stays until you resume.'
          : 'Splits that include this subaccount can be used again.'}
      </ConfirmButton>
    </>
  )
}

type Change = DataOf<'GET', '/account-changes'>[number]

const POLL_MS = 15_000
const OWN = 'You requested this change. Another person must approve it.'
const INTRO =
  'Payouts to this subaccount stop until the new account takes effect. A second person can ' +
  'approve it now. Cancel the change to keep the old account.'

/** Shown while a change of its bank account is pending. */
function AccountChange({ id }: { id: string }) {
  const { data = [] } = useGet('/account-changes', { everyMs: POLL_MS })
  const change = data.find((one) => one.status === 'waiting' && one.subaccount_id === id)
  return change ? <Waiting change={change} /> : null
}

function Waiting({ change }: { change: Change }) {
  const { why } = useCan('share')
  const { email } = useSession()
  const actions = (
    <>
      <DialogButton
        why={why}
        dialog={(close) => <Decision change={change} verb="cancel" onClose={close} />}
      >
        Cancel change
      </DialogButton>
      <DialogButton
        look="main"
        why={why ?? (change.asked_by === email ? OWN : undefined)}
        dialog={(close) => <Decision change={change} verb="approve" onClose={close} />}
      >
        Approve
      </DialogButton>
    </>
  )
  return (
    <Section title="Bank account change" intro={INTRO} actions={actions}>
      <Facts
        of={{
          'New account': nameOf(change.to),
          'Old account': nameOf(change.from),
          'Requested by': change.asked_by,
          Requested: <Time at={change.created_at} as="full" />,
          'Takes effect':
            change.effective_at === null ? (
              'When a second person approves it'
            ) : (
              <Time at={change.effective_at} as="full" />
            ),
        }}
      />
    </Section>
  )
}

type Deciding = { change: Change; verb: 'approve' | 'cancel'; onClose: () => void }

function Decision({ change, verb, onClose }: Deciding) {
  const isApproval = verb === 'approve'
  const account = isApproval ? change.to : change.from
  const decide = useFormAction(
    () => post(`/account-changes/{change_id}/${verb}`, { params: { change_id: change.id } }),
    {
      done: isApproval ? 'Payouts now go to the new account.' : 'The old account is kept.',
      refresh: ['/account-changes', '/subaccounts'],
      onDone: onClose,
    },
  )
  return (
    <ConfirmDialog
      title={isApproval ? 'Approve new account' : 'Cancel change'}
      confirm={[isApproval ? 'Pay' : 'Keep paying', account.account_name]}
      onClose={onClose}
      action={decide}
    >
      <p>
        {isApproval
          ? 'The balance of this subaccount is paid to this account at once. First confirm it ' +
            'with the holder, on a phone number that you already know:'
          : 'Payouts continue to go to this account:'}
      </p>
      <p className="strong">{nameOf(account)}</p>
    </ConfirmDialog>
  )
}

function nameOf({ bank, account_number, account_name }: Change['to']): string {
  return `${account_name}, ${bank.name} ${account_number}`
}
