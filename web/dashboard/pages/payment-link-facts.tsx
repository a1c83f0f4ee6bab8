import { Copy } from '../parts/copy.tsx'
import { Facts } from '../parts/facts.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { CHANNELS } from '../states.ts'
import type { Link } from './payment-link-words.ts'

export function LinkFacts({ link }: { link: Link }) {
  const { description, channels, split_code, fields, expires_at } = link
  return (
    <Facts
      of={{
        Price: <Price link={link} />,
        Description: description && <span className="pre-line">{description}</span>,
        'Also asked': fields.length > 0 ? <Questions link={link} /> : null,
        'Paid by':
          channels?.map((channel) => CHANNELS[channel]).join(', ') ?? 'Card or bank transfer',
        'Fees are paid by': link.fee_bearer === 'business' ? 'You' : 'The customer',
        'Shared with': split_code && <Go to={paths.split(split_code)}>{split_code}</Go>,
        'Open until': expires_at && <Time at={expires_at} as="full" />,
        'Leads to': link.callback_url && <Copy text={link.callback_url} />,
        Made: <Time at={link.created_at} as="full" />,
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
      The customer says how much
      {min_amount !== null && (
        <>
          , from <Money kobo={min_amount} />
        </>
      )}
      {max_amount !== null && (
        <>
          , up to <Money kobo={max_amount} />
        </>
      )}
    </>
  )
}

function Questions({ link: { fields } }: { link: Link }) {
  return fields.map(({ label, required }) => `${label}${required ? '' : ' (optional)'}`).join(', ')
}
