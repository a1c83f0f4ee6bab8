import { useState } from 'react'
import { type DataOf, del, post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmButton, Dialog, ShowOnceDialog } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Copy, Facts, type Tone } from '../parts/values.tsx'
import { useSession } from '../session.ts'
import { useAction, useFormAction } from '../use-action.ts'

type Begun = DataOf<'POST', '/second-factor'>
type Codes = { recovery_codes: string[] }

const PATH = '/second-factor'
const QR_PX = 200
const FEW = 3
const REFRESH = ['session', '/sessions', '/members']
const STATES: Record<'on' | 'off', { tone: Tone; text: string }> = {
  on: { tone: 'good', text: 'On' },
  off: { tone: 'warn', text: 'Off' },
}

/** Two-step sign-in: the app, and recovery codes. */
export function SecondStep() {
  const { second_factor: isOn, recovery_codes_left: left } = useSession()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const begin = useAction(() => post(PATH), { refresh: [], onDone: setBegun })
  const show = ({ recovery_codes }: Codes) => {
    setBegun(null)
    setCodes(recovery_codes)
  }
  const renew = useAction(() => post(`${PATH}/recovery-codes`), { refresh: REFRESH, onDone: show })
  return (
    <Section
      title="Two-step sign-in"
      intro={
        'Requires a code from an app on your phone in addition to your password. Every ' +
        'change in live mode needs it.'
      }
      actions={
        isOn ? (
          <>
            <Button isSmall isBusy={renew.isBusy} onClick={() => renew.run()}>
              New recovery codes
            </Button>
            <ConfirmButton
              isSmall
              look="danger"
              text="Turn off"
              title="Turn off two-step sign-in"
              isDanger
              work={() => del(PATH)}
              done="Two-step sign-in is off."
              refresh={REFRESH}
            >
              <p>
                You then sign in with your password only, and cannot change anything in live mode.
                Your recovery codes stop working.
              </p>
            </ConfirmButton>
          </>
        ) : (
          <Button isSmall look="main" isBusy={begin.isBusy} onClick={() => begin.run()}>
            Turn on
          </Button>
        )
      }
    >
      <Facts
        of={{
          Status: <Badge state={isOn ? 'on' : 'off'} of={STATES} />,
          'Recovery codes': isOn ? (
            <>
              {left} left{left <= FEW && ': create new ones soon.'}
            </>
          ) : null,
        }}
      />
      {begun && <TurnOnDialog begun={begun} onClose={() => setBegun(null)} onDone={show} />}
      {codes && (
        <ShowOnceDialog
          title="Your recovery codes"
          intro={
            'Each code signs you in once, without your phone. Store them in a different ' +
            'place from your phone.'
          }
          text={codes.join('\n')}
          label="Recovery codes"
          kept="I have stored the codes"
          fileName="cowrie-recovery-codes.txt"
          onClose={() => setCodes(null)}
        />
      )}
    </Section>
  )
}

type TurnOn = { begun: Begun; onClose: () => void; onDone: (codes: Codes) => void }

function TurnOnDialog({ begun: { secret, qr_svg }, onClose, onDone }: TurnOn) {
  const code = useField('code', '')
  const confirm = useFormAction(
    () => post(`${PATH}/confirm`, { body: { code: code.value.trim() } }),
    {
      done: 'Two-step sign-in is on. You are signed out everywhere else.',
      refresh: REFRESH,
      onDone,
    },
  )
  return (
    <Dialog
      title="Turn on two-step sign-in"
      intro="Scan this with an authenticator app, then enter the code it shows."
      onClose={onClose}
    >
      <img
        className="qr"
        alt="QR code of the secret"
        width={QR_PX}
        height={QR_PX}
        src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
      />
      <Facts of={{ 'Or enter this key': <Copy text={secret} /> }} />
      <ActionForm action={confirm} submit="Turn on" onCancel={onClose}>
        <TextField {...code} label="Code" inputMode="numeric" autoComplete="one-time-code" />
      </ActionForm>
    </Dialog>
  )
}
