import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** One line below the title. */
  intro?: ReactNode
  isWide?: boolean
  /** Closed by its own buttons alone: what it shows is shown once. */
  isHeld?: boolean
  children: ReactNode
}

/** Over the page, until it is closed: by its buttons, by Escape, or by a press beside it. */
export function Dialog({ isOpen, ...props }: Props) {
  return isOpen ? <Open {...props} /> : null
}

function Open({ title, onClose, intro, isWide, isHeld, children }: Omit<Props, 'isOpen'>) {
  const [opener] = useState(() => document.activeElement)
  return (
    <Radix.Root open onOpenChange={(open) => !open && !isHeld && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className="dialog"
          data-wide={isWide ? '' : undefined}
          onOpenAutoFocus={(event) => {
            if (focusFirst(event.currentTarget as HTMLElement)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusAgain(opener)
          }}
          {...(!intro && { 'aria-describedby': undefined })}
        >
          <header>
            <Radix.Title>{title}</Radix.Title>
            {!isHeld && (
              <Radix.Close className="dialog-close" aria-label="Close">
                <Icon name="close" />
              </Radix.Close>
            )}
          </header>
          {intro && <Radix.Description className="intro">{intro}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** What is to be filled in comes before the button that closes it. */
function focusFirst(dialog: HTMLElement): boolean {
  const field = dialog.querySelector<HTMLElement>('form :is(input, select, textarea):enabled')
  field?.focus()
  return field !== null
}

/** Whoever works by keyboard goes on where they were; where that is gone, at the title. */
function focusAgain(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const next = isThere ? opener : document.querySelector<HTMLElement>('#main h1')
  next?.focus({ preventScroll: true })
}

/** The row of buttons at the end of a dialog or a form. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>
}
