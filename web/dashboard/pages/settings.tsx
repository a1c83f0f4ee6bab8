import { type DataOf, put } from '../api.ts'
import { percent } from '../naira.ts'
import { Checkbox, useCheckbox } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Go } from '../parts/go.tsx'
import { ErrorBox, Loaded, Skeleton } from '../parts/loaded.tsx'
import { FactsSection, Page, Section } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Facts, Money } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { mode } from '../place.ts'
import { useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { CheckoutForm } from './settings-checkout.tsx'
import { LogoForm, OriginsForm } from './settings-pages.tsx'

export type Settings = DataOf<'GET', '/settings/checkout'>

/** How the checkout looks and behaves, in this mode. */
export function SettingsPage() {
  const read = useGet('/settings/checkout')
  return (
    <Page title="Settings" isNarrow intro={`Of ${mode} mode: each mode has settings of its own.`}>
      <Loaded read={read}>{(settings) => <Content settings={settings} />}</Loaded>
    </Page>
  )
}

function Content({ settings }: { settings: Settings }) {
  return (
    <Tabs
      label="Settings"
      of={{
        checkout: { title: 'Checkout', content: <CheckoutForm settings={settings} /> },
        logo: { title: 'Logo', content: <LogoForm settings={settings} /> },
        origins: { title: 'Your pages', content: <OriginsForm settings={settings} /> },
        four_eyes: { title: 'Four eyes', content: <FourEyesTab /> },
        fees: { title: 'Fees', content: <FeesTab /> },
      }}
    />
  )
}

type Fees = DataOf<'GET', '/settings/fees'>

/** What the business pays, in this mode: only to look at. */
function FeesTab() {
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
      <FactsSection
        title="VAT, and people who are verified"
        of={{
          'VAT on the fees above': `${percent(data.vat_basis_points)} of each fee, on top of it`,
          'Verifying a person': (
            <>
              <Money kobo={data.identity_fee} isStrong />, once the code is sent
            </>
          ),
        }}
      />
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

const PATH = '/settings/account-changes'

/** Who makes the changed bank account of a subaccount effective. */
function FourEyesTab() {
  return (
    <Loaded read={useGet(PATH)} lines={3}>
      {({ four_eyes }) => <FourEyesForm isChosen={four_eyes} />}
    </Loaded>
  )
}

function FourEyesForm({ isChosen }: { isChosen: boolean }) {
  const fourEyes = useCheckbox('four_eyes', isChosen)
  const { why } = useCan('team')
  const save = useFormAction(() => put(PATH, { body: { four_eyes: fourEyes.isOn } }), {
    done: 'Saved. It holds for changes from now on.',
    refresh: ['/settings'],
  })
  return (
    <ActionForm action={save} submit="Save" why={why}>
      <p className="intro">
        When the bank account of a subaccount is changed, nothing is paid out to it for 24 hours, or
        until a second person approves the change. The owners get a mail at once.
      </p>
      <Checkbox
        {...fourEyes}
        label="Always wait for a second person"
        help="Then no change takes effect by itself, however long it waits."
      />
    </ActionForm>
  )
}
