import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react'

// Replaces Radix's scroll lock for dialogs: that adds a style element, which the page's policy
// forbids. The style of `html[data-held]` is in the style sheet.

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
