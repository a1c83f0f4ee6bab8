import type { Schemas } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { START, StartPayment } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { useList } from '../use-list.ts'

type Customer = Schemas['Customer']

const FILTERS: Filter[] = [
  {
    kind: 'search',
    name: 'q',
    label: 'Search by email, name or id',
    placeholder: 'Email, name or id',
  },
]

const COLUMNS: Column<Customer>[] = [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Name', cell: ({ name }) => name || <None /> },
  { title: 'Phone', cell: ({ phone }) => phone ?? <None /> },
  { title: 'First seen', isEnd: true, cell: ({ created_at }) => <Time at={created_at} /> },
]

export function CustomersPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/customers', { query: filters.query })
  return (
    <Page title="Customers" intro="The people who pay you, identified by email address.">
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Customers, newest first"
        columns={COLUMNS}
        to={({ id }) => paths.customer(id)}
        empty={{
          sentence: 'A customer appears here when you initialize their first payment.',
          ...(isTest && { action: <StartPayment /> }),
          curl: START,
        }}
      />
    </Page>
  )
}
