import { type DataOf, put } from '../api.ts'
import { percent } from '../naira.ts'
import { AmountField, Checkbox, useAmount, useCheckbox } from '../parts/field.tsx'
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

/** The settings of the checkout, in this mode. */
export function SettingsPage() {
  const read = useGet('/settings/checkout')
  return (
    <Page title="Settings" isNarrow intro={`For ${mode} mode. Each mode has its own settings.`}>
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
        four_eyes: { title: 'Approvals', content: <ApprovalsTab /> },
        wallet: { title: 'Wallet', content: <WalletTab /> },
        fees: { title: 'Fees', content: <FeesTab /> },
      }}
    />
  )
}

function WalletTab() {
  return (
    <Section title="Low balance">
      <Loaded read={useGet('/settings')} lines={3}>
        {({ low_balance_threshold }) => <LowBalanceForm first={low_balance_threshold} />}
      </Loaded>
    </Section>
  )
}

function LowBalanceForm({ first }: { first: number | null }) {
  const threshold = useAmount('low_balance_threshold', first)
  const { why } = useCan('settings')
  const save = useFormAction(
    () => put('/settings', { body: { low_balance_threshold: threshold.kobo } }),
    { done: 'Saved.', refresh: ['/settings'] },
  )
  return (
    <ActionForm action={save} submit="Save" why={why}>
      <AmountField
        {...threshold}
        label="Threshold"
        isOptional
        help="The event balance.low is sent when the available balance falls below it."
      />
    </ActionForm>
  )
}

type Fees = DataOf<'GET', '/settings/fees'>

/** The fees of this mode, read-only. */
function FeesTab() {
  const { data, error, again } = useGet('/settings/fees')
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={8} />
  return (
    <>
      <Section title="Checkout payments">
        <Plan of={data.checkout} />
      </Section>
      <Section title="Deposits to dedicated accounts">
        <Plan of={data.dedicated} />
      </Section>
      <FactsSection
        title="VAT, stamp duty and identity verification"
        of={{
          'VAT on these fees': `${percent(data.vat_basis_points)}, added to each fee`,
          'Stamp duty': data.stamp_duty && (
            <>
              <Money kobo={data.stamp_duty.amount} isStrong /> on each payout, and each refund to a
              bank account, of <Money kobo={data.stamp_duty.from_amount} /> or more
            </>
          ),
          'Identity verification': (
            <>
              <Money kobo={data.identity_fee} isStrong />, charged when the code is sent
            </>
          ),
        }}
      />
      <div className="prose">
        <p>
          These fees apply to new payments. Only the operator of this service can change them. Stamp
          duty is a tax: the sender of a transfer owes it.
        </p>
        <p>
          The fees charged are shown with each of your{' '}
          <Go to={paths.transactions()}>transactions</Go>; totals are on{' '}
          <Go to={paths.home()}>Home</Go>.
        </p>
      </div>
    </>
  )
}

function Plan({ of: { basis_points, flat, flat_from, max } }: { of: Fees['checkout'] }) {
  return (
    <Facts
      of={{
        Percentage: <strong>{percent(basis_points)}</strong>,
        'Flat fee': flat > 0 ? <OnTop flat={flat} from={flat_from} /> : null,
        Maximum: <Money kobo={max} isStrong />,
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
          , for payments from <Money kobo={from} /> up
        </>
      )}
    </>
  )
}

/** What a second person must approve. */
function ApprovalsTab() {
  return (
    <>
      <Section title="Bank accounts of subaccounts">
        <Loaded read={useGet('/settings/account-changes')} lines={3}>
          {({ four_eyes }) => <FourEyesForm isChosen={four_eyes} />}
        </Loaded>
      </Section>
      <Section title="Payout batches">
        <Loaded read={useGet('/settings/payout-approval')} lines={3}>
          {(setting) => <PayoutApprovalForm isChosen={setting.require_payout_approval} />}
        </Loaded>
      </Section>
    </>
  )
}

function FourEyesForm({ isChosen }: { isChosen: boolean }) {
  const fourEyes = useCheckbox('four_eyes', isChosen)
  const { why } = useCan('team')
  const save = useFormAction(
    () => put('/settings/account-changes', { body: { four_eyes: fourEyes.isOn } }),
    { done: 'Saved. Applies to new changes.', refresh: ['/settings'] },
  )
  return (
    <ActionForm action={save} submit="Save" why={why}>
      <p className="intro">
        When the bank account of a subaccount changes, payouts to it stop for 24 hours, or until a
        second person approves the change. Owners are notified by email.
      </p>
      <Checkbox
        {...fourEyes}
        label="Always require a second person"
        help="Changes then never take effect automatically."
      />
    </ActionForm>
  )
}

function PayoutApprovalForm({ isChosen }: { isChosen: boolean }) {
  const approval = useCheckbox('require_payout_approval', isChosen)
  const { why } = useCan('team')
  const save = useFormAction(
    () => put('/settings/payout-approval', { body: { require_payout_approval: approval.isOn } }),
    { done: 'Saved.', refresh: ['/settings'] },
  )
  return (
    <ActionForm action={save} submit="Save" why={why}>
      <Checkbox
        {...approval}
        label="Require a second person for payout batches"
        help="Also for batches of API keys. Single payouts are not affected."
      />
    </ActionForm>
  )
}
