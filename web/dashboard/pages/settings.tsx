import type { DataOf } from '../api.ts'
import { ErrorBox } from '../parts/error-box.tsx'
import { Page } from '../parts/page.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { mode } from '../place.ts'
import { useGet } from '../use-list.ts'
import { CheckoutForm } from './settings-checkout.tsx'
import { FeesTab } from './settings-fees.tsx'
import { FourEyesTab } from './settings-four-eyes.tsx'
import { LogoForm } from './settings-logo.tsx'
import { OriginsForm } from './settings-origins.tsx'

export type Settings = DataOf<'GET', '/settings/checkout'>

/** How the checkout looks and behaves, in this mode. */
export function SettingsPage() {
  const { data, error, again } = useGet('/settings/checkout')
  return (
    <Page title="Settings" isNarrow intro={`Of ${mode} mode: each mode has settings of its own.`}>
      {error ? <ErrorBox error={error} again={again} /> : null}
      {data === undefined && !error && <Skeleton lines={8} />}
      {data && <Content settings={data} />}
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
