import { post, type Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { Go } from '../parts/go.tsx'
import { Section } from '../parts/page.tsx'
import { Copy, Facts, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'

type RefundLink = Schemas['RefundLink']

const STATES: Record<RefundLink['status'], string> = {
  open: 'Waits for the customer',
  answered: 'Answered',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** The newest link by which the customer enters an account for a refund. */
export function RefundLinkSection({ transaction }: { transaction: Schemas['Transaction'] }) {
  const { data } = useGet('/refund-links', { query: { transaction: transaction.id, perPage: 1 } })
  const link = data?.[0]
  return link === undefined ? null : <Found link={link} />
}

function Found({ link }: { link: RefundLink }) {
  const isOpen = link.status === 'open'
  return (
    <Section title="Refund link" actions={isOpen && <Cancel link={link} />}>
      <Facts
        of={{
          Status: STATES[link.status],
          Amount: link.amount === null ? 'All that is left' : naira(link.amount),
          Link: isOpen ? <Copy text={link.url} /> : null,
          Refund: link.refund_id && <Go to={paths.refund(link.refund_id)}>{link.refund_id}</Go>,
          Emailed: link.emailed_at && <Time at={link.emailed_at} as="full" />,
          'Valid until': isOpen ? <Time at={link.expires_at} as="full" /> : null,
        }}
      />
    </Section>
  )
}

function Cancel({ link: { id } }: { link: RefundLink }) {
  const cancel = useFormAction(
    (_, key) => post('/refund-links/{id}/cancel', { key, params: { id } }),
    { done: 'The link is cancelled.', refresh: ['/refund-links'] },
  )
  return (
    <Button why={useCan('refund').why} onClick={() => cancel.run()}>
      Cancel
    </Button>
  )
}
