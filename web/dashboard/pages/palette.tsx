import { useNavigate } from '@tanstack/react-router'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { del } from '../api.ts'
import { naira } from '../naira.ts'
import { businessNav, operatorNav } from '../nav.ts'
import { Button } from '../parts/button.tsx'
import { type Option, type OptionGroup, useOptions } from '../parts/combobox.tsx'
import { useDebounced } from '../parts/field.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import type { Found } from '../parts/record-picker.tsx'
import { Badge } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { mode, switchMode } from '../place.ts'
import { forgetRecent, recent, rememberRecent } from '../recent.ts'
import { businessOf, isLiveOpen, isTest, useSession } from '../session.ts'
import { momentShort } from '../time.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { KINDS, textOf } from './palette-words.ts'

// Ctrl-K: finds records, pages and actions from anywhere.

const PAUSE_MS = 150
const TEXT_MAX = 200

/** What happens when it is chosen. */
type Line = Option & { run: () => void; words?: string }

export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const q = useDebounced(text, PAUSE_MS)
  const isAsked = [...q].length > 1
  const { data, error, isBusy, again } = useGet('/search', { query: { q }, isOff: !isAsked })
  const isLate = text !== q || (isAsked && isBusy)
  const results = isAsked && text !== '' && !error ? (data?.results ?? []) : []
  const groups = useLines(text, results, onClose)
  const lines = groups.flatMap(({ options }) => options)
  const { list, field, onKey, toFirst, isEmpty } = useOptions({
    groups,
    onChoose: (value) => lines.find((line) => line.value === value)?.run(),
  })
  const [opener] = useState(() => document.activeElement)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content
          className="palette"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
          }}
        >
          <Dialog.Title className="unseen">Search</Dialog.Title>
          <div className="palette-field">
            <Icon name="search" />
            <input
              {...field}
              type="text"
              aria-label="Search"
              placeholder="Reference, name, email, last four digits, amount …"
              enterKeyHint="go"
              maxLength={TEXT_MAX}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                toFirst()
              }}
              onKeyDown={onKey}
            />
            <Dialog.Close className="dialog-close" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          {list}
          <p className="palette-status" role="status" data-empty={isEmpty ? '' : undefined}>
            {statusOf({
              isLate,
              isFailed: error !== null && isAsked,
              isEmpty,
              count: results.length,
            })}
          </p>
          {error !== null && isAsked && (
            <div className="palette-again">
              <Button isSmall isBusy={isBusy} onClick={again}>
                Try again
              </Button>
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Status = { isLate: boolean; isFailed: boolean; isEmpty: boolean; count: number }

function statusOf({ isLate, isFailed, isEmpty, count }: Status): string {
  if (isFailed) return 'The search did not reach the service. Check your connection.'
  if (isLate) return 'Searching …'
  if (isEmpty) return 'Nothing found. Try a whole reference, an email, or the last four digits.'
  return count === 0 ? '' : `${count} found`
}

function useLines(text: string, results: Found[], onClose: () => void) {
  const navigate = useNavigate()
  const open = (to: string, search?: Record<string, string>) => {
    onClose()
    void navigate({ to, ...(search && { search: search as never }) })
  }
  const lineOf = (found: Found): Line => ({
    value: found.id,
    text: textOf(found),
    start: <Icon name={KINDS[found.kind].icon} />,
    facts: <Facts of={found} />,
    run: () => {
      rememberRecent(found)
      open(KINDS[found.kind].to(found.id))
    },
  })
  const kinds = [...new Set(results.map(({ kind }) => kind))]
  const found = kinds.map((kind) => ({
    title: KINDS[kind].title,
    options: results.filter((one) => one.kind === kind).map(lineOf),
  }))
  const pages = usePages(open)
  const actions = useActions(open)
  const named = [
    { title: 'Actions', options: actions.filter((line) => says(line, text)) },
    { title: 'Pages', options: pages.filter((line) => says(line, text)) },
  ]
  const before = { title: 'Recent', options: text === '' ? recent().map(lineOf) : [] }
  return [before, ...found, ...named] satisfies OptionGroup[] as {
    title: string
    options: Line[]
  }[]
}

/** Each word that is typed begins a word of the line. */
function says({ text, words = '' }: Line, typed: string): boolean {
  const known = `${text} ${words}`.toLowerCase().split(' ')
  const wanted = typed.toLowerCase().split(/\s+/)
  return wanted.every((part) => known.some((word) => word.startsWith(part)))
}

function Facts({ of: { kind, title, detail, card, amount, status, created_at } }: { of: Found }) {
  const { states } = KINDS[kind]
  return (
    <>
      {title !== '' && detail && <span>{detail}</span>}
      {card && <span>{card}</span>}
      {amount !== null && <span className="money">{naira(amount)}</span>}
      {status !== null && states && <Badge state={status} of={states} />}
      {kind !== 'customer' && <span>{momentShort(created_at)}</span>}
    </>
  )
}

type Open = (to: string, search?: Record<string, string>) => void

function usePages(open: Open): Line[] {
  const session = useSession()
  const business = businessOf(session)
  const mine = business === null ? [] : businessNav.flatMap(({ items }) => items)
  const theirs = session.is_operator ? operatorNav.items : []
  return [...mine, ...theirs]
    .filter(({ needs }) => needs === undefined || business?.permissions.includes(needs))
    .filter(({ isTestOnly }) => isTest || !isTestOnly)
    .map(({ title, to, icon }) => ({
      value: to,
      text: title,
      start: <Icon name={icon} />,
      run: () => open(to),
    }))
}

function useActions(open: Open): Line[] {
  const business = businessOf(useSession())
  const leave = useAction(() => del('/session'), {
    onDone: () => {
      forgetRecent()
      location.assign(`/dashboard/${mode}${paths.signIn()}`)
    },
  })
  const can = (needs: 'collect' | 'payout' | 'refund' | 'share' | 'team') =>
    business?.permissions.includes(needs) ?? false
  const dialogs = [
    ['Create a payment link', paths.paymentLinks(), 'link', can('collect'), 'new'],
    ['New payout', paths.payouts(), 'payout', can('payout'), 'send money transfer'],
    ['Refund a payment', paths.refunds(), 'refund', can('refund'), ''],
    ['New subaccount', paths.subaccounts(), 'business', can('share'), 'create'],
    ['New split', paths.splits(), 'split', can('share'), 'create'],
    ['New plan', paths.plans(), 'plan', can('collect'), 'create'],
    ['Invite a member', paths.team(), 'team', can('team'), 'add person team'],
  ] as const
  const other = isTest ? 'live' : 'test'
  const isOther = other === 'test' || isLiveOpen(business)
  const others: [string, IconName, boolean, () => void][] = [
    [`Switch to ${other} mode`, 'repeat', business !== null && isOther, () => switchMode(other)],
    ['Sign out', 'right', true, () => leave.run()],
  ]
  return [
    ...dialogs
      .filter(([, , , isAllowed]) => isAllowed)
      .map(([text, to, icon, , words]) => ({
        value: text,
        text,
        words,
        start: <Icon name={icon} />,
        run: () => open(to, { open: 'new' }),
      })),
    ...others
      .filter(([, , isAllowed]) => isAllowed)
      .map(([text, icon, , run]) => ({ value: text, text, start: <Icon name={icon} />, run })),
  ]
}
