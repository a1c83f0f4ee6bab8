import type { DataOf } from '../api.ts'
import { percent } from '../naira.ts'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { paths } from '../paths.ts'
import { useGet } from '../use-list.ts'

type Fees = DataOf<'GET', '/settings/fees'>

/** What the business pays, in this mode: only to look at. */
export function FeesTab() {
  const { data, error, again } = useGet('/settings/fees')
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={8} />
  return (
    <>
      <Section title="Payments by checkout">
        <Plan of={data.checkout} />
      </Section>
      <Section title="Deposits to dedicated accounts">
        <Plan of={data.dedicated} />
      </Section>
      <Section title="VAT, and people who are verified">
        <Facts
          of={{
            'VAT on the fees above': `${percent(data.vat_basis_points)} of each fee, on top of it`,
            'Verifying a person': (
              <>
                <Money kobo={data.identity_fee} isStrong />, once the code is sent
              </>
            ),
          }}
        />
      </Section>
      <div className="prose">
        <p>
          They hold for what is paid from now on. Whoever runs this service agrees them with you,
          and they alone can change them.
        </p>
        <p>
          What was taken stands with each of your <Go to={paths.transactions()}>transactions</Go>,
          VAT apart; what it comes to over days, on <Go to={paths.home()}>Home</Go>.
        </p>
      </div>
    </>
  )
}

function Plan({ of: { basis_points, flat, flat_from, max } }: { of: Fees['checkout'] }) {
  return (
    <Facts
      of={{
        'Of the amount': <strong>{percent(basis_points)}</strong>,
        'And on top': flat > 0 ? <OnTop flat={flat} from={flat_from} /> : null,
        'At most, in all': <Money kobo={max} isStrong />,
      }}
    />
  )
}

function OnTop({ flat, from }: { flat: number; from: number }) {
  return (
    <>
      <Money kobo={flat} isStrong />
      {from > 0 && (
        <>
          , for payments of <Money kobo={from} /> and more
        </>
      )}
    </>
  )
}
