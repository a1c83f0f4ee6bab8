import type { DataOf, Schemas } from '../api.ts'
import { count, naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { FactsSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Progress, useDownload } from '../parts/progress.tsx'
import { Copy, Money, None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { CHANNELS } from '../states.ts'
import { useParam } from '../url.ts'
import { useGet, useList } from '../use-list.ts'
import { SubaccountLink } from './split-words.tsx'

type Settlement = Schemas['Settlement']
type Item = DataOf<'GET', '/settlements/{id}/items'>[number]

const CRUMBS = [{ title: 'Settlements', to: paths.settlements() }]
const TYPES: Record<Item['type'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  refund_returned: 'Failed refund',
  dispute: 'Dispute',
}

export function SettlementPage() {
  const id = useParam('id')
  const read = useGet('/settlements/{id}', { params: { id } })
  return (
    <RecordPage title="Settlement" crumbs={CRUMBS} read={read}>
      {(settlement) => <Found settlement={settlement} />}
    </RecordPage>
  )
}

function Found({ settlement }: { settlement: Settlement }) {
  const { id, amount, subaccount_id, items } = settlement
  const file = useDownload({ name: `${id}.csv`, said: 'Statement saved.' })
  const { why } = useCan('export')
  const start = () => file.start('/settlements/{id}/statement', { params: { id } })
  return (
    <Page
      title={naira(amount)}
      crumbs={CRUMBS}
      intro="The amount that became available, after fees, shares of others and refunds."
      actions={
        <Button icon="download" why={why} isBusy={file.isBusy} onClick={start}>
          Download CSV
        </Button>
      }
    >
      {file.isBusy && (
        <Progress what="Lines so far" done={file.done} total={items} onStop={file.stop} />
      )}
      <FactsSection
        title="Settlement"
        of={{
          Amount: <Money kobo={amount} isStrong />,
          Whose: subaccount_id === null ? 'Yours' : <SubaccountLink id={subaccount_id} />,
          'Payments and refunds': count(items),
          'Paid before': <Time at={settlement.paid_before} as="full" />,
          Settled: <Time at={settlement.settled_at} as="full" />,
          Id: <Copy text={id} />,
        }}
      />
      <Totals id={id} />
      <Section
        title="Items"
        intro="Of each payment: what was paid, less the fee, less what a split gave to others."
      >
        <Items id={id} />
      </Section>
    </Page>
  )
}

/** How the parts add up to what was settled. */
function Totals({ id }: { id: string }) {
  const read = useGet('/settlements/{id}/totals', { params: { id } })
  return (
    <Section title="How it adds up">
      <Loaded read={read} lines={5}>
        {({ payments, paid, fees, shared, refunds, disputes, amount }) => (
          <table className="sums">
            <caption className="unseen">How the settlement adds up</caption>
            <tbody>
              <Sum title={`Paid by customers in ${paymentsIn(payments)}`} kobo={paid} />
              <Sum title="Fees with VAT" kobo={-fees} />
              {shared !== 0 && <Sum title="Shares of others" kobo={-shared} />}
              {refunds !== 0 && <Sum title="Refunds" kobo={refunds} />}
              {disputes !== 0 && <Sum title="Disputes" kobo={disputes} />}
            </tbody>
            <tfoot>
              <Sum title="Settled" kobo={amount} />
            </tfoot>
          </table>
        )}
      </Loaded>
    </Section>
  )
}

const paymentsIn = (number: number) => `${count(number)} ${number === 1 ? 'payment' : 'payments'}`

function Sum({ title, kobo }: { title: string; kobo: number }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <Money kobo={kobo} />
      </td>
    </tr>
  )
}

const COLUMNS: Column<Item>[] = [
  { title: 'Item', cell: ({ type, reference }) => reference ?? TYPES[type] },
  { title: 'Paid with', cell: ({ channel }) => (channel ? CHANNELS[channel] : <None />) },
  { title: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
  { title: 'Paid', isEnd: true, cell: ({ paid }) => <Money kobo={paid} /> },
  { title: 'Fee with VAT', isEnd: true, cell: ({ fees }) => <Money kobo={fees} /> },
  { title: 'To others', isEnd: true, cell: ({ shared }) => <Money kobo={shared} /> },
  { title: 'Settled', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

function Items({ id }: { id: string }) {
  const list = useList('/settlements/{id}/items', { params: { id } })
  return (
    <DataList
      list={list}
      label="Items of this settlement, oldest first"
      columns={COLUMNS}
      rowKey={(item) => `${item.type} ${item.id}`}
      to={(item) => (item.type === 'payment' ? paths.transaction(item.id) : paths.refund(item.id))}
      empty={{ sentence: 'This settlement has no items.' }}
    />
  )
}
