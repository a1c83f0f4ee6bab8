import { DropdownMenu } from 'radix-ui'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'

type MenuItem = {
  text: string
  onChoose: () => void
  /** Why it cannot be chosen now. */
  why?: string | undefined
  isDanger?: boolean
  /** The current one of several. */
  isChosen?: boolean
}

/** A menu of actions, opened by the given button. */
export function Menu({ items, children }: { items: MenuItem[]; children: ReactElement }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
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
