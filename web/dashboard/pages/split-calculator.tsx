import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, type DataOf, post, type RequestOf } from '../api.ts'
import { AmountField, SelectField, useAmount, useDebounced, useField } from '../parts/field.tsx'
import { Money } from '../parts/values.tsx'
import { CHANNELS } from '../states.ts'
import { useSubaccountNames } from './split-words.tsx'

// Shows how an amount would be shared, as the service calculates it.

const FIRST = 1_000_000

type Asked = RequestOf<'POST', '/splits/calculate'>
type Answer = DataOf<'POST', '/splits/calculate'>
type Channel = keyof typeof CHANNELS

export function Calculator({ by }: { by: Pick<Asked, 'split_code' | 'split'> }) {
  const amount = useAmount('amount', FIRST)
  const channel = useField<Channel>('channel', 'card')
  const body = useDebounced(
    JSON.stringify({ ...by, amount: amount.kobo ?? 0, channel: channel.value }),
  )
  const { data, error } = useQuery({
    // A key of its own, so that refreshed lists do not reset it. Changed terms start again.
    queryKey: ['calculator', body],
    refetchOnMount: 'always',
    queryFn: () => post('/splits/calculate', { body: JSON.parse(body) as Asked }),
    enabled: amount.kobo !== null && amount.kobo > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <div className="calculator">
      <div className="pair">
        <AmountField {...amount} label="Amount" />
        <SelectField {...channel} label="Paid with" options={CHANNELS} />
      </div>
      <div aria-live="polite">
        {error ? (
          <p className="wrong">{messageOf(error)}</p>
        ) : data && amount.kobo ? (
          <Parts answer={data} />
        ) : (
          <p className="faint">Enter an amount.</p>
        )}
      </div>
    </div>
  )
}

function Parts({ answer }: { answer: Answer }) {
  const nameOf = useSubaccountNames()
  const { amount, shares } = answer
  const { service, vat, business, subaccounts } = shares
  const rows = [
    ...subaccounts.map((part) => ({ who: nameOf(part.subaccount_id), kobo: part.amount })),
    { who: 'You', kobo: business },
    { who: 'Fee', kobo: service },
    { who: 'VAT on the fee', kobo: vat },
  ]
  return (
    <table className="parts">
      <caption className="unseen">Shares</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">Recipient</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ who, kobo }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name.
          <tr key={at}>
            <th scope="row">{who}</th>
            <td>
              <Money kobo={kobo} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>
            <Money kobo={amount} isStrong />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Prefers the error of a field to the general message. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  return error.errors[0]?.message ?? error.message
}
