import { ErrorBox } from '../parts/error-box.tsx'
import { Page } from '../parts/page.tsx'
import { useCan } from '../permissions.ts'
import { isTest } from '../session.ts'
import { useGet } from '../use-list.ts'
import { Examples } from './sandbox-examples.tsx'
import { Deposit, Wallet } from './sandbox-money.tsx'
import { Expire, Pay } from './sandbox-payments.tsx'
import { Rails } from './sandbox-rails.tsx'
import { Settle } from './sandbox-settle.tsx'
import { TestModeOnly } from './test-mode-only.tsx'

const PER_PAGE = '20'

/** All that the outside world does otherwise: banks, customers, time. */
export function SandboxPage() {
  const { why } = useCan('sandbox')
  if (!isTest) return <TestModeOnly title="Sandbox" />
  return (
    <Page
      title="Sandbox"
      intro={
        'Here you are the bank, the customer and the clock. Each form is a call of the API as ' +
        'well, with what you have filled in; put a secret key in place of the dots.'
      }
    >
      {why === undefined ? <Forms /> : <p>{why}</p>}
    </Page>
  )
}

/** It is drawn after its forms were read: too late for the browser to find it by itself. */
function showNamed(element: HTMLElement | null): void {
  if (element && location.hash === `#${element.id}`) element.scrollIntoView()
}

function Forms() {
  const open = useGet('/transactions', { query: { status: 'pending', perPage: PER_PAGE } })
  const accounts = useGet('/dedicated-virtual-accounts', { query: { perPage: PER_PAGE } })
  const error = open.error ?? accounts.error
  if (error) return <ErrorBox error={error} again={open.error ? open.again : accounts.again} />
  const references = (open.data ?? []).map(({ reference }) => reference)
  return (
    <div className="columns">
      <Pay references={references} />
      <Deposit accounts={accounts.data ?? []} />
      <Wallet />
      <Settle />
      <Expire references={references} />
      <Rails />
      <div id="examples" ref={showNamed}>
        <Examples />
      </div>
    </div>
  )
}
