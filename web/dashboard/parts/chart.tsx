import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { count, naira, nairaShort } from '../naira.ts'
import { day, hour, momentShort } from '../time.ts'
import { FLOOR, HEIGHT, LEFT, type Point, type Scale, scaleOf } from './chart-scale.ts'
import { UnseenTable } from './values.tsx'

// Bars or a line over days or hours, with a table of the same numbers.

export function Chart(props: ChartProps) {
  return (
    <figure className="chart">
      <ChartPlot {...props} />
      <AsTable {...props} />
    </figure>
  )
}

/** The same numbers for screen readers. */
function AsTable({ title, unit, by, points }: ChartProps) {
  return (
    <UnseenTable
      caption={title}
      head={[by === 'day' ? 'Day' : 'Hour', title]}
      rows={points.map(({ start, value }) => [when(by, start), inWords(unit, value)])}
    />
  )
}

// The drawing, in device-independent pixels. Pointer, touch or arrow keys select a point and show
// its number; to screen readers, the chart is a slider.

const ROUND = 3
const LABEL_HALF = 21
const MOVES: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

function ChartPlot(props: ChartProps) {
  const { title, unit, by, points } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const last = points.length - 1
  const { place, at, on } = usePlace(last)
  const current = points[at]
  if (current === undefined) return null
  const scale = scaleOf(props, width)
  const placeOf = (event: PointerEvent) =>
    scale.placeAt(event.clientX - event.currentTarget.getBoundingClientRect().left)
  return (
    <div
      ref={frame}
      className="chart-plot"
      role="slider"
      tabIndex={0}
      aria-roledescription="chart"
      aria-label={`${title}, ${by === 'day' ? 'day by day' : 'hour by hour'}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={`${when(by, current.start)}: ${inWords(unit, current.value)}`}
      onFocus={on.focus}
      onBlur={on.blur}
      onKeyDown={on.key}
      onPointerMove={(event) => {
        // Touch keeps its point selected; leaving with the mouse clears it.
        const follow = event.pointerType === 'touch' ? on.hold : on.point
        follow(placeOf(event))
      }}
      onPointerDown={(event) => {
        on.hold(placeOf(event))
        event.currentTarget.focus({ preventScroll: true })
      }}
      onPointerLeave={on.leave}
    >
      {width > 0 && <Drawing {...props} scale={scale} place={place} />}
      {place !== null && width > 0 && <Tip {...props} point={current} x={scale.x(at)} of={width} />}
    </div>
  )
}

/** The point whose number is shown: the one pointed at, else the focused one. */
function usePlace(last: number) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [held, setHeld] = useState<number | null>(null)
  const within = (place: number) => Math.min(last, Math.max(0, place))
  const place = pointed ?? held
  const go = (to: number | null) => {
    setPointed(null)
    setHeld(to)
  }
  const on = {
    point: setPointed,
    hold: setHeld,
    leave: () => setPointed(null),
    /** A touch may have chosen one already. */
    focus: () => setHeld((place) => place ?? last),
    blur: () => setHeld(null),
    key: (event: KeyboardEvent) => {
      const move = MOVES[event.key]
      if (event.key === 'Escape') return go(null)
      if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      go(place === null ? last : within(within(place) + move))
    },
  }
  return { place, at: within(place ?? last), on }
}

type DrawingProps = ChartProps & { scale: Scale; place: number | null }

function Drawing({ as, unit, by, points, scale, place }: DrawingProps) {
  const { width, x, y, step } = scale
  const at = place === null ? undefined : points[place]
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      {at !== undefined && as === 'bars' && (
        <rect className="chart-here" x={x(place!) - step / 2} y={0} width={step} height={FLOOR} />
      )}
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {unit === 'naira' ? nairaShort(tick) : count(tick)}
          </text>
        </g>
      ))}
      {as === 'bars' ? (
        points.map(({ value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what each one is.
          <path key={place} className="chart-bar" d={barOf(scale, place, value)} />
        ))
      ) : (
        <Line points={points} scale={scale} />
      )}
      {at !== undefined && as === 'line' && (
        <circle className="chart-dot" cx={x(place!)} cy={y(at.value)} r={4} />
      )}
      {points.map(({ start }, place) => {
        if (!scale.isNamed(place)) return null
        const isAtEdge = x(place) > width - LABEL_HALF
        return (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what each one is.
            key={place}
            x={isAtEdge ? width : x(place)}
            y={HEIGHT - 6}
            textAnchor={isAtEdge ? 'end' : 'middle'}
          >
            {axisText(by, start)}
          </text>
        )
      })}
    </svg>
  )
}

/** Broken where time is missing. */
function Line({ points, scale }: Pick<DrawingProps, 'points' | 'scale'>) {
  const { x, y, isAfterGap } = scale
  const starts = [...points.keys()].filter((place) => place === 0 || isAfterGap(place))
  return starts.map((start, i) => {
    const end = (starts[i + 1] ?? points.length) - 1
    const part = points.slice(start, end + 1)
    const line = part.map(({ value }, n) => `${x(start + n)},${y(value)}`).join('L')
    return (
      <g key={start}>
        <path className="chart-area" d={`M${x(start)},${y(0)}L${line}L${x(end)},${y(0)}Z`} />
        {/* A point alone has no length: closed, its ends are round. */}
        <path className="chart-line" d={`M${line}${start === end ? 'Z' : ''}`} />
      </g>
    )
  })
}

/** Rounded at its end, and visible unless the value is zero. */
function barOf({ x, y, barWidth }: Scale, place: number, value: number): string {
  if (value === 0) return ''
  const [foot, height] = [y(0), Math.max(1, Math.abs(y(value) - y(0)))]
  const up = value > 0 ? -1 : 1
  const round = Math.min(ROUND, height, barWidth / 2)
  const left = x(place) - barWidth / 2
  const straight = up * (height - round)
  const turn = up * round
  return (
    `M${left},${foot}v${straight}q0,${turn} ${round},${turn}h${barWidth - 2 * round}` +
    `q${round},0 ${round},${-turn}v${-straight}Z`
  )
}

type TipProps = ChartProps & { point: ChartProps['points'][number]; x: number; of: number }

/** On the side of the point with more space. */
function Tip({ title, unit, by, point, x, of }: TipProps) {
  const side = x < of / 2 ? { left: x + 12 } : { right: of - x + 12 }
  return (
    <div className="chart-tip" style={side} aria-hidden="true">
      <span>{when(by, point.start)}</span>
      <strong>{inWords(unit, point.value)}</strong>
      <span>{title}</span>
    </div>
  )
}

/** 0 before the first layout, when nothing is drawn. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}

// The data of a chart, and its labels.

type ChartProps = {
  title: string
  as: 'bars' | 'line'
  /** `naira` are kobo. Both are whole numbers. */
  unit: 'naira' | 'count'
  by: 'day' | 'hour'
  /** At least one, oldest first. */
  points: Point[]
}

/** The exact number; the axis rounds. */
function inWords(unit: ChartProps['unit'], value: number): string {
  return unit === 'naira' ? naira(value) : count(value)
}

function when(by: ChartProps['by'], start: string): string {
  return by === 'day' ? day(start) : momentShort(start)
}

function axisText(by: ChartProps['by'], start: string): string {
  return by === 'day' ? day(start) : hour(start)
}
