import { useState } from 'react'
import { type DataOf, put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { Checkbox, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { isTest } from '../session.ts'
import { useAction } from '../use-action.ts'
import { EVENT_TYPES } from './webhook-words.ts'

export type Webhooks = DataOf<'GET', '/webhooks'>

const OFFERED = Object.entries(EVENT_TYPES).filter(([type]) => type !== 'webhook.test')
const FORM = isTest
  ? 'Such as https://shop.example/webhooks, or http://localhost:3000 on this machine.'
  : 'With https, such as https://shop.example/webhooks.'

/** Both addresses, and what is sent to them. */
export function ChangeWebhooksDialog(props: { webhooks: Webhooks; onClose: () => void }) {
  const { webhooks, onClose } = props
  const [url, setUrl] = useState(webhooks.url ?? '')
  const [dedicated, setDedicated] = useState(webhooks.dedicated_virtual_account_url ?? '')
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(webhooks.events))
  const save = useAction(
    (_, key) =>
      put('/webhooks', {
        body: {
          url: url.trim() || null,
          dedicated_virtual_account_url: dedicated.trim() || null,
          events: [...events],
        },
        key,
      }),
    { done: 'Saved.', refresh: ['/webhooks'], errors: 'form', onDone: onClose },
  )
  const choose = (type: string, isOn: boolean) =>
    setEvents(new Set(isOn ? [...events, type] : [...events].filter((other) => other !== type)))
  return (
    <Dialog title="Webhooks" isOpen isWide onClose={onClose}>
      <Form onSubmit={() => save.run()} error={save.error}>
        <TextField
          name="url"
          label="Address for all events"
          help={FORM}
          type="url"
          placeholder="https://"
          value={url}
          onChange={setUrl}
        />
        <TextField
          name="dedicated_virtual_account_url"
          label="Address for deposits to dedicated accounts"
          help="Where it is left empty, they go to the address above."
          isOptional
          type="url"
          placeholder="https://"
          value={dedicated}
          onChange={setDedicated}
        />
        <fieldset className="fieldset">
          <legend>What is sent</legend>
          <div className="columns-small">
            {OFFERED.map(([type, text]) => (
              <Checkbox
                key={type}
                name={type}
                label={type}
                help={text}
                isOn={events.has(type)}
                onChange={(isOn) => choose(type, isOn)}
              />
            ))}
          </div>
        </fieldset>
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={save.isBusy}>
            Save
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}
