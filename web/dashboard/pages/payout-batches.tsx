import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataOf, post, type Schemas } from '../api.ts'
import { count, naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog, DialogButton } from '../parts/dialog.tsx'
import { Field, TextField, useField } from '../parts/field.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { Buttons, Form } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Facts, Money, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { wordsOf } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { useList } from '../use-list.ts'

type Batch = Schemas['PayoutBatch']

export const BATCH_STATES: Record<Batch['status'], { tone: Tone; text: string }> = {
  checking: { tone: 'wait', text: 'Checking names' },
  awaiting_approval: { tone: 'warn', text: 'Awaiting approval' },
  ready: { tone: 'warn', text: 'Ready to send' },
  processing: { tone: 'wait', text: 'Sending' },
  insufficient_balance: { tone: 'bad', text: 'Balance too low' },
  completed: { tone: 'good', text: 'Completed' },
  cancelled: { tone: 'plain', text: 'Cancelled' },
}

const FILTERS: Filter[] = [
  { kind: 'select', name: 'status', label: 'Status', options: wordsOf(BATCH_STATES) },
  { kind: 'dates' },
]

const COLUMNS: Column<Batch>[] = [
  { title: 'Batch', cell: ({ name, created_at }) => name ?? <Time at={created_at} /> },
  {
    title: 'Status',
    width: '170px',
    cell: ({ status }) => <Badge state={status} of={BATCH_STATES} />,
  },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Payouts', isEnd: true, cell: (batch) => count(batch.count) },
  { title: 'Total', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

export function PayoutBatchesPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/payout-batches', { query: filters.query })
  const { why } = useCan('payout')
  return (
    <Page
      title="Payout batches"
      intro="Many payouts from one file, checked before anything is sent."
      actions={
        <DialogButton
          look="main"
          icon="payout"
          why={why}
          dialog={(close) => <UploadDialog onClose={close} />}
        >
          New batch
        </DialogButton>
      }
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Payout batches, newest first"
        columns={COLUMNS}
        to={({ id }) => paths.payoutBatch(id)}
        empty={{ sentence: 'Upload a CSV file to pay many accounts at once.' }}
      />
    </Page>
  )
}

const BYTES_MAX = 1024 * 1024
const INTRO =
  'Nothing is sent yet: the names of the accounts are checked first, and you see them before you ' +
  'send the batch.'
const HELP =
  'CSV. The first line names the columns: amount_naira (or amount_kobo), bank_code, ' +
  'account_number, reference, reason. Format account numbers and bank codes as text.'

type Preview = DataOf<'POST', '/payout-batches/check'>
type Checked = { csv: string; preview: Preview }

function UploadDialog({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const name = useField('name', '')
  const navigate = useNavigate()
  const check = useFormAction(
    async (csv: string): Promise<Checked> => {
      return { csv, preview: await post('/payout-batches/check', { csv }) }
    },
    { refresh: [], onDone: setChecked },
  )
  const title = name.value.trim()
  const create = useFormAction(
    (csv: string, key) =>
      post('/payout-batches', { csv, key, ...(title !== '' && { query: { batch_name: title } }) }),
    {
      done: 'Batch created. The names are being checked.',
      refresh: ['/payout-batches'],
      onDone: ({ id }) => {
        onClose()
        void navigate({ to: paths.payoutBatch(id) })
      },
    },
  )
  const choose = async (file: File | undefined) => {
    check.reset()
    create.reset()
    setChecked(null)
    setWrong(undefined)
    if (file === undefined) return
    if (file.size > BYTES_MAX) setWrong('This file is too large: at most 1 MB.')
    else check.run(await file.text())
  }
  return (
    <Dialog title="New payout batch" intro={INTRO} onClose={onClose}>
      <Form onSubmit={() => checked && create.run(checked.csv)} error={check.error ?? create.error}>
        <TextField {...name} label="Name" isOptional help="For you and your team." />
        <Field name="file" label="File" help={HELP} wrong={wrong}>
          {(ids) => (
            <input
              {...ids}
              type="file"
              accept=".csv,text/csv"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          )}
        </Field>
        {checked && <PreviewFacts of={checked.preview} />}
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            why={checked === null ? 'Choose a file without errors.' : undefined}
            isBusy={check.isBusy || create.isBusy}
          >
            Create batch
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

export function repeatedIn({ repeated }: { repeated: number }): string {
  return `${count(repeated)} with the account and amount of an earlier line`
}

function PreviewFacts({ of: preview }: { of: Preview }) {
  return (
    <div role="status">
      <Facts
        of={{
          Payouts: count(preview.count),
          Total: naira(preview.amount),
          'Stamp duty': preview.stamp_duty > 0 && naira(preview.stamp_duty),
          Warning: preview.repeated > 0 ? repeatedIn(preview) : null,
        }}
      />
    </div>
  )
}
