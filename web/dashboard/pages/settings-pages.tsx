import { useState } from 'react'
import { get, put } from '../api.ts'
import { base64In, dataUrlOf } from '../files.ts'
import { Button } from '../parts/button.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { Buttons, Form } from '../parts/form.tsx'
import { isTest, useBusiness, useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
import type { Settings } from './settings.tsx'

const BYTES_MAX = 64 * 1024
const LOGO_HEIGHT = 48

/** A chosen file before it is saved: for the preview, and for the API. */
type Chosen = { address: string; base64: string }

const read = () => get('/settings/checkout')

export function LogoForm({ settings }: { settings: Settings }) {
  const edit = useEdit(settings, { read, formOf: ({ logo }) => ({ logo }) })
  const { logo } = edit.record
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const { why } = useCan('settings')
  const save = useFormAction(
    (sent: string | null, key) => {
      const body = { logo: sent }
      return edit.save(body, (ifMatch) => put('/settings/checkout', { body, key, ifMatch }))
    },
    {
      done: (answer) => (answer.logo === null ? 'Logo removed.' : 'Logo saved.'),
      refresh: ['/settings'],
      onDone: () => setChosen(null),
    },
  )
  const choose = async (file: File | undefined) => {
    save.reset()
    setChosen(null)
    setWrong(undefined)
    if (file === undefined) return
    if (file.size > BYTES_MAX) setWrong('This file is too large: at most 64 KB.')
    else {
      const address = await dataUrlOf(file)
      setChosen({ address, base64: base64In(address) })
    }
  }
  const shown = chosen?.address ?? pathOf(logo?.url)
  return (
    <Form onSubmit={() => chosen && save.run(chosen.base64)} error={save.error}>
      <Preview address={shown} isNew={chosen !== null} />
      <Field
        name="logo"
        label="Image"
        help="PNG, JPEG or WebP, at most 64 KB and 1,024 × 1,024 pixels."
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
          why={why ?? (chosen === null ? 'Choose an image.' : undefined)}
          isBusy={save.isBusy}
        >
          Save
        </Button>
        {logo !== null && chosen === null && (
          <Button look="danger" why={why} isBusy={save.isBusy} onClick={() => save.run(null)}>
            Remove
          </Button>
        )}
      </Buttons>
    </Form>
  )
}

/** Like the header of the checkout. */
function Preview({ address, isNew }: { address: string | undefined; isNew: boolean }) {
  const name = useBusiness()?.name ?? ''
  const saved =
    address === undefined
      ? 'No logo yet: the checkout shows your name only.'
      : 'As shown on the checkout.'
  return (
    <figure className="logo-preview">
      <div>
        {address !== undefined && (
          <img src={address} alt={`Logo of ${name}`} height={LOGO_HEIGHT} />
        )}
        <strong>{name}</strong>
      </div>
      <figcaption className="faint">{isNew ? 'Preview, not saved yet.' : saved}</figcaption>
    </figure>
  )
}

/** A path, because the page's policy blocks images of other hosts. */
function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).pathname
}

const ORIGINS_MAX = 20
const HELP = isTest
  ? 'Such as https://shop.example, without a path; or http://localhost:3000 on this machine.'
  : 'Such as https://shop.example, without a path.'
const APP_HELP = 'Payments can return to a mobile app if you add its scheme here, such as myapp://.'

type Line = { number: number; text: string }

/** The origins that may open the checkout in a frame, and the apps that customers return to. */
export function OriginsForm({ settings }: { settings: Settings }) {
  const formOf = ({ allowed_origins }: Settings) => ({ allowed_origins })
  const edit = useEdit(settings, { read, formOf })
  const [lines = edit.record.allowed_origins.map(lineOf), setLines] = useState<Line[]>()
  const { why } = useCan('settings')
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const save = useFormAction(
    (_, key) => {
      const body = { allowed_origins: filled.map(({ text }) => text.trim()) }
      return edit.save(body, (ifMatch) => put('/settings/checkout', { body, key, ifMatch }))
    },
    {
      done: 'Saved.',
      refresh: ['/settings'],
      onDone: (answer) => setLines(answer.allowed_origins.map(lineOf)),
    },
  )
  const add = () => setLines([...lines, { number: nextNumber(lines), text: '' }])
  const change = (number: number, text: string) =>
    setLines(lines.map((line) => (line.number === number ? { number, text } : line)))
  const remove = (number: number) => setLines(lines.filter((line) => line.number !== number))
  return (
    <Form
      onSubmit={() => {
        // The API names errors by index among the origins that are sent.
        setLines(filled)
        if (why === undefined) save.run()
      }}
      error={save.error}
    >
      <p className="intro">
        Only these pages can open the checkout with inline.js and initialize payments with your
        public key from a script. Such payments can return to these pages only. {HELP} {APP_HELP}
      </p>
      {lines.map(({ number, text }, at) => (
        <div key={number} className="line">
          <TextField
            name={`allowed_origins.${at}`}
            label={`Page ${at + 1}`}
            type="url"
            placeholder="https://"
            value={text}
            onChange={(value) => change(number, value)}
          />
          <Button
            look="quiet"
            icon="close"
            aria-label={`Remove page ${at + 1}`}
            onClick={() => remove(number)}
          />
        </div>
      ))}
      {lines.length === 0 && <p className="faint">None yet.</p>}
      <div>
        <Button
          icon="plus"
          isSmall
          why={lines.length >= ORIGINS_MAX ? `You can add at most ${ORIGINS_MAX}.` : undefined}
          onClick={add}
        >
          Add page
        </Button>
      </div>
      <Buttons>
        <Button type="submit" look="main" why={why} isBusy={save.isBusy}>
          Save
        </Button>
      </Buttons>
    </Form>
  )
}

function lineOf(text: string, number: number): Line {
  return { number, text }
}

function nextNumber(lines: Line[]): number {
  return 1 + Math.max(-1, ...lines.map(({ number }) => number))
}
