import type { DataOf } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { CHANNELS } from '../states.ts'

// The order in which a checkout offers the ways to pay.

export type Channel = NonNullable<DataOf<'GET', '/settings/checkout'>['channel_order']>[number]

const USUAL: Channel[] = ['card', 'bank_transfer', 'ussd', 'bank', 'opay']

/** What a setting names comes first, and the others follow as usual. */
export function wholeOrder(named: readonly Channel[] | null): Channel[] {
  const first = named ?? []
  return [...first, ...USUAL.filter((channel) => !first.includes(channel))]
}

/** Null if it is the usual one. */
export function settingOf(order: Channel[]): Channel[] | null {
  return order.join() === USUAL.join() ? null : order
}

type Props = { order: Channel[]; onChange: (order: Channel[]) => void }

export function ChannelOrder({ order, onChange }: Props) {
  return (
    <fieldset className="fieldset">
      <legend>Order of the ways to pay</legend>
      <ol className="plain-list">
        {order.map((channel, at) => (
          <li className="order-row" key={channel}>
            {CHANNELS[channel]}
            <Button
              isSmall
              aria-label={`Move up: ${CHANNELS[channel]}, ${at + 1} of ${order.length}`}
              why={at === 0 ? 'This is the first way.' : undefined}
              onClick={() => onChange(raised(order, at))}
            >
              Up
            </Button>
          </li>
        ))}
      </ol>
      <p className="help">For payments whose channels your server does not name.</p>
    </fieldset>
  )
}

/** `at` changes places with the one before it. */
function raised(order: Channel[], at: number): Channel[] {
  return [...order.slice(0, at - 1), order[at]!, order[at - 1]!, ...order.slice(at + 1)]
}
