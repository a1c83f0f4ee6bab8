import { put } from '../api.ts'
import { DialogButton, FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, useField } from '../parts/field.tsx'
import { Section } from '../parts/page.tsx'
import { Facts, Time } from '../parts/values.tsx'
import { useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import type { Webhooks } from './webhooks.tsx'

type Format = Webhooks['format']

const FORMATS: Record<Format, string> = { standard: 'Cowrie', paystack: 'Paystack' }

/** In whose format events are sent, and which key signs them there. */
export function WebhooksFormat({ format }: { format: Format }) {
  const { data: signer } = useGet('/webhooks/signing-key')
  const { why } = useCan('webhooks')
  return (
    <Section
      title="Format"
      intro="Software that is written for Paystack reads events in its format."
      actions={
        <DialogButton
          isSmall
          why={why}
          dialog={(close) => <FormatDialog format={format} onClose={close} />}
        >
          Choose format
        </DialogButton>
      }
    >
      <Facts
        of={{
          Format: FORMATS[format],
          'Signed with': format === 'paystack' ? <SignedWith hint={signer?.hint} /> : null,
          'Signs until': signer?.ends_at && <Time at={signer.ends_at} />,
        }}
      />
    </Section>
  )
}

function SignedWith({ hint }: { hint: string | null | undefined }) {
  return hint ? <code>{hint}</code> : <>the webhook secret</>
}

function FormatDialog({ format: before, onClose }: { format: Format; onClose: () => void }) {
  const format = useField<Format>('format', before)
  const secretKey = useField<string>('secret_key', '')
  const isTheirs = format.value === 'paystack'
  const save = useFormAction(
    async (_, key) => {
      // The key first: if it is wrong, nothing has changed.
      if (isTheirs && secretKey.value !== '') {
        await put('/webhooks/signing-key', { body: { secret_key: secretKey.value.trim() } })
      }
      return put('/webhooks', { body: { format: format.value }, key })
    },
    { done: 'Saved.', refresh: ['/webhooks'], onDone: onClose },
  )
  return (
    <FormDialog title="Format of webhooks" onClose={onClose} action={save} submit="Save">
      <SelectField {...format} label="Format" options={FORMATS} />
      {isTheirs && (
        <TextField
          {...secretKey}
          label="Secret key that signs"
          help={
            'The key that your plugin has in its settings. It is stored encrypted, for signing ' +
            'only; of other keys we have a hash. If you leave this empty, nothing changes: the ' +
            'webhook secret signs until a key is named.'
          }
          isOptional
          type="password"
          autoComplete="off"
          placeholder="sk_"
        />
      )}
    </FormDialog>
  )
}
