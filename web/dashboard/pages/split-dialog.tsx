import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { get, patch, post } from '../api.ts'
import { notNaira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { RecordPicker } from '../parts/record-picker.tsx'
import { paths } from '../paths.ts'
import { useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
import { Calculator } from './split-calculator.tsx'
import { type Draft, draftOf, percentLeft, type Row, shareOf, termsOf } from './split-draft.ts'
import { BEARERS, type Bearer, type Split, TYPES, useSubaccountNames } from './split-words.tsx'
import { SubaccountDialog } from './subaccounts.tsx'

type Props = {
  /** The split to change. */
  split?: Split
  onClose: () => void
}

export function SplitDialog({ split, onClose }: Props) {
  const edit = useEdit(split, {
    read: () => get('/splits/{id}', { params: { id: split!.id } }),
    formOf: (one) => bodyOf(draftOf(one)),
  })
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const draft = { ...draftOf(edit.record), ...typed }
  const change = (part: Partial<Draft>) => setTyped((before) => ({ ...before, ...part }))
  const terms = termsOf(draft)
  const left = percentLeft(draft)
  const save = useSave(draft, edit, onClose)
  const [isCreating, setCreating] = useState(false)
  const add = (subaccount: string) => change({ rows: rowsWith(draft.rows, subaccount) })
  return (
    <>
      <FormDialog
        title={split ? 'Change split' : 'New split'}
        intro={
          split
            ? 'Applies to new payments. Payments already initialized keep the old shares.'
            : 'You keep what is left.'
        }
        isWide
        onClose={onClose}
        action={save}
        submit={split ? 'Save' : 'Create split'}
        why={whyNot(draft, terms !== null, left)}
      >
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
              label="Shares are"
              options={TYPES}
              value={draft.type}
              onChange={(type) => change({ type: type as Split['type'] })}
            />
          )}
        </div>
        <SplitRows draft={draft} change={change} create={() => setCreating(true)} />
        <BearerFields draft={draft} change={change} />
        {terms && (left ?? 0) >= 0 && <TryOut terms={terms} />}
      </FormDialog>
      {isCreating && <SubaccountDialog onCreated={add} onClose={() => setCreating(false)} />}
    </>
  )
}

/** Calculates with the terms as typed, once it is opened. */
function TryOut({ terms }: { terms: NonNullable<ReturnType<typeof termsOf>> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="try-out"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={keepFromSaving}
    >
      <summary>Try it out</summary>
      {isOpen && <Calculator by={{ split: terms }} />}
    </details>
  )
}

/** For the API, once nothing is missing. */
function bodyOf(draft: Draft) {
  const { type: _, ...terms } = termsOf(draft)!
  return { name: draft.name.trim(), ...terms }
}

