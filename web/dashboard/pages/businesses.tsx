import { useNavigate } from '@tanstack/react-router'
import { type DataOf, post } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FormDialog } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { Filters, useFilters } from '../parts/filters.tsx'
import { OperatorFrame } from '../parts/page.tsx'
import { Badge, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { wordsOf } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { useList } from '../use-list.ts'
import { ACTIVATION_STATES } from './business-words.ts'

type Listed = DataOf<'GET', '/operator/businesses'>[number]

const COLUMNS: Column<Listed>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Email', width: '260px', cell: ({ email }) => email },
  { title: 'Live mode', cell: ({ state }) => <Badge state={state} of={ACTIVATION_STATES} /> },
  {
    title: 'Since',
    cell: ({ state, asked_at, live_activated_at }) =>
      state === 'asked' ? (
        <Time at={asked_at} as="ago" />
      ) : (
        <Time at={live_activated_at} as="date" />
      ),
  },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} as="date" /> },
]

/** All businesses of the service. */
export function BusinessesPage() {
  return (
    <OperatorFrame
      title="Businesses"
      intro="Every business that accepts payments through this service."
      actions={
        <DialogButton
          look="main"
          icon="plus"
          dialog={(close) => <NewBusinessDialog onClose={close} />}
        >
          New business
        </DialogButton>
      }
    >
      <Businesses />
    </OperatorFrame>
  )
}

function Businesses() {
  const filters = useFilters([
    { kind: 'search', name: 'q', label: 'Search', placeholder: 'Name, email or id' },
    { kind: 'select', name: 'state', label: 'Live mode', options: wordsOf(ACTIVATION_STATES) },
  ])
  const list = useList('/operator/businesses', { query: filters.query })
  return (
    <>
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Businesses, newest first"
        columns={COLUMNS}
        rowKey={({ business_id }) => business_id}
        to={({ business_id }) => paths.business(business_id)}
        empty={{
          sentence:
            'A business accepts payments through this service. Create the first one with ' +
            '“New business”. Its owner gets an invitation by email.',
        }}
      />
    </>
  )
}

/** Creates a business in test mode, and invites its owner. */
function NewBusinessDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const name = useField('name', '')
  const email = useField('email', '')
  const open = useFormAction(
    () => post('/operator/businesses', { body: { name: name.value, email: email.value } }),
    {
      done: `Business created. ${email.value} gets an invitation.`,
      refresh: ['/operator/businesses', '/operator/messages'],
      onDone: ({ business_id }) => {
        onClose()
        void navigate({ to: paths.business(business_id) } as never)
      },
    },
  )
  return (
    <FormDialog
      title="New business"
      intro={
        'It starts in test mode, with play money and test keys. Its owner gets an ' +
        'invitation by email. Without a mail server, the invitation is under Outgoing mail.'
      }
      onClose={onClose}
      action={open}
      submit="Create and invite"
    >
      <TextField {...name} label="Business name" autoFocus autoComplete="off" />
      <TextField {...email} label="Email of the owner" type="email" autoComplete="off" />
    </FormDialog>
  )
}
