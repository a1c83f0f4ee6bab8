import { useIsPhone } from '../phone.ts'
import { useSearch, useSetSearch } from '../url.ts'
import { Button } from './button.tsx'
import type { Column } from './data-list.tsx'
import { Menu } from './menu.tsx'

// Which columns a list shows: `columns=reference,amount` in the query string.

type Choice<Row> = {
  columns: Column<Row>[]
  shown: string[]
  set: (shown: string[]) => void
  all: Record<string, Column<Row>>
}

/** `all` by name, in their order; the first is always shown. */
export function useColumns<Row>(all: Record<string, Column<Row>>, standard: string[]): Choice<Row> {
  const setSearch = useSetSearch()
  const { columns: wanted } = useSearch()
  const [first = '', ...others] = Object.keys(all)
  const chosen = wanted === undefined ? standard : wanted.split(',')
  const shown = [first, ...others.filter((name) => chosen.includes(name))]
  const set = (names: string[]) =>
    void setSearch({ columns: `${names}` === `${standard}` ? undefined : names.join(',') })
  return { columns: shown.map((name) => all[name]!), shown, set, all }
}

/** The menu that chooses them. On a phone, a row has two lines instead. */
export function Columns<Row>({ of: { shown, set, all } }: { of: Choice<Row> }) {
  const isPhone = useIsPhone()
  const [, ...names] = Object.keys(all)
  const toggled = (name: string) =>
    Object.keys(all).filter((one) => shown.includes(one) !== (one === name))
  const items = names.map((name) => ({
    text: all[name]!.title,
    isChosen: shown.includes(name),
    onChoose: () => set(toggled(name)),
  }))
  if (isPhone) return null
  return (
    <Menu items={items}>
      <Button icon="down">Columns</Button>
    </Menu>
  )
}
