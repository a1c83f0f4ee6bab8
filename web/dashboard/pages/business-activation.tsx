import { useState } from 'react'
import { post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { Copy } from '../parts/copy.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { TextArea } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { SESSION } from '../session.ts'
import { useAction } from '../use-action.ts'
import { BUSINESSES, type Detail, UNDECIDABLE } from './business-words.ts'

const NO_RAIL =
  'Live mode is open. No live rail is set up: calls of live mode are refused until one is.'

/** Who the business says it is, and whether it may take real money. */
export function Activation({ of: business }: { of: Detail }) {
  const { activation } = business
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null)
  const why = UNDECIDABLE[activation.state]
  const close = () => setOpen(null)
  return (
    <Section
      title="Live mode"
      actions={
        activation.state !== 'active' && (
          <>
            <Button isSmall why={why} onClick={() => setOpen('refuse')}>
              Refuse
            </Button>
            <Button isSmall look="main" why={why} onClick={() => setOpen('approve')}>
              Approve
            </Button>
          </>
        )
      }
    >
      {activation.state === 'not_asked' ? (
        <p className="faint">It has not asked for live mode. Its owner does so under Go live.</p>
      ) : (
        <Facts
          of={{
            'Registered name': activation.legal_name,
            'Registration number': activation.registration_number && (
              <Copy text={activation.registration_number} />
            ),
            Phone: activation.contact_phone,
            Website: activation.website && <Website address={activation.website} />,
            Asked: <Time at={activation.asked_at} as="full" />,
            Decided: activation.decided_at && <Time at={activation.decided_at} as="full" />,
            'Told the business': activation.note && (
              <span className="pre-line">{activation.note}</span>
            ),
          }}
        />
      )}
      {open === 'approve' && <ApproveDialog of={business} onClose={close} />}
      {open === 'refuse' && <RefuseDialog of={business} onClose={close} />}
    </Section>
  )
}

/** Typed by a stranger: it opens only where it is an address of the web. */
function Website({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return address
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {address}
    </a>
  )
}

type Props = { of: Detail; onClose: () => void }

function ApproveDialog({ of: { business_id, name, activation }, onClose }: Props) {
  const approve = useAction(
    () => post(`${BUSINESSES}/{business_id}/activate`, { params: { business_id } }),
    {
      done: ({ live_rail }) => (live_rail ? `Live mode of ${name} is open.` : NO_RAIL),
      refresh: [BUSINESSES, ...SESSION],
      errors: 'form',
      onDone: onClose,
    },
  )
  return (
    <ConfirmDialog
      title={`Open live mode for ${name}?`}
      confirm={['Open live mode for', name]}
      isOpen
      onClose={onClose}
      action={approve}
    >
      <p>
        From then on it takes real money as {activation.legal_name},{' '}
        {activation.registration_number}. Check both in the public register first.
      </p>
      <p>Its people make its live keys themselves. It cannot be closed again here.</p>
    </ConfirmDialog>
  )
}

function RefuseDialog({ of: { business_id, name }, onClose }: Props) {
  const [note, setNote] = useState('')
  const refuse = useAction(
    () =>
      post(`${BUSINESSES}/{business_id}/refuse-activation`, {
        params: { business_id },
        body: { note },
      }),
    {
      done: `Live mode is refused. ${name} reads why.`,
      refresh: [BUSINESSES],
      errors: 'form',
      onDone: onClose,
    },
  )
  return (
    <Dialog
      title={`Refuse live mode to ${name}`}
      intro="The business reads your note, puts right what is wrong, and may ask again."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => refuse.run()} error={refuse.error}>
        <TextArea
          name="note"
          label="Why, and what to put right"
          rows={4}
          value={note}
          onChange={setNote}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isBusy={refuse.isBusy}>
            Refuse
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}
