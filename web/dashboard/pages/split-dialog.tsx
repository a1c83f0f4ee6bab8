import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { post, put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'
import { Calculator } from './split-calculator.tsx'
import { type Draft, draftOf, percentLeft, termsOf } from './split-draft.ts'
import { SplitRows } from './split-rows.tsx'
import { BEARERS, type Bearer, type Split, TYPES, useSubaccountNames } from './split-words.ts'

type Props = {
  /** Of one that is changed. */
  split?: Split
  onClose: () => void
}

export function SplitDialog({ split, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(split))
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const terms = termsOf(draft)
  const left = percentLeft(draft)
  const save = useSave(draft, split, onClose)
  return (
    <Dialog
      title={split ? 'Change this split' : 'New split'}
      intro={
        split
          ? 'It holds for what is asked for from now on. What customers are about to pay ' +
            'is shared as it was.'
          : 'What nobody is given is yours.'
      }
      isOpen
      isWide
      onClose={onClose}
    >
      <Form onSubmit={() => save.run(undefined)} error={save.error}>
        <div className="pair">
          <TextField
            name="name"
            label="Name"
            placeholder="Two cooks"
            maxLength={100}
            value={draft.name}
            onChange={(name) => change({ name })}
          />
          {split === undefined && (
            <SelectField
              name="type"
              label="Each gets"
              options={TYPES}
              value={draft.type}
              onChange={(type) => change({ type: type as Split['type'] })}
            />
          )}
        </div>
        <SplitRows draft={draft} change={change} />
        <BearerFields draft={draft} change={change} />
        {terms && (left ?? 0) >= 0 && <TryOut terms={terms} />}
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            isBusy={save.isBusy}
            why={whyNot(draft, terms !== null, left)}
          >
            {split ? 'Save' : 'Make it'}
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

/** What is written, as it would share an amount: asked only where somebody wants to know. */
function TryOut({ terms }: { terms: NonNullable<ReturnType<typeof termsOf>> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="try-out"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={keepFromSaving}
    >
      <summary>Try it out before you save it</summary>
      {isOpen && <Calculator by={{ split: terms }} />}
    </details>
  )
}

/** Enter in an amount that is tried out is not the end of the form. */
function keepFromSaving(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

function useSave(draft: Draft, split: Split | undefined, onClose: () => void) {
  const navigate = useNavigate()
  return useAction(
    (_: undefined, key): Promise<Split> => {
      const { type, ...terms } = termsOf(draft)!
      const body = { name: draft.name.trim(), ...terms }
      if (split === undefined) return post('/splits', { body: { ...body, type }, key })
      return put('/splits/{split_code}', { params: { split_code: split.split_code }, body })
    },
    {
      errors: 'form',
      done: split ? 'The split is changed.' : 'The split is there.',
      refresh: ['/splits'],
      onDone: ({ split_code }) => {
        onClose()
        if (split === undefined) void navigate({ to: paths.split(split_code) })
      },
    },
  )
}

type Fields = { draft: Draft; change: (part: Partial<Draft>) => void }

function BearerFields({ draft: { bearer, bearerSubaccount, rows }, change }: Fields) {
  const nameOf = useSubaccountNames()
  const named = rows.filter(({ subaccount }) => subaccount !== '')
  const options = named.map(({ subaccount }) => [subaccount, nameOf(subaccount)] as const)
  return (
    <div className="pair">
      <SelectField
        name="bearer_type"
        label="The fee comes out of the part of"
        options={BEARERS}
        value={bearer}
        onChange={(value) => change({ bearer: value as Bearer, bearerSubaccount: '' })}
      />
      {bearer === 'subaccount' && (
        <SelectField
          name="bearer_subaccount"
          label="Of whom"
          options={{ '': 'Choose one of them', ...Object.fromEntries(options) }}
          value={bearerSubaccount}
          onChange={(value) => change({ bearerSubaccount: value })}
        />
      )}
    </div>
  )
}

function whyNot(draft: Draft, isWhole: boolean, left: number | null): string | undefined {
  if (draft.name.trim() === '') return 'Write a name first.'
  if (!isWhole) return 'Say with whom, and how much each gets.'
  return left !== null && left < 0 ? 'These are more than 100 % together.' : undefined
}
