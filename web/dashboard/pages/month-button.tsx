import { lazy, Suspense, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { useCan } from '../session.ts'

const load = async () => ({ default: (await import('./month-dialog.tsx')).MonthDialog })
const MonthDialog = lazy(load)

/** The button of the accountant. Its dialog is loaded when it is first opened. */
export function MonthButton() {
  const { why } = useCan('export')
  const [isOpen, setOpen] = useState(false)
  const warm = () => void load()
  return (
    <>
      <Button
        icon="download"
        why={why}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setOpen(true)}
      >
        Month for the accountant
      </Button>
      {isOpen && (
        <Suspense>
          <MonthDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
