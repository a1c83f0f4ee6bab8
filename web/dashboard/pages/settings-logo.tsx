import { useState } from 'react'
import { put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { useCan } from '../permissions.ts'
import { useBusiness } from '../session.ts'
import { useAction } from '../use-action.ts'
import type { Settings } from './settings.tsx'

const BYTES_MAX = 64 * 1024
const LOGO_HEIGHT = 48

/** A file that was chosen and is not saved yet: as the page shows it, and as the API takes it. */
type Chosen = { address: string; base64: string }

export function LogoForm({ settings: { logo } }: { settings: Settings }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const { why } = useCan('settings')
  const save = useAction(
    (sent: string | null, key) => put('/settings/checkout', { body: { logo: sent }, key }),
    {
      done: (answer) => (answer.logo === null ? 'The logo is removed.' : 'The logo is saved.'),
      refresh: ['/settings'],
      errors: 'form',
      onDone: () => setChosen(null),
    },
  )
  const choose = async (file: File | undefined) => {
    save.reset()
    setChosen(null)
    setWrong(undefined)
    if (file === undefined) return
    if (file.size > BYTES_MAX) setWrong('This file is too large: at most 64 KB.')
    else setChosen(await read(file))
  }
  const shown = chosen?.address ?? pathOf(logo?.url)
  return (
    <Form onSubmit={() => chosen && save.run(chosen.base64)} error={save.error}>
      <Preview address={shown} isNew={chosen !== null} />
      <Field
        name="logo"
        label="Picture"
        help="A PNG, JPEG or WebP of at most 64 KB, and at most 1,024 pixels wide and high."
        wrong={wrong}
      >
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        )}
      </Field>
      <Buttons>
        <Button
          type="submit"
          look="main"
          why={why ?? (chosen === null ? 'Choose a picture first.' : undefined)}
          isBusy={save.isBusy}
        >
          Save
        </Button>
        {logo !== null && chosen === null && (
          <Button look="danger" why={why} isBusy={save.isBusy} onClick={() => save.run(null)}>
            Remove it
          </Button>
        )}
      </Buttons>
    </Form>
  )
}

/** As the head of the checkout shows it. */
function Preview({ address, isNew }: { address: string | undefined; isNew: boolean }) {
  const name = useBusiness()?.name ?? ''
  const saved =
    address === undefined ? 'No logo yet: your name alone.' : 'So the checkout shows it.'
  return (
    <figure className="logo-preview">
      <div>
        {address !== undefined && (
          <img src={address} alt={`Logo of ${name}`} height={LOGO_HEIGHT} />
        )}
        <strong>{name}</strong>
      </div>
      <figcaption className="faint">
        {isNew ? 'Not saved yet: so the checkout would show it.' : saved}
      </figcaption>
    </figure>
  )
}

/** From here, whatever name the service goes by: pictures of other hosts are not shown. */
function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).pathname
}

function read(file: File): Promise<Chosen> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = String(reader.result)
      resolve({ address, base64: address.slice(address.indexOf(',') + 1) })
    }
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
