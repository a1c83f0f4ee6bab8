import { useState } from 'react'
import { EVENT_GROUPS } from '../../../src/core/events/types.ts'
import { Checkbox, TextField } from '../parts/field.tsx'
import { meaningOf } from './webhook-words.ts'

type Props = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }

const GROUPS: [title: string, types: string[]][] = Object.entries(EVENT_GROUPS).map(
  ([title, types]) => [title, Object.keys(types)],
)

/** Chooses the subscribed events, by group; a search narrows the list. */
export function ChooseEvents({ chosen, onChange }: Props) {
  const [search, setSearch] = useState('')
  const choose = (type: string, isOn: boolean) =>
    onChange(new Set(isOn ? [...chosen, type] : [...chosen].filter((other) => other !== type)))
  const words = search.trim().toLowerCase()
  const found = GROUPS.map(([title, types]) => {
    const isFound = (type: string) => `${type} ${meaningOf(type)}`.toLowerCase().includes(words)
    return { title, types: types.filter(isFound) }
  }).filter(({ types }) => types.length > 0)
  const box = (type: string, help: string) => (
    <Checkbox
      key={type}
      name={type}
      label={type}
      help={help}
      isOn={chosen.has(type)}
      onChange={(isOn) => choose(type, isOn)}
    />
  )
  return (
    <>
      <TextField
        name="find_event"
        label="Find an event"
        type="search"
        isOptional
        value={search}
        onChange={setSearch}
      />
      {words === '' && box('*', EVERY)}
      {found.length === 0 && <p role="status">No event matches.</p>}
      {found.map(({ title, types }) => (
        <fieldset className="fieldset" key={title}>
          <legend>{title}</legend>
          <div className="columns-small">{types.map((type) => box(type, meaningOf(type)))}</div>
        </fieldset>
      ))}
    </>
  )
}

/** The subscribed events, with what they mean. */
export function ChosenEvents({ events }: { events: string[] }) {
  return (
    <ul className="plain-list">
      {events.map((type) => (
        <li key={type}>
          <code>{type}</code>{' '}
          <span className="faint">{type === '*' ? EVERY : meaningOf(type)}</span>
        </li>
      ))}
    </ul>
  )
}

const EVERY = 'Every event, also those of later versions.'
