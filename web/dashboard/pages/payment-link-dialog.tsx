import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { post, put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { AmountField, SelectField, TextArea, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'
import {
  bodyOf,
  changesIn,
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  isBelow,
  wrongIn,
} from './payment-link-draft.ts'
import { LinkOptions } from './payment-link-options.tsx'
import type { Link } from './payment-link-words.ts'

type Props = { /** None: a new one. */ link?: Link; onClose: () => void }

export function LinkDialog({ link, onClose }: Props) {
  const [draft, setDraft] = useState(() => (link ? draftOf(link) : EMPTY_DRAFT))
  const [isMore, setMore] = useState(false)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const save = useSave(link, draft, onClose)
  return (
    <Dialog
      title={link ? 'Change this link' : 'New payment link'}
      intro={link && 'For payments that begin from now on. Its address stays the same.'}
      isOpen
      isWide
      onClose={onClose}
    >
      <Form onSubmit={() => save.run()} error={save.error}>
        <Basics draft={draft} change={change} isNew={link === undefined} />
        <div>
          <Button
            look="quiet"
            icon={isMore ? 'down' : 'right'}
            aria-expanded={isMore}
            onClick={() => setMore(!isMore)}
          >
            {isMore ? 'Fewer options' : 'More options'}
          </Button>
        </div>
        {isMore && <LinkOptions draft={draft} change={change} />}
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={save.isBusy} why={wrongIn(draft)}>
            {link ? 'Save' : 'Make the link'}
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

function useSave(link: Link | undefined, draft: Draft, onClose: () => void) {
  const navigate = useNavigate()
  const slug = draft.slug.trim()
  return useAction<void, Link>(
    (_, key) =>
      link
        ? put('/payment-links/{id}', { params: { id: link.id }, body: changesIn(draft, link) })
        : post('/payment-links', { key, body: { ...bodyOf(draft), ...(slug && { slug }) } }),
    {
      errors: 'form',
      done: link ? 'The link is changed.' : 'The link is made.',
      refresh: ['/payment-links'],
      onDone: ({ id }) => {
        onClose()
        if (!link) void navigate({ to: paths.paymentLink(id) })
      },
    },
  )
}

type Part = { draft: Draft; change: (part: Partial<Draft>) => void; isNew: boolean }

function Basics({ draft, change, isNew }: Part) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        help="The headline of its page, such as “Adire workshop”."
        maxLength={100}
        autoFocus
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextArea
        name="description"
        label="Description"
        isOptional
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <SelectField
        name="price"
        label="Price"
        options={{ fixed: 'The same for everybody', open: 'The customer says how much' }}
        value={draft.isFixed ? 'fixed' : 'open'}
        onChange={(price) => change({ isFixed: price === 'fixed' })}
      />
      {draft.isFixed ? (
        <AmountField
          name="amount"
          label="Amount"
          kobo={draft.amount}
          onChange={(amount) => change({ amount })}
        />
      ) : (
        <div className="pair">
          <AmountField
            name="min_amount"
            label="At least"
            isOptional
            kobo={draft.least}
            onChange={(least) => change({ least })}
          />
          <AmountField
            name="max_amount"
            label="At most"
            isOptional
            wrong={isBelow(draft) ? 'Must not be less than the least.' : undefined}
            kobo={draft.most}
            onChange={(most) => change({ most })}
          />
        </div>
      )}
      {isNew && (
        <TextField
          name="slug"
          label="End of its address"
          isOptional
          help={
            `${location.origin}/pay/${draft.slug.trim() || '…'}: left empty, one that nobody can ` +
            'guess. It cannot be changed later.'
          }
          autoComplete="off"
          value={draft.slug}
          onChange={(slug) => change({ slug })}
        />
      )}
    </>
  )
}
