import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { focusAgain } from './dialog.tsx'

/** Open while it is rendered, at the side of a small screen. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const [opener] = useState(() => document.activeElement)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content
          className="drawer"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusAgain(opener)
          }}
        >
          <Dialog.Title className="unseen">Menu</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
