import { CopyButton } from './copy.tsx'

/** What was sent or answered, as it was; JSON on lines of its own. */
export function Code({ text, label }: { text: unknown; label: string }) {
  const written = pretty(text)
  return (
    <div className="curl">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard too. */}
      <section tabIndex={0} aria-label={label}>
        <pre>{written}</pre>
      </section>
      <CopyButton text={written} label={`Copy: ${label}`} />
    </div>
  )
}

function pretty(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return value
  }
}
