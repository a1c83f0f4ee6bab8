import { ChartPlot } from './chart-plot.tsx'
import { type ChartProps, inWords, when } from './chart-words.ts'

// Bars or a line over days or hours, and the same numbers as a table.

export function Chart(props: ChartProps) {
  return (
    <figure className="chart">
      <ChartPlot {...props} />
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
          {points.map(({ start, value }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be of one moment.
            <tr key={place}>
              <th scope="row">{when(by, start)}</th>
              <td>{inWords(unit, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
