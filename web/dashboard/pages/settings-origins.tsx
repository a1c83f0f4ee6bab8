import { useState } from 'react'
import { put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { useCan } from '../permissions.ts'
import { isTest } from '../session.ts'
import { useAction } from '../use-action.ts'
import type { Settings } from './settings.tsx'

const ORIGINS_MAX = 20
const HELP = isTest
  ? 'Such as https://shop.example, without a path; or http://localhost:3000 on this machine.'
  : 'Such as https://shop.example, without a path.'

type Line = { number: number; text: string }

/** Whose pages may show the checkout over themselves. */
export function OriginsForm({ settings: { allowed_origins } }: { settings: Settings }) {
  const [lines, setLines] = useState<Line[]>(() => allowed_origins.map(lineOf))
  const { why } = useCan('settings')
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const save = useAction(
    (_, key) => {
      const origins = filled.map(({ text }) => text.trim())
      return put('/settings/checkout', { body: { allowed_origins: origins }, key })
    },
    {
      done: 'Saved.',
      refresh: ['/settings'],
      errors: 'form',
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
        // The API names what is wrong by its place among those that are sent.
        setLines(filled)
        if (why === undefined) save.run()
      }}
      error={save.error}
    >
      <p className="intro">
        Your own pages. Only they may open the checkout in a frame with inline.js, start payments
        with your public key from a script, and be returned to by payments started so. {HELP}
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
          why={lines.length >= ORIGINS_MAX ? `At most ${ORIGINS_MAX} can be named.` : undefined}
          onClick={add}
        >
          Add a page
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
