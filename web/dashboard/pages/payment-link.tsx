import { useQuery } from '@tanstack/react-query'
import { getFile, patch, type Schemas } from '../api.ts'
import { count } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { ConfirmButton, DialogButton } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { useDownload } from '../parts/progress.tsx'
import { Badge, Copy, Facts, Money, None, Tile, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { methodOf } from '../payment-words.ts'
import { useCan } from '../session.ts'
import { CHANNELS, STAGES } from '../states.ts'
import { useParam } from '../url.ts'
import { useAction } from '../use-action.ts'
import { useGet, useList } from '../use-list.ts'
import { LinkDialog } from './payment-link-dialog.tsx'
import { LINK_STATES, type Link, stateOf } from './payment-link-draft.ts'

const CRUMBS = [{ title: 'Payment links', to: paths.paymentLinks() }]
const POLL_MS = 15_000

export function PaymentLinkPage() {
  const id = useParam('id')
  const read = useGet('/payment-links/{id}', { params: { id }, everyMs: POLL_MS })
  const { data, error, again } = read
  if (data === undefined || error) {
    return (
      <Page title="Payment link" crumbs={CRUMBS}>
        {error ? <ErrorBox error={error} again={again} /> : <Skeleton lines={8} />}
      </Page>
    )
  }
  return <Found link={data} />
}

function Found({ link }: { link: Link }) {
  const { why } = useCan('collect')
  return (
    <Page
      title={link.name}
      crumbs={CRUMBS}
      beside={<Badge state={stateOf(link)} of={LINK_STATES} />}
      actions={
        <>
          <Switch link={link} />
          <DialogButton why={why} dialog={(close) => <LinkDialog link={link} onClose={close} />}>
            Change
          </DialogButton>
        </>
      }
    >
      <Brought link={link} />
      <div className="columns">
        <Section title="URL">
          <LinkAddress link={link} />
        </Section>
        <Section title="Details">
          <LinkFacts link={link} />
        </Section>
      </div>
      <LinkPayments link={link} everyMs={POLL_MS} />
    </Page>
  )
}

/** The total paid through the link. */
function Brought({ link: { payments, uses_max } }: { link: Link }) {
  const { succeeded, amount, open, used } = payments
  return (
    <dl className="tiles">
      <Tile title="Volume" note="with fees, before refunds" kobo={amount} />
      <Tile title="Successful payments" note="also those refunded later">
        {count(succeeded)}
      </Tile>
      {uses_max !== null && (
        <Tile title="Uses" note="in progress, or paid and not fully refunded">
          {count(used)} of {count(uses_max)}
        </Tile>
      )}
      <Tile title="In progress" note="started, not finished">
        {count(open)}
      </Tile>
    </dl>
  )
}

function Switch({ link: { id, active } }: { link: Link }) {
  const { why } = useCan('collect')
  const change = () => patch('/payment-links/{id}', { params: { id }, body: { active: !active } })
  const refresh = ['/payment-links']
  const switchOn = useAction(change, { done: 'Payment link switched on.', refresh })
  if (!active) {
    return (
      <Button look="main" why={why} isBusy={switchOn.isBusy} onClick={() => switchOn.run()}>
        Switch on
      </Button>
    )
  }
  return (
    <ConfirmButton
      why={why}
      text="Switch off"
      title="Switch off this link"
      work={change}
      done="Payment link switched off."
      refresh={refresh}
    >
      <p>
        No new payments can start. Payments in progress can still be completed. You can switch it on
        again.
      </p>
    </ConfirmButton>
  )
}

/** The URL for customers: copy, open, QR code. */
function LinkAddress({ link: { id, url, slug, name } }: { link: Link }) {
  const params = { id }
  const { data, error, refetch } = useQuery({
    queryKey: ['/payment-links/{id}/qr.svg', params],
    queryFn: async ({ signal }) =>
      (await getFile('/payment-links/{id}/qr.svg', { params, signal })).text(),
  })
  const png = useDownload({ name: `${slug}.png`, said: 'PNG saved.' })
  const svg = useDownload({ name: `${slug}.svg`, said: 'SVG saved.' })
  return (
    <div className="link-address">
      <Copy text={url} />
      <div className="link-code">
        {error ? <ErrorBox error={error} again={() => void refetch()} /> : null}
        {data === undefined && !error && <Skeleton />}
        {data !== undefined && (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(data)}`}
            alt={`QR code of ${name}`}
            width={180}
            height={180}
          />
        )}
        <div className="link-code-actions">
          <a className="button" href={url} target="_blank" rel="noreferrer">
            Open page
          </a>
          <Button
            icon="download"
            isBusy={png.isBusy}
            onClick={() => png.start('/payment-links/{id}/qr.png', { params })}
          >
            QR code as PNG
          </Button>
          <Button
            icon="download"
            isBusy={svg.isBusy}
            onClick={() => svg.start('/payment-links/{id}/qr.svg', { params })}
          >
            QR code as SVG
          </Button>
          <p className="faint">Use PNG for messages and documents, SVG for print.</p>
        </div>
      </div>
    </div>
  )
}

function LinkFacts({ link }: { link: Link }) {
  const { description, channels, split_code, fields, expires_at } = link
  return (
    <Facts
      of={{
        Price: <Price link={link} />,
        Description: description && <span className="pre-line">{description}</span>,
        Questions: fields.length > 0 ? <Questions link={link} /> : null,
        'Paid with':
          channels?.map((channel) => CHANNELS[channel]).join(', ') ?? 'Every way that is offered',
        'Fees are paid by': link.fee_bearer === 'business' ? 'You' : 'The customer',
        Split: split_code && <Go to={paths.split(split_code)}>{split_code}</Go>,
        'Open until': expires_at && <Time at={expires_at} as="full" />,
        'Return URL': link.callback_url && <Copy text={link.callback_url} />,
        Created: <Time at={link.created_at} as="full" />,
        Changed:
          link.updated_at === link.created_at ? null : <Time at={link.updated_at} as="full" />,
        Id: <Copy text={link.id} />,
      }}
    />
  )
}

function Price({ link: { amount, min_amount, max_amount } }: { link: Link }) {
  if (amount !== null) return <Money kobo={amount} isStrong />
  return (
    <>
      Customer chooses
      {min_amount !== null && (
        <>
          , minimum <Money kobo={min_amount} />
        </>
      )}
      {max_amount !== null && (
        <>
          , maximum <Money kobo={max_amount} />
        </>
      )}
    </>
  )
}

function Questions({ link: { fields } }: { link: Link }) {
  return fields.map(({ label, required }) => `${label}${required ? '' : ' (optional)'}`).join(', ')
}

const COLUMNS: Column<Schemas['Transaction']>[] = [
  { title: 'Customer', cell: ({ customer }) => customer.email },
  { title: 'Status', cell: ({ stage }) => <Badge state={stage} of={STAGES} /> },
  { title: 'Paid with', cell: (payment) => methodOf(payment) ?? <None /> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

/** Payments started through the link, paid or not. */
function LinkPayments({ link: { id }, everyMs }: { link: Link; everyMs: number }) {
  return (
    <Section title="Payments">
      <DataList
        list={useList('/transactions', { query: { payment_link: id }, everyMs })}
        label="Payments of this link, newest first"
        columns={COLUMNS}
        to={(payment) => paths.transaction(payment.id)}
        empty={{
          sentence: 'Payments of this link appear here. Share its URL to get the first one.',
        }}
      />
    </Section>
  )
}
