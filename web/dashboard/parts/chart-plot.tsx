import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { count, nairaShort } from '../naira.ts'
import { day, momentShort } from '../time.ts'
import { axisText, type ChartProps, inWords } from './chart.tsx'

const HEIGHT = 220
const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 }
const TICK = { fill: 'var(--ink-faint)', fontSize: 12 }

export function ChartPlot({ title, as, unit, by, points }: ChartProps) {
  const parts = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--line)" />,
    <XAxis
      key="x"
      dataKey="start"
      tickFormatter={(start: string) => axisText(by, start)}
      tick={TICK}
      tickLine={false}
      axisLine={{ stroke: 'var(--line)' }}
      minTickGap={28}
    />,
    <YAxis
      key="y"
      width={56}
      tickFormatter={(value: number) => (unit === 'naira' ? nairaShort(value) : count(value))}
      tick={TICK}
      tickLine={false}
      axisLine={false}
      allowDecimals={false}
    />,
    <Tooltip
      key="tip"
      cursor={{ fill: 'var(--hover)' }}
      content={<Tip {...{ title, unit, by }} />}
    />,
  ]
  const shared = { data: points, margin: MARGIN, accessibilityLayer: false }
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      {as === 'bars' ? (
        <BarChart {...shared} barCategoryGap="22%">
          {parts}
          <Bar
            dataKey="value"
            fill="var(--accent)"
            radius={[3, 3, 0, 0]}
            maxBarSize={36}
            isAnimationActive={false}
          />
        </BarChart>
      ) : (
        <AreaChart {...shared}>
          {parts}
          <Area
            dataKey="value"
            stroke="var(--accent)"
            strokeWidth={2}
            fill="var(--accent-soft)"
            isAnimationActive={false}
          />
        </AreaChart>
      )}
    </ResponsiveContainer>
  )
}

type TipProps = Pick<ChartProps, 'title' | 'unit' | 'by'> & {
  active?: boolean
  payload?: readonly { value?: unknown; payload?: { start: string } }[]
}

/** The real number, not the rounded one of the axis. */
function Tip({ title, unit, by, active, payload }: TipProps) {
  const point = payload?.[0]
  if (!active || point?.payload === undefined) return null
  const { start } = point.payload
  return (
    <div className="chart-tip">
      <span>{by === 'day' ? day(start) : momentShort(start)}</span>
      <strong>{inWords(unit, Number(point.value))}</strong>
      <span>{title}</span>
    </div>
  )
}
