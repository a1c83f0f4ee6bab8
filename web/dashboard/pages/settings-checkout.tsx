import { useState } from 'react'
import { put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { Checkbox, SelectField, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { useCan } from '../permissions.ts'
import { useAction } from '../use-action.ts'
import type { Settings } from './settings.tsx'

type Language = NonNullable<Settings['language']>

const LANGUAGES: Record<Language | 'own', string> = {
  own: 'As their browser asks for',
  en: 'English',
  pcm: 'Nigerian Pidgin',
  yo: 'Yorùbá',
  ha: 'Hausa',
  ig: 'Igbo',
}
const HOUR = 3_600
const TIMES: Record<string, string> = {
  '900': '15 minutes',
  '1800': '30 minutes',
  [HOUR]: 'An hour',
  [6 * HOUR]: '6 hours',
  [24 * HOUR]: 'A day',
  [72 * HOUR]: '3 days',
  [168 * HOUR]: '7 days',
}

export function CheckoutForm({ settings }: { settings: Settings }) {
  const [language, setLanguage] = useState<Language | 'own'>(settings.language ?? 'own')
  const [callback, setCallback] = useState(settings.default_callback_url ?? '')
  const [seconds, setSeconds] = useState(String(settings.expiry_seconds))
  const [takesMore, setTakesMore] = useState(settings.accept_overpayment)
  const [isSigned, setSigned] = useState(settings.require_signed_requests)
  const { why } = useCan('settings')
  const body = {
    language: language === 'own' ? null : language,
    default_callback_url: callback.trim() || null,
    expiry_seconds: Number(seconds),
    accept_overpayment: takesMore,
    require_signed_requests: isSigned,
  }
  const save = useAction((_, key) => put('/settings/checkout', { body, key }), {
    done: 'Saved. It holds for payments from now on.',
    refresh: ['/settings'],
    errors: 'form',
  })
  return (
    <Form onSubmit={() => why === undefined && save.run()} error={save.error}>
      <SelectField
        name="language"
        label="Language of the checkout"
        value={language}
        options={LANGUAGES}
        onChange={(value) => setLanguage(value as Language | 'own')}
      />
      <TextField
        name="default_callback_url"
        label="Where customers return to"
        help="After paying, where the payment itself does not say."
        isOptional
        type="url"
        placeholder="https://"
        value={callback}
        onChange={setCallback}
      />
      <SelectField
        name="expiry_seconds"
        label="How long a payment can be paid"
        value={seconds}
        // Set by the API to something between, it stays until somebody chooses.
        options={{ [seconds]: inWords(Number(seconds)), ...TIMES }}
        onChange={setSeconds}
      />
      <Checkbox
        name="accept_overpayment"
        label="Take transfers of more than the amount"
        help="All of it is yours then. Else they go back to who sent them."
        isOn={takesMore}
        onChange={setTakesMore}
      />
      <Checkbox
        name="require_signed_requests"
        label="Only start payments that your server has signed"
        help="A stolen key alone starts none then. Your server must sign before you turn this on."
        isOn={isSigned}
        onChange={setSigned}
      />
      <Buttons>
        <Button type="submit" look="main" why={why} isBusy={save.isBusy}>
          Save
        </Button>
      </Buttons>
    </Form>
  )
}

function inWords(seconds: number): string {
  return TIMES[String(seconds)] ?? `${Math.round(seconds / 60)} minutes`
}
