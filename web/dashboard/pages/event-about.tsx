import { Go } from '../parts/go.tsx'
import { paths } from '../paths.ts'

// An event tells of a payment in its own words: where the payload names one, this leads to it.

type Data = Record<
  'id' | 'transaction' | 'transaction_id' | 'transaction_uuid' | 'reference',
  unknown
>

/** The id or the reference of the payment; null where it tells of none. */
export function paymentOf(type: string, payload: string): string | null {
  const { data } = JSON.parse(payload) as { data?: Partial<Data> }
  const own = type.startsWith('transaction.') ? (data?.id ?? data?.reference) : undefined
  const named = data?.transaction_uuid ?? data?.transaction_id ?? data?.transaction ?? own
  return typeof named === 'string' && named !== '' ? named : null
}

export function About({ type, payload }: { type: string; payload: string }) {
  const payment = paymentOf(type, payload)
  if (payment === null) return <span className="faint">–</span>
  return <Go to={paths.transaction(payment)}>The payment</Go>
}
