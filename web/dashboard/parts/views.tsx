import { useState } from 'react'
import { businessId, mode } from '../place.ts'
import { parseSearch, useReplaceSearch, useSearch, writeSearch } from '../url.ts'
import { useFormAction } from '../use-action.ts'
import { Button } from './button.tsx'
import { FormDialog } from './dialog.tsx'
import { TextField, useField } from './field.tsx'
import { Menu } from './menu.tsx'

// Saved filters of a list. The query string has all of a view, so its address can be shared; this
// browser only remembers names for such addresses.

type View = { name: string; search: string }

const NAME_MAX = 60

export function Views({ list }: { list: string }) {
  const key = `cowrie-views ${mode} ${businessId()} ${list}`
  const [views, setViews] = useState(() => read(key))
  const [isSaving, setSaving] = useState(false)
  const replaceSearch = useReplaceSearch()
  const { cursor: _cursor, at: _at, ...search } = useSearch()
  const here = writeSearch(search)
  const open = views.find((view) => view.search === here)
  const write = (next: View[]) => {
    localStorage.setItem(key, JSON.stringify(next))
    setViews(next)
  }
  const items = [
    ...views.map((view) => ({
      text: view.name,
      isChosen: view === open,
      onChoose: () => replaceSearch(parseSearch(view.search)),
    })),
    {
      text: 'Save this view',
      why: here === '' ? 'Set a filter or a column first.' : undefined,
      onChoose: () => setSaving(true),
    },
    ...(open
      ? [
          {
            text: `Delete ${open.name}`,
            isDanger: true,
            onChoose: () => write(views.filter((view) => view !== open)),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu items={items}>
        <Button icon="down">{open?.name ?? 'Views'}</Button>
      </Menu>
      {isSaving && (
        <Save
          onClose={() => setSaving(false)}
          onSave={(name) =>
            write([...views.filter((view) => view.name !== name), { name, search: here }])
          }
        />
      )}
    </>
  )
}

function Save({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const name = useField('name', '')
  const save = async () => onSave(name.value.trim())
  const action = useFormAction(save, { done: 'View saved in this browser.', onDone: onClose })
  return (
    <FormDialog
      title="Save this view"
      intro="Its filters and columns, under a name in this browser. To share it, copy the address."
      submit="Save"
      onClose={onClose}
      action={action}
    >
      <TextField {...name} label="Name" maxLength={NAME_MAX} required />
    </FormDialog>
  )
}

/** What another program wrote there is no view. */
function read(key: string): View[] {
  try {
    const views: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(views) ? views.filter(isView) : []
  } catch {
    return []
  }
}

function isView(view: unknown): view is View {
  const { name, search } = (view ?? {}) as Record<string, unknown>
  return typeof name === 'string' && typeof search === 'string'
}
