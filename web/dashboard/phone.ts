import { useSyncExternalStore } from 'react'

/** Where lists have two-line rows and filters are in a sheet; lists.css has the same width. */
const PHONE = '(max-width: 640px)'

export function useIsPhone(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(PHONE).matches)
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(PHONE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
