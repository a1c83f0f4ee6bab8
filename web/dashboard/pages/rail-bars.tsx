// Twelve numbers as twelve small bars: whether something rises or falls, and nothing finer. The
// numbers themselves stand in a table beside it, for whoever cannot see them.

type Props = {
  title: string
  /** The number that sums them up, in words. */
  said: string
  /** Null: there was nothing to measure. */
  values: (number | null)[]
  isBad?: boolean
}

const WIDTH = 8
const GAP = 2
const HEIGHT = 36
const LEAST = 2

export function Bars({ title, said, values, isBad }: Props) {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <div className="bars" data-bad={isBad ? '' : undefined}>
      <span>{title}</span>
      <strong>{said}</strong>
      <svg
        viewBox={`0 0 ${values.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {values.map((value, place) => {
          const height = value ? Math.max(LEAST, (value / most) * HEIGHT) : 1
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what each one is.
              key={place}
              x={place * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              data-none={value ? undefined : ''}
            />
          )
        })}
      </svg>
    </div>
  )
}
