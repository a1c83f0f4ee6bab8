/** Where something will be: grey lines, and words for whoever cannot see them. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const widths = Array.from({ length: lines }, (_, line) => 92 - ((line * 23) % 45))
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {widths.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <span key={line} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  )
}
