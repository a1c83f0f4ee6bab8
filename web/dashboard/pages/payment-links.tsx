import { count } from '../naira.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FirstButton } from '../parts/dialog.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useList } from '../use-list.ts'
import { LinkDialog } from './payment-link-dialog.tsx'
import { LINK_STATES, type Link, stateOf } from './payment-link-draft.ts'

const COLUMNS: Column<Link>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Status', cell: (link) => <Badge state={stateOf(link)} of={LINK_STATES} /> },
  {
    title: 'Price',
    cell: ({ amount }) =>
      amount === null ? <span className="faint">Customer chooses</span> : <Money kobo={amount} />,
  },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Paid', isEnd: true, cell: ({ payments }) => count(payments.succeeded) },
  {
    title: 'Volume',
    isEnd: true,
    cell: ({ payments }) => <Money kobo={payments.amount} isStrong />,
  },
]

export function PaymentLinksPage() {
  const list = useList('/payment-links')
  const { why } = useCan('collect')
  return (
    <Page
      title="Payment links"
      intro="Pages where anyone can pay you. Share the link in a message or on a poster."
      actions={
        <DialogButton
          isNew
          look="main"
          icon="plus"
          why={why}
          dialog={(close) => <LinkDialog onClose={close} />}
        >
          New link
        </DialogButton>
      }
    >
      <DataList
        list={list}
        label="Payment links, newest first"
        columns={COLUMNS}
        to={({ id }) => paths.paymentLink(id)}
        empty={{
          sentence:
            'With a payment link you can sell without a website. Send the link or print its ' +
            'QR code.',
          action: <FirstButton why={why}>Create your first link</FirstButton>,
          curl: {
            method: 'POST',
            path: '/payment-links',
            body: { name: 'Adire workshop', amount: 1_500_000 },
          },
        }}
      />
    </Page>
  )
}
