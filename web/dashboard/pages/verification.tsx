import { useState } from 'react'
import type { DataOf } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Copy } from '../parts/copy.tsx'
import { DataTable } from '../parts/data-list.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { CodeForm } from './verification-code.tsx'
import { type Details, Person } from './verification-person.tsx'
import { SHOWN_HOW, VERIFICATION_MEANING, VERIFICATION_STATES } from './verification-words.ts'

type Verification = DataOf<'GET', '/identity/{id}'>

const OPEN_POLL_MS = 10_000
const CRUMBS = [{ title: 'Verifications', to: paths.verifications() }]

export function VerificationPage() {
  const id = useParam('id')
  const [isOpen, setOpen] = useState(true)
  const everyMs = isOpen && OPEN_POLL_MS
  const { data, error, again } = useGet('/identity/{id}', { params: { id }, everyMs })
  const isOpenNow = data === undefined || data.status === 'Pending'
  if (isOpenNow !== isOpen) setOpen(isOpenNow)

  if (data === undefined || error) {
    return (
      <Page title="Verification" crumbs={CRUMBS}>
        {error ? <ErrorBox error={error} again={again} /> : <Skeleton lines={8} />}
      </Page>
    )
  }
  return <Found key={id} verification={data} />
}

function Found({ verification }: { verification: Verification }) {
  const { type, identityNumber, status } = verification
  // Only here, and gone with the page.
  const [details, setDetails] = useState<Details | null>(null)
  const isAsked = status === 'Pending' || (status === 'SUCCESS' && details === null)
  return (
    <Page
      title={`${type} ${identityNumber}`}
      crumbs={CRUMBS}
      beside={<Badge state={status} of={VERIFICATION_STATES} />}
      intro={VERIFICATION_MEANING[status]}
    >
      {details && <Person details={details} onHide={() => setDetails(null)} />}
      <div className="columns">
        {isAsked && <CodeForm verification={verification} onShown={setDetails} />}
        <Section title="Verification">
          <VerificationFacts verification={verification} />
        </Section>
      </div>
      <Accesses accesses={verification.accesses} />
    </Page>
  )
}

function VerificationFacts({ verification }: { verification: Verification }) {
  const { amount, consent, otpResendCount } = verification
  return (
    <Facts
      of={{
        Number: `${verification.type} ${verification.identityNumber}`,
        // The one amount of the API that is in naira.
        Fee: <Money kobo={amount * 100} />,
        'New codes sent': otpResendCount > 0 ? otpResendCount : null,
        Consent: consent?.text ?? <span className="faint">None was written down</span>,
        Begun: <Time at={verification.createdAt} as="full" />,
        'Last changed': <Time at={verification.updatedAt} as="full" />,
        Id: <Copy text={verification._id} />,
      }}
    />
  )
}

/** Everybody to whom the details were shown. */
function Accesses({ accesses }: Pick<Verification, 'accesses'>) {
  const { data: members = [] } = useGet('/members')
  const names = new Map(
    members.map(({ login_id, name }) => [`key_${login_id.replaceAll('-', '')}`, name]),
  )
  return (
    <Section
      title="Who has seen the details"
      intro="Each time is written down, with who it was and from where."
    >
      {accesses.length === 0 ? (
        <p className="prose faint">Nobody yet.</p>
      ) : (
        <DataTable
          label="Who has seen the details, the last first"
          rows={accesses}
          rowKey={({ request_id, created_at }) => `${request_id} ${created_at}`}
          columns={[
            { title: 'Who', cell: ({ key_id }) => names.get(key_id) ?? 'Your server, with a key' },
            { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
            { title: 'How', cell: ({ how }) => SHOWN_HOW[how] },
            { title: 'From', cell: ({ ip_address }) => ip_address },
            { title: 'Request', cell: ({ request_id }) => <code>{request_id}</code> },
          ]}
        />
      )}
    </Section>
  )
}
