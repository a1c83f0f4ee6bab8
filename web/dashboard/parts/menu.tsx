import { type ComponentProps, cloneElement, type ReactElement, useState } from 'react'
import type { MenuList } from './menu-list.tsx'
import { toastError } from './toast.tsx'

export type MenuItem = {
  text: string
  onChoose: () => void
  /** Why it cannot be chosen now. */
  why?: string | undefined
  isDanger?: boolean
  /** The current one of several. */
  isChosen?: boolean
}

type Button = ReactElement<ComponentProps<'button'>>
type Opened = { List: typeof MenuList; byKey: boolean }

const load = () => import('./menu-list.tsx')

/** A menu of actions, opened by the given button. Its list is loaded when it is first opened. */
export function Menu({ items, children }: { items: MenuItem[]; children: Button }) {
  const [opened, setOpened] = useState<Opened>()
  if (opened !== undefined) {
    const { List, byKey } = opened
    return <List {...{ items, byKey }}>{children}</List>
  }
  const open = (byKey: boolean) =>
    void load().then((loaded) => setOpened({ List: loaded.MenuList, byKey }), toastError)
  return cloneElement(children, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    // A click without a pointer is Enter's or the space bar's.
    onClick: ({ detail }) => open(detail === 0),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open(true)
    },
  })
}
