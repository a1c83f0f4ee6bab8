import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/** The same text, once whoever types it has paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const soon = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(soon)
  }, [text])
  return settled
}
