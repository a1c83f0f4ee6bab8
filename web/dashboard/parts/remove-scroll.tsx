import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react'

// What Radix uses to hold the page still while a dialog is open, without a style element: the
// policy of the page allows none that a script writes. `html[data-held]` is in the style sheet.

let held = 0

type Props = { children: ReactNode; enabled?: boolean } & Record<string, unknown>

export function RemoveScroll({ children, enabled = true }: Props) {
  useLayoutEffect(() => {
    if (!enabled) return
    held += 1
    document.documentElement.toggleAttribute('data-held', true)
    return () => {
      held -= 1
      document.documentElement.toggleAttribute('data-held', held > 0)
    }
  }, [enabled])
  return <>{children}</>
}

RemoveScroll.classNames = { fullWidth: '', zeroRight: '' }

export type RemoveScrollProps = ComponentProps<typeof RemoveScroll>
