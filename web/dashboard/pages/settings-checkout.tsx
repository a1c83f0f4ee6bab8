import { useState } from 'react'
import { REVIEWED } from '../../../src/payments/checkout/languages/reviewed.ts'
import { get, put } from '../api.ts'
import { Checkbox, SelectField, TextField, useCheckbox, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
import { type Channel, ChannelOrder, settingOf, wholeOrder } from './channel-order.tsx'
import type { Settings } from './settings.tsx'

type Language = NonNullable<Settings['language']>
type Theme = NonNullable<Settings['theme']>

const NAMES: Record<Language, string> = {
  en: 'English',
  pcm: 'Nigerian Pidgin',
  yo: 'Yorùbá',
  ha: 'Hausa',
  ig: 'Igbo',
}
const LANGUAGES: Record<string, string> = {
  own: 'The customer chooses',
  ...Object.fromEntries(
    Object.entries(NAMES).map(([language, name]) => [
      language,
      REVIEWED.includes(language) ? name : `${name} (unreviewed translation)`,
    ]),
  ),
}
const THEMES: Record<string, string> = {
  own: "As on the customer's device",
  light: 'Light',
  dark: 'Dark',
}
const HOUR = 3_600
const TIMES: Record<string, string> = {
  '900': '15 minutes',
  '1800': '30 minutes',
  [HOUR]: '1 hour',
  [6 * HOUR]: '6 hours',
  [24 * HOUR]: 'A day',
  [72 * HOUR]: '3 days',
  [168 * HOUR]: '7 days',
}

export function CheckoutForm({ settings: given }: { settings: Settings }) {
  const edit = useEdit(given, {
    read: () => get('/settings/checkout'),
    formOf: ({ language, default_callback_url, expiry_seconds, ...more }) => ({
      language,
      channel_order: more.channel_order,
      accent: more.accent,
      theme: more.theme,
      default_callback_url,
      expiry_seconds,
      accept_overpayment: more.accept_overpayment,
      require_signed_requests: more.require_signed_requests,
      request_log: more.request_log,
    }),
  })
  const settings = edit.record
  const language = useField<Language | 'own'>('language', settings.language ?? 'own')
  const [order, setOrder] = useState<Channel[]>()
  const accent = useField('accent', settings.accent ?? '')
  const theme = useField<Theme | 'own'>('theme', settings.theme ?? 'own')
  const callback = useField('default_callback_url', settings.default_callback_url ?? '')
  const seconds = useField('expiry_seconds', String(settings.expiry_seconds))
  const takesMore = useCheckbox('accept_overpayment', settings.accept_overpayment)
  const signed = useCheckbox('require_signed_requests', settings.require_signed_requests)
  const logged = useCheckbox('request_log', settings.request_log)
  const { why } = useCan('settings')
  const body = {
    language: language.value === 'own' ? null : language.value,
    channel_order: order === undefined ? settings.channel_order : settingOf(order),
    accent: accent.value.trim() || null,
    theme: theme.value === 'own' ? null : theme.value,
    default_callback_url: callback.value.trim() || null,
    expiry_seconds: Number(seconds.value),
    accept_overpayment: takesMore.isOn,
    require_signed_requests: signed.isOn,
    request_log: logged.isOn,
  }
  const save = useFormAction(
    (_, key) => edit.save(body, (ifMatch) => put('/settings/checkout', { body, key, ifMatch })),
    { done: 'Saved. Applies to new payments.', refresh: ['/settings'] },
  )
  return (
    <ActionForm action={save} submit="Save" why={why}>
      <SelectField {...language} label="Checkout language" options={LANGUAGES} />
      <ChannelOrder order={order ?? wholeOrder(settings.channel_order)} onChange={setOrder} />
      <TextField
        {...accent}
        label="Accent"
        help="Of buttons and links. Dark enough for white letters."
        isOptional
        placeholder="#0a6b56"
      />
      <SelectField {...theme} label="Appearance" options={THEMES} />
      <TextField
        {...callback}
        label="Default return URL"
        help="Used if a payment has no callback URL."
        isOptional
        type="url"
        placeholder="https://"
      />
      <SelectField
        {...seconds}
        label="Payments expire after"
        // A value that only the API can set stays until another is chosen.
        options={{ [seconds.value]: inWords(Number(seconds.value)), ...TIMES }}
      />
      <Checkbox
        {...takesMore}
        label="Accept overpayments"
        help="You keep the whole transfer. Otherwise it is returned to the sender."
      />
      <Checkbox
        {...signed}
        label="Require signed requests"
        help="A stolen key alone is then useless. Make your server sign its requests first."
      />
      <Checkbox
        {...logged}
        label="Keep a log of API requests"
        help="For 30 days, without secrets. Developers, Requests shows it."
      />
    </ActionForm>
  )
}

function inWords(seconds: number): string {
  return TIMES[String(seconds)] ?? `${Math.round(seconds / 60)} minutes`
}
