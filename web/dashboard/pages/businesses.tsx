import { useState } from 'react'
import type { DataOf } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Filters } from '../parts/filters.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { wordsOf } from '../states.ts'
import { useFilters } from '../use-filters.ts'
import { useList } from '../use-list.ts'
import { ACTIVATION_STATES } from './business-words.ts'
import { NewBusinessDialog } from './businesses-dialog.tsx'
import { HousePage } from './house-page.tsx'

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
  const [isOpening, setOpening] = useState(false)
  return (
    <HousePage
      title="Businesses"
      intro="All who take payments through this service."
      actions={
        <Button look="main" icon="plus" onClick={() => setOpening(true)}>
          New business
        </Button>
      }
    >
      <Businesses />
      {isOpening && <NewBusinessDialog onClose={() => setOpening(false)} />}
    </HousePage>
  )
}

function Businesses() {
  const filters = useFilters([
    { kind: 'text', name: 'q', label: 'Search', placeholder: 'Name, e-mail or id', isSearch: true },
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
