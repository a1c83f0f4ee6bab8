import { Badge } from '../parts/badge.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useIsOperator } from '../permissions.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { Activation } from './business-activation.tsx'
import { ModePanel } from './business-mode.tsx'
import { ACTIVATION_STATES, BUSINESSES } from './business-words.ts'
import { HousePage } from './house-page.tsx'
import { MODES } from './operator-words.ts'

const CRUMBS = [{ title: 'Businesses', to: paths.businesses() }]

/** One business as an operator sees it: no key, no secret, and nobody's payments. */
export function BusinessPage() {
  const id = useParam('id')
  const isShown = useIsOperator()
  const { data, error, again } = useGet(`${BUSINESSES}/{business_id}`, {
    params: { business_id: id },
    isOff: !isShown,
  })
  return (
    <HousePage
      title={data?.name ?? 'Business'}
      crumbs={CRUMBS}
      beside={data && <Badge state={data.activation.state} of={ACTIVATION_STATES} />}
    >
      {error ? <ErrorBox error={error} again={again} /> : null}
      {data === undefined && !error && <Skeleton lines={10} />}
      {data !== undefined && !error && (
        <>
          <div className="columns">
            <Section title="The business">
              <Facts
                of={{
                  'E-mail': data.email,
                  Opened: <Time at={data.created_at} as="full" />,
                  'Live since': <Time at={data.live_activated_at} as="full" none="Not yet" />,
                  Id: <Copy text={data.business_id} />,
                }}
              />
            </Section>
            <Activation of={data} />
          </div>
          <Tabs
            label="Mode"
            name="mode"
            of={Object.fromEntries(
              data.modes.map((one) => [
                one.domain,
                { title: `${MODES[one.domain]} mode`, content: <ModePanel of={one} id={id} /> },
              ]),
            )}
          />
        </>
      )}
    </HousePage>
  )
}
