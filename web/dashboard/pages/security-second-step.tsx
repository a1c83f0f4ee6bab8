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

/** A code of an app besides the password, and what to do without the app. */
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
        'A code of an app on your phone besides the password. Whoever has your password alone ' +
        'cannot sign in then; in live mode every change needs it.'
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
                Your password alone then signs you in, and you can change nothing in live mode. Your
                recovery codes are good no longer.
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
          State: <Badge state={isOn ? 'on' : 'off'} of={STATES} />,
          'Recovery codes': isOn ? (
            <>
              {left} left{left <= FEW && ': make new ones while you can.'}
            </>
          ) : null,
        }}
      />
      {begun && <TurnOnDialog begun={begun} onClose={() => setBegun(null)} onDone={show} />}
      {codes && (
        <ShowOnceDialog
          title="Your recovery codes"
          intro={
            'Each signs you in once, when your phone is not at hand. Keep them where your phone ' +
            'is not.'
          }
          text={codes.join('\n')}
          label="Recovery codes"
          kept="I have kept the codes"
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
      intro="Scan this with an authenticator app, and enter the code that it shows."
      onClose={onClose}
    >
      <img
        className="qr"
        alt="The secret as a code to scan"
        width={QR_PX}
        height={QR_PX}
        src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
      />
      <Facts of={{ 'Or type it in': <Copy text={secret} /> }} />
      <ActionForm action={confirm} submit="Turn on" onCancel={onClose}>
        <TextField {...code} label="Code" inputMode="numeric" autoComplete="one-time-code" />
      </ActionForm>
    </Dialog>
  )
}
