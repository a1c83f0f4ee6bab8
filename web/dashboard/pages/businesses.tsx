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
  { title: 'E-mail', width: '260px', cell: ({ email }) => email },
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
  { title: 'Opened', cell: ({ created_at }) => <Time at={created_at} as="date" /> },
]

/** All who take payments through this service. */
export function BusinessesPage() {
  return (
    <OperatorFrame
      title="Businesses"
      intro="All who take payments through this service."
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
    { kind: 'search', name: 'q', label: 'Search', placeholder: 'Name, e-mail or id' },
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
            'Whoever takes payments through this service is a business. Open the ' +
            'first with “New business”: its owner is invited by mail.',
        }}
      />
    </>
  )
}

/** A business in test mode, whose owner is invited. */
function NewBusinessDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const name = useField('name', '')
  const email = useField('email', '')
  const open = useFormAction(
    () => post('/operator/businesses', { body: { name: name.value, email: email.value } }),
    {
      done: `The business is open, and an invitation goes to ${email.value}.`,
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
        'It begins in test mode, with play money and without keys. Its owner is invited ' +
        'by mail; where no mail server is set up, the invitation stands under Emails.'
      }
      onClose={onClose}
      action={open}
      submit="Open and invite"
    >
      <TextField {...name} label="Name of the business" autoFocus autoComplete="off" />
      <TextField {...email} label="E-mail of its owner" type="email" autoComplete="off" />
    </FormDialog>
  )
}
