import { useState } from 'react'
import { ApiError, type DataOf, post } from '../api.ts'
import { useBankName } from '../parts/bank-account.tsx'
import { Button } from '../parts/button.tsx'
import { DataTable } from '../parts/data-list.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { Buttons, Form } from '../parts/form.tsx'
import { Card, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Copy, Facts, Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { useParam } from '../url.ts'
import { useAction, useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { SHOWN_HOW, VERIFICATION_MEANING, VERIFICATION_STATES } from './verifications.tsx'

type Verification = DataOf<'GET', '/identity/{id}'>

const OPEN_POLL_MS = 10_000
const CRUMBS = [{ title: 'Verifications', to: paths.verifications() }]

export function VerificationPage() {
  const id = useParam('id')
  const read = useGet('/identity/{id}', {
    params: { id },
    everyMs: OPEN_POLL_MS,
    until: ({ status }) => status !== 'Pending',
  })
  return (
    <RecordPage title="Verification" crumbs={CRUMBS} read={read}>
      {(verification) => <Found key={id} verification={verification} />}
    </RecordPage>
  )
}

function Found({ verification }: { verification: Verification }) {
  const { type, identityNumber, status } = verification
  // Kept by this page only.
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
        // The only amount of the API in naira.
        Fee: <Money kobo={amount * 100} />,
        'Codes resent': otpResendCount > 0 ? otpResendCount : null,
        Consent: consent?.text ?? <span className="faint">None recorded</span>,
        Started: <Time at={verification.createdAt} as="full" />,
        'Last changed': <Time at={verification.updatedAt} as="full" />,
        Id: <Copy text={verification._id} />,
      }}
    />
  )
}

/** Everyone to whom the details were shown. */
function Accesses({ accesses }: Pick<Verification, 'accesses'>) {
  const { data: members = [] } = useGet('/members')
  const names = new Map(
    members.map(({ login_id, name }) => [`key_${login_id.replaceAll('-', '')}`, name]),
  )
  return (
    <Section title="Access log" intro="Every access to the details is recorded.">
      {accesses.length === 0 ? (
        <p className="prose faint">No access yet.</p>
      ) : (
        <DataTable
          label="Access log, newest first"
          rows={accesses}
          rowKey={({ request_id, created_at }) => `${request_id} ${created_at}`}
          columns={[
            {
              title: 'Accessed by',
              cell: ({ key_id }) => names.get(key_id) ?? 'Your server, with a key',
            },
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

type Registry = Routes['providerResponse']
type Routes = DataOf<'POST', '/identity/validate'>
/** The registry's details and the full number. Nothing but the open page keeps them. */
type Details = Registry & { type: string; number: string }

const KNOWN: [name: string, of: keyof Registry][] = [
  ['Title', 'title'],
  ['Name', 'fullName'],
  ['First name', 'firstName'],
  ['Middle name', 'middleName'],
  ['Last name', 'lastName'],
  ['Date of birth', 'dateOfBirth'],
  ['Gender', 'gender'],
  ['Marital status', 'maritalStatus'],
  ['Phone', 'phoneNumber1'],
  ['Other phone', 'phoneNumber2'],
  ['Email', 'email'],
  ['Address', 'residentialAddress'],
  ['LGA of residence', 'lgaOfResidence'],
  ['State of residence', 'stateOfResidence'],
  ['LGA of origin', 'lgaOfOrigin'],
  ['State of origin', 'stateOfOrigin'],
  ['Nationality', 'nationality'],
  ['BVN', 'bvn'],
  ['NIN', 'nin'],
  ['Enrolment branch', 'enrollmentBranch'],
  ['Account level', 'levelOfAccount'],
  ['Registered', 'registrationDate'],
]

function Person({ details, onHide }: { details: Details; onHide: () => void }) {
  const { imageBase64, watchListed, fullName, enrollmentBank: bank } = details
  const bankName = useBankName()
  const known = KNOWN.map(([name, of]) => [name, details[of] || null] as const)
  return (
    <Section
      title="Identity details"
      intro="Shown until you leave this page. Copy only what you need."
      actions={
        <Button isSmall onClick={onHide}>
          Hide
        </Button>
      }
    >
      <Card>
        <div className="person">
          {imageBase64 && (
            <img src={`data:${imageType(imageBase64)};base64,${imageBase64}`} alt={fullName} />
          )}
          <Facts
            of={{
              'Watch list':
                watchListed === 'YES' ? (
                  <strong className="wrong">
                    Watch-listed: do not open a new account for this person.
                  </strong>
                ) : (
                  'Not listed'
                ),
              ...Object.fromEntries(known),
              'Enrolment bank': bank ? bankName(bank) : null,
            }}
          />
        </div>
      </Card>
    </Section>
  )
}

/** Detects the format from the first characters in base64. */
function imageType(base64: string): string {
  return base64.startsWith('/9j/') ? 'image/jpeg' : 'image/png'
}

type Props = {
  verification: DataOf<'GET', '/identity/{id}'>
  onShown: (details: Details) => void
}

const SIX = /^\d{6}$/
const REFRESH = ['/identity']

/**
 * Enters the code that the person received. The right one shows the details until they are erased.
 */
function CodeForm({ verification: { _id, type, status }, onShown }: Props) {
  const otp = useField('otp', '')
  const { why } = useCan('identity')
  const isFirst = status === 'Pending'
  // No idempotency key, so that no copy of this answer is kept.
  const validate = useFormAction(
    () => post('/identity/validate', { body: { verification_id: _id, type, otp: otp.value } }),
    {
      ...(isFirst && { done: 'Verified.' }),
      refresh: REFRESH,
      onDone: ({ identityNumber, providerResponse }) =>
        onShown({ type, number: identityNumber, ...providerResponse }),
    },
  )
  const resend = useAction(
    (_, key) => post('/identity/resend', { body: { verification_id: _id }, key }),
    { done: 'A new code was sent. The previous one no longer works.', refresh: REFRESH },
  )
  return (
    <Section
      title={isFirst ? 'Enter the code' : 'Show details again'}
      intro={
        isFirst
          ? 'The code is valid for ten minutes. Five wrong codes lock the verification.'
          : 'Enter the same code again, within 24 hours. This access is recorded.'
      }
    >
      <Form
        onSubmit={() => validate.run()}
        error={wrongCode(validate.error) === undefined ? validate.error : null}
      >
        <TextField
          {...otp}
          label="6-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          wrong={wrongCode(validate.error)}
          help={isTest ? 'In test mode it is 123456.' : undefined}
          onChange={(text) => otp.onChange(text.replaceAll(/\D/g, ''))}
        />
        <Buttons>
          {isFirst && (
            <Button why={why} isBusy={resend.isBusy} onClick={() => resend.run()}>
              Resend code
            </Button>
          )}
          <Button
            type="submit"
            look="main"
            isBusy={validate.isBusy}
            why={why ?? (SIX.test(otp.value) ? undefined : 'Enter the six digits.')}
          >
            {isFirst ? 'Verify' : 'Show details'}
          </Button>
        </Buttons>
      </Form>
    </Section>
  )
}

function wrongCode(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid_otp') return undefined
  const left = error.attemptsLeft
  if (left === null) return 'Wrong code.'
  return `Wrong code. ${left === 1 ? '1 attempt' : `${left} attempts`} left.`
}
