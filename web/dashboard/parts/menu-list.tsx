import { DropdownMenu } from 'radix-ui'
import { type ReactElement, useRef } from 'react'
import { Icon } from './icon.tsx'
import type { MenuItem } from './menu.tsx'

type Props = { items: MenuItem[]; byKey: boolean; children: ReactElement }

/** Begins open. `byKey`: a key has opened it, so the first action has the focus. */
export function MenuList({ items, byKey, children }: Props) {
  const isByKey = useRef(byKey)
  const focusFirst = (list: HTMLElement | null) => {
    if (list === null || !isByKey.current) return
    isByKey.current = false
    const first = list.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')
    first?.focus({ preventScroll: true })
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          ref={focusFirst}
        >
          {items.map((item) => (
            <One key={item.text} {...item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function One({ text, onChoose, why, isDanger, isChosen }: MenuItem) {
  const shared = {
    className: 'menu-item',
    'data-danger': isDanger ? '' : undefined,
    disabled: why !== undefined,
    onSelect: onChoose,
  }
  const content = (
    <>
      {text}
      {isChosen && <Icon name="check" />}
      {why && <span className="faint">{why}</span>}
    </>
  )
  if (isChosen === undefined) return <DropdownMenu.Item {...shared}>{content}</DropdownMenu.Item>
  return (
    <DropdownMenu.CheckboxItem {...shared} checked={isChosen}>
      {content}
    </DropdownMenu.CheckboxItem>
  )
}
