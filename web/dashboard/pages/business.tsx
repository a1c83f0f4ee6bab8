import { post } from '../api.ts'
import { ConfirmDialog, DialogButton, FormDialog } from '../parts/dialog.tsx'
import { TextArea, useField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { FactsSection, OperatorFrame, Section } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Badge, Copy, Facts, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { SESSION, useIsOperator } from '../session.ts'
import { useParam } from '../url.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { ModePanel } from './business-mode.tsx'
import { ACTIVATION_STATES, BUSINESSES, type Detail, UNDECIDABLE } from './business-words.ts'
import { MODES } from './operator-words.ts'

const CRUMBS = [{ title: 'Businesses', to: paths.businesses() }]

/** A business as an operator sees it: without keys, secrets and payments. */
export function BusinessPage() {
  const id = useParam('id')
  const isShown = useIsOperator()
  const { data, error, again } = useGet(`${BUSINESSES}/{business_id}`, {
    params: { business_id: id },
    isOff: !isShown,
  })
  return (
    <OperatorFrame
      title={data?.name ?? 'Business'}
      crumbs={CRUMBS}
      beside={data && <Badge state={data.activation.state} of={ACTIVATION_STATES} />}
    >
      {error ? <ErrorBox error={error} again={again} /> : null}
      {data === undefined && !error && <Skeleton lines={10} />}
      {data !== undefined && !error && (
        <>
          <div className="columns">
            <FactsSection
              title="Business"
              of={{
                Email: data.email,
                Created: <Time at={data.created_at} as="full" />,
                'Live since': <Time at={data.live_activated_at} as="full" none="Not yet" />,
                Id: <Copy text={data.business_id} />,
              }}
            />
            <Activation of={data} />
          </div>
          <Tabs
            label="Mode"
            name="mode"
            of={Object.fromEntries(
              data.modes.map((one) => [
                one.domain,
                {
                  title: `${MODES[one.domain]} mode`,
                  content: <ModePanel of={one} id={id} etag={data.etag} />,
                },
              ]),
            )}
          />
        </>
      )}
    </OperatorFrame>
  )
}

const NO_RAIL =
  'Live mode is active, but no live provider is configured. Live calls are rejected until ' +
  'one is.'

/** What the business says about itself, and whether it may use live mode. */
function Activation({ of: business }: { of: Detail }) {
  const { activation } = business
  const why = UNDECIDABLE[activation.state]
  return (
    <Section
      title="Live mode"
      actions={
        activation.state !== 'active' && (
          <>
            <DialogButton
              isSmall
              why={why}
              dialog={(close) => <RefuseDialog of={business} onClose={close} />}
            >
              Reject
            </DialogButton>
            <DialogButton
              isSmall
              look="main"
              why={why}
              dialog={(close) => <ApproveDialog of={business} onClose={close} />}
            >
              Approve
            </DialogButton>
          </>
        )
      }
    >
      {activation.state === 'not_asked' ? (
        <p className="faint">
          This business has not requested live mode. Its owner can do so under Go live.
        </p>
      ) : (
        <Facts
          of={{
            'Registered name': activation.legal_name,
            'Registration number': activation.registration_number && (
              <Copy text={activation.registration_number} />
            ),
            Phone: activation.contact_phone,
            Website: activation.website && <Website address={activation.website} />,
            Requested: <Time at={activation.asked_at} as="full" />,
            Decided: activation.decided_at && <Time at={activation.decided_at} as="full" />,
            'Note to the business': activation.note && (
              <span className="pre-line">{activation.note}</span>
            ),
          }}
        />
      )}
    </Section>
  )
}

/** The business typed it: it is a link only if it is a web address. */
function Website({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return address
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {address}
    </a>
  )
}

type Props = { of: Detail; onClose: () => void }

function ApproveDialog({ of, onClose }: Props) {
  const { business_id, name, activation } = of
  const approve = useFormAction(
    () => post(`${BUSINESSES}/{business_id}/activate`, { params: { business_id } }),
    {
      done: ({ live_rail }) => (live_rail ? `Live mode of ${name} is active.` : NO_RAIL),
      refresh: [BUSINESSES, ...SESSION],
      onDone: onClose,
    },
  )
  return (
    <ConfirmDialog
      title={`Activate live mode for ${name}?`}
      confirm={['Activate', 'live mode for', name]}
      onClose={onClose}
      action={approve}
    >
      <p>
        It then accepts real money as {activation.legal_name}, {activation.registration_number}.
        Check both in the public register first.
      </p>
      <p>Its team creates the live keys. You cannot undo this here.</p>
      {!of.live_rail && (
        <div className="notice" data-tone="warn">
          <b>No live provider is configured</b>
          <p>
            It can prepare everything, but takes no payment until you configure one. See{' '}
            <Go to={paths.rails()}>Rails</Go>.
          </p>
        </div>
      )}
    </ConfirmDialog>
  )
}

function RefuseDialog({ of: { business_id, name }, onClose }: Props) {
  const note = useField('note', '')
  const refuse = useFormAction(
    () =>
      post(`${BUSINESSES}/{business_id}/refuse-activation`, {
        params: { business_id },
        body: { note: note.value },
      }),
    {
      done: `Request rejected. ${name} can read the reason.`,
      refresh: [BUSINESSES],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={`Reject the request of ${name}`}
      intro="The business reads your note. It can fix the problem and request live mode again."
      onClose={onClose}
      action={refuse}
      submit="Reject"
      look="danger"
    >
      <TextArea {...note} label="Reason, and what to fix" rows={4} />
    </FormDialog>
  )
}
