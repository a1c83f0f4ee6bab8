import { Page } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { AllDeposits, DepositsApart } from './deposit-lists.tsx'
import { Quarantine } from './deposit-quarantine.tsx'

export function DepositsPage() {
  return (
    <Page
      title="Deposits"
      intro="Every bank transfer that has come to you, whether it fitted a payment or not."
    >
      <Tabs
        label="Which deposits"
        of={{
          all: { title: 'All', content: <AllDeposits /> },
          apart: { title: 'Did not fit', content: <DepositsApart /> },
          quarantine: { title: 'Quarantine', content: <Quarantine /> },
        }}
      />
    </Page>
  )
}
