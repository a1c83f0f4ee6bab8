import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Filters } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { isTest } from '../session.ts'
import { wordsOf } from '../states.ts'
import { type Filter, useFilters } from '../use-filters.ts'
import { useList } from '../use-list.ts'
import { VerificationDialog } from './verification-dialog.tsx'
import { VERIFICATION_STATES } from './verification-words.ts'

type Verification = Schemas['Verification']

const FILTERS: Filter[] = [
  { kind: 'select', name: 'status', label: 'State', options: wordsOf(VERIFICATION_STATES) },
]
const SENTENCE =
  'A verification tells you who somebody is: they agree by a code that goes to their phone.'
const BODY = { type: 'BVN', number: '00000000101' }

const COLUMNS: Column<Verification>[] = [
  { title: 'Number', cell: ({ type, identityNumber }) => `${type} ${identityNumber}` },
  { title: 'State', cell: ({ status }) => <Badge state={status} of={VERIFICATION_STATES} /> },
  { title: 'Begun', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Last changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  // The one amount of the API that is in naira.
  { title: 'Fee', isEnd: true, cell: ({ amount }) => <Money kobo={amount * 100} /> },
]

export function VerificationsPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/identity', { query: filters.query })
  const [isOpen, setOpen] = useState(false)
  const { why } = useCan('identity')
  return (
    <Page
      title="Verifications"
      intro="Who a BVN or NIN belongs to, with the consent of that person."
      actions={
        <Button look="main" icon="identity" why={why} onClick={() => setOpen(true)}>
          Verify a person
        </Button>
      }
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Verifications, newest first"
        columns={COLUMNS}
        rowKey={({ _id }) => _id}
        to={({ _id }) => paths.verification(_id)}
        empty={{
          sentence: SENTENCE,
          ...(isTest && { curl: { method: 'POST', path: '/identity/verify', body: BODY } }),
        }}
      />
      {isOpen && <VerificationDialog onClose={() => setOpen(false)} />}
    </Page>
  )
}
