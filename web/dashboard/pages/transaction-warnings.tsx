import type { Schemas } from '../api.ts'
import { Go } from '../parts/go.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { useGet } from '../use-list.ts'

type Transaction = Schemas['Transaction']

/** What a business should know of a payment that anybody could have started with its public key. */
export function Warnings({ transaction }: { transaction: Transaction }) {
  const { made_with, callback_url, displaced, paid_at } = transaction
  if (made_with !== 'public_key') return null
  return (
    <>
      {displaced && (
        <div className="notice" data-tone={paid_at ? 'bad' : undefined}>
          <b>Your server has started another payment with this reference</b>
          <p>
            Verify answers the payment of your server. This one was started with your public key,
            {paid_at
              ? ' and was paid. Look at the amount; if it is not what you asked, refund it.'
              : ' and can no longer be paid.'}
          </p>
        </div>
      )}
      {isTest && callback_url && <ReturnWarning address={callback_url} />}
    </>
  )
}

/** As initialize-public refuses it where money is real. */
function ReturnWarning({ address }: { address: string }) {
  const { data } = useGet('/settings/checkout')
  if (data === undefined) return null
  const { origin } = new URL(address)
  const own = data.default_callback_url
  if (data.allowed_origins.includes(origin) || (own && new URL(own).origin === origin)) return null
  return (
    <div className="notice">
      <b>Live mode would refuse this return address</b>
      <p>
        Customers go back to {origin}, which is none of your registered pages. Add it under{' '}
        <Go to={paths.settings()}>Settings</Go> if it is yours.
      </p>
    </div>
  )
}