/** Enter in the amount of the calculator must not submit the form. */
function keepFromSaving(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

type Edit = ReturnType<typeof useEdit<Split | undefined>>

function useSave(draft: Draft, { record: split, save }: Edit, onClose: () => void) {
  const navigate = useNavigate()
  return useFormAction(
    async (_, key): Promise<Split> => {
      const body = bodyOf(draft)
      const { type } = draft
      if (split === undefined) return post('/splits', { body: { ...body, type }, key })
      const params = { id: split.id }
      return (await save(body, (ifMatch) => patch('/splits/{id}', { params, body, key, ifMatch })))!
    },
    {
      done: split ? 'Split changed.' : 'Split created.',
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
        label="Who pays the fee"
        options={BEARERS}
        value={bearer}
        onChange={(value) => change({ bearer: value as Bearer, bearerSubaccount: '' })}
      />
      {bearer === 'subaccount' && (
        <SelectField
          name="bearer_subaccount_id"
          label="Subaccount that pays the fee"
          options={{ '': 'Choose one', ...Object.fromEntries(options) }}
          value={bearerSubaccount}
          onChange={(value) => change({ bearerSubaccount: value })}
        />
      )}
    </div>
  )
}

function whyNot(draft: Draft, isWhole: boolean, left: number | null): string | undefined {
  if (draft.name.trim() === '') return 'Enter a name.'
  if (!isWhole) return 'Choose subaccounts and enter their shares.'
  return left !== null && left < 0 ? 'The shares add up to more than 100 %.' : undefined
}

const ROWS_MAX = 50

/** In the first line without a subaccount, or in a new one. */
function rowsWith(rows: Row[], subaccount: string): Row[] {
  const empty = rows.find((row) => row.subaccount === '')
  if (empty === undefined) return [...rows, { id: nextId(rows), subaccount, share: '' }]
  return rows.map((row) => (row === empty ? { ...row, subaccount } : row))
}

function nextId(rows: Row[]): number {
  return Math.max(0, ...rows.map((row) => row.id)) + 1
}

type RowsProps = Fields & {
  /** Opens the dialog of a new subaccount, over this one. */
  create: () => void
}

/** The receivers and their shares, one per line. */
function SplitRows({ draft, change, create }: RowsProps) {
  const { rows, type } = draft
  const left = percentLeft(draft)
  const put = (row: Row) => change({ rows: rows.map((one) => (one.id === row.id ? row : one)) })
  const add = () => change({ rows: [...rows, { id: nextId(rows), subaccount: '', share: '' }] })
  const full = rows.length >= ROWS_MAX ? `At most ${ROWS_MAX} subaccounts.` : undefined
  return (
    <fieldset className="fieldset shares">
      <legend>Shared with</legend>
      {rows.map((row, at) => (
        <div key={row.id} className="share-row">
          <Who
            at={at}
            row={row}
            rows={rows}
            onChange={(subaccount) => put({ ...row, subaccount })}
          />
          <TextField
            name={`subaccounts.${at}.share`}
            label={type === 'flat' ? 'Naira' : 'Percent'}
            inputMode="decimal"
            autoComplete="off"
            wrong={wrongShare(type, row.share)}
            value={row.share}
            onChange={(share) => put({ ...row, share })}
          />
          <Button
            icon="close"
            look="quiet"
            aria-label={`Remove line ${at + 1}`}
            why={rows.length === 1 ? 'A split needs at least one subaccount.' : undefined}
            onClick={() => change({ rows: rows.filter(({ id }) => id !== row.id) })}
          />
        </div>
      ))}
      <div className="actions">
        <Button icon="plus" isSmall why={full} onClick={add}>
          Add subaccount
        </Button>
        <Button isSmall why={full} onClick={create}>
          New subaccount
        </Button>
        {left !== null && (
          <span className={left < 0 ? 'wrong' : 'faint'} role="status">
            {left < 0 ? `${-left} % too much` : `${left} % is yours`}
          </span>
        )}
      </div>
    </fieldset>
  )
}

function wrongShare(type: Draft['type'], text: string): string | undefined {
  if (text.trim() === '' || shareOf(type, text) !== null) return undefined
  return type === 'flat' ? notNaira('The share') : 'Enter a percentage, such as 12.5.'
}

type WhoProps = { at: number; row: Row; rows: Row[]; onChange: (subaccount: string) => void }

/** Offers active subaccounts that no other line has. */
function Who({ at, row, rows, onChange }: WhoProps) {
  const nameOf = useSubaccountNames()
  const taken = rows.filter(({ id }) => id !== row.id).map(({ subaccount }) => subaccount)
  return (
    <RecordPicker
      kind="subaccount"
      name={`subaccounts.${at}.subaccount_id`}
      label="Subaccount"
      placeholder="Name or account number"
      shown={row.subaccount === '' ? '' : nameOf(row.subaccount)}
      value={row.subaccount}
      takes={({ id, status }) => status === 'active' && !taken.includes(id)}
      onChange={(found) => onChange(found?.id ?? '')}
    />
  )
}
