import { lazy, Suspense } from 'react'
import { count, naira } from '../naira.ts'
import { day, hour, momentShort } from '../time.ts'
import { Skeleton } from './skeleton.tsx'

// Bars or a line over days or hours. What draws them is large, and fetched when one is shown.

const Plot = lazy(async () => ({ default: (await import('./chart-plot.tsx')).ChartPlot }))

export type ChartProps = {
  title: string
  as: 'bars' | 'line'
  unit: 'naira' | 'count'
  by: 'day' | 'hour'
  points: { start: string; value: number }[]
}

export function Chart(props: ChartProps) {
  return (
    <figure className="chart">
      <div className="chart-plot" aria-hidden="true">
        <Suspense fallback={<Skeleton lines={5} />}>
          <Plot {...props} />
        </Suspense>
      </div>
      <AsTable {...props} />
    </figure>
  )
}

/** The same numbers for those who cannot see the drawing. */
function AsTable({ title, unit, by, points }: ChartProps) {
  return (
    <div className="unseen">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{by === 'day' ? 'Day' : 'Hour'}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ start, value }) => (
            <tr key={start}>
              <th scope="row">{by === 'day' ? day(start) : momentShort(start)}</th>
              <td>{inWords(unit, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function inWords(unit: ChartProps['unit'], value: number): string {
  return unit === 'naira' ? naira(value) : count(value)
}

export function axisText(by: ChartProps['by'], start: string): string {
  return by === 'day' ? day(start) : hour(start)
}
