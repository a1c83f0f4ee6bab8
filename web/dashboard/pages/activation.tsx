import { type DataOf, post, put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Go } from '../parts/go.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { FactsSection, Page, Section } from '../parts/page.tsx'
import { Badge, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { switchMode } from '../place.ts'
import { isTest, useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'

type Activation = DataOf<'GET', '/activation'>
type State = Activation['state']

const PATH = '/activation'
const STATES: Record<State, { tone: Tone; text: string }> = {
  not_asked: { tone: 'plain', text: 'Not requested' },
  asked: { tone: 'wait', text: 'Under review' },
  active: { tone: 'good', text: 'Active' },
  refused: { tone: 'bad', text: 'Rejected' },
}
const WORDS: Record<State, string> = {
  not_asked:
    'So far you are in test mode, and no real money moves. Request live mode with the ' +
    'details of your business. The operator of this service reviews them.',
  asked:
    'You have requested live mode. The operator of this service is reviewing your request. ' +
    'The result appears here.',
  active: 'This business accepts real payments. Changes in live mode need two-step sign-in.',
  refused: 'Your request was rejected. Fix the problem below and request live mode again.',
}

const NUMBER_HELP =
  '11 digits, of a director or the owner, or their NIN below. The central bank requires one for ' +
  'the account number of your wallet. It is stored encrypted.'

/** Requests live mode; an operator of the service decides. */
export function ActivationPage() {
  const read = useGet(PATH, { everyMs: 15_000 })
  const { data } = read
  return (
    <Page
      title="Go live"
      isNarrow
      beside={data && <Badge state={data.state} of={STATES} />}
      intro={data && WORDS[data.state]}
    >
      <Loaded read={read} lines={6}>
        {(activation) => <Content activation={activation} />}
      </Loaded>
    </Page>
  )
}

function Content({ activation }: { activation: Activation }) {
  const { state, note, decided_at, asked_at } = activation
  const isOpen = state === 'not_asked' || state === 'refused'
  return (
    <>
      {state === 'refused' && (
        <Section title="Why">
          <p>{note}</p>
          <p className="faint">
            <Time at={decided_at} as="full" />
          </p>
        </Section>
      )}
      {!isOpen && (
        <FactsSection
          title="Business"
          of={{
            Name: activation.legal_name,
            Registration: activation.registration_number,
            Phone: activation.contact_phone,
            Website: activation.website,
            BVN: activation.bvn && <code>{activation.bvn}</code>,
            NIN: activation.nin && <code>{activation.nin}</code>,
            Requested: asked_at && <Time at={asked_at} as="full" />,
            Activated: state === 'active' && decided_at ? <Time at={decided_at} as="full" /> : null,
          }}
        />
      )}
      {!isOpen && <ChangeNumbers />}
      {isOpen && <Ask activation={activation} />}
      {state === 'active' && <Next />}
    </>
  )
}

function Ask({ activation }: { activation: Activation }) {
  const name = useField('legal_name', activation.legal_name ?? '')
  const number = useField('registration_number', activation.registration_number ?? '')
  const phone = useField('contact_phone', activation.contact_phone ?? '')
  const bvn = useField('bvn', '')
  const nin = useField('nin', '')
  const website = useField('website', activation.website ?? '')
  const { why } = useCan('activate')
  const body = {
    legal_name: name.value,
    registration_number: number.value.trim(),
    contact_phone: phone.value.trim(),
    website: website.value.trim() || null,
    ...(bvn.value.trim() && { bvn: bvn.value.trim() }),
    ...(nin.value.trim() && { nin: nin.value.trim() }),
  }
  const ask = useFormAction(() => post(PATH, { body }), {
    done: 'Live mode requested.',
    refresh: [PATH],
  })
  return (
    <Section title="Request live mode">
      <ActionForm action={ask} submit="Request live mode" why={why}>
        <TextField
          {...name}
          label="Business name"
          help="The registered name."
          autoComplete="organization"
        />
        <TextField
          {...number}
          label="Registration number"
          help="From the Corporate Affairs Commission: RC or BN and digits, such as RC1234567."
          autoComplete="off"
        />
        <TextField
          {...phone}
          label="Phone"
          help="A number we can call about this request, such as +2348012345678."
          type="tel"
          autoComplete="tel"
        />
        <TextField {...website} label="Website" isOptional type="url" autoComplete="url" />
        <NumberFields bvn={bvn} nin={nin} />
      </ActionForm>
    </Section>
  )
}

/** For a number that the bank has rejected. */
function ChangeNumbers() {
  const bvn = useField('bvn', '')
  const nin = useField('nin', '')
  const body = {
    ...(bvn.value.trim() && { bvn: bvn.value.trim() }),
    ...(nin.value.trim() && { nin: nin.value.trim() }),
  }
  const change = useFormAction(() => put('/activation/numbers', { body }), {
    done: 'The numbers are replaced.',
    refresh: [PATH],
  })
  return (
    <details>
      <summary>Replace the BVN and NIN</summary>
      <ActionForm action={change} submit="Replace both" why={useCan('activate').why}>
        <NumberFields bvn={bvn} nin={nin} />
      </ActionForm>
    </details>
  )
}

function NumberFields({ bvn, nin }: Record<'bvn' | 'nin', ReturnType<typeof useField>>) {
  return (
    <>
      <TextField {...bvn} label="BVN" help={NUMBER_HELP} inputMode="numeric" autoComplete="off" />
      <TextField
        {...nin}
        label="NIN"
        help="In place of the BVN, or beside it."
        isOptional
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  )
}

/** The steps before the first real payment, in order. */
function Next() {
  return (
    <Section title="Next steps">
      <ol className="steps">
        <li>
          Turn on two-step sign-in, under <Go to={paths.security()}>Security</Go>.
        </li>
        <li>
          Switch to live mode and create your live <Go to={paths.keys()}>keys</Go> there.
        </li>
        <li>
          Set the live URL of your <Go to={paths.webhooks()}>webhooks</Go>. It has its own secret.
        </li>
        <li>
          Check the <Go to={paths.settings()}>checkout settings</Go> for live mode.
        </li>
      </ol>
      {isTest && (
        <div>
          <Button look="main" onClick={() => switchMode('live')}>
            Switch to live mode
          </Button>
        </div>
      )}
    </Section>
  )
}
