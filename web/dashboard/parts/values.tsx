import { type ReactNode, useState } from 'react'
import { naira } from '../naira.ts'
import { useTestKeys } from '../own-keys.ts'
import { mode } from '../place.ts'
import { ago, date, moment, momentShort, momentUtc } from '../time.ts'
import { Icon } from './icon.tsx'

export type Tone = 'good' | 'bad' | 'wait' | 'warn' | 'plain'

type ShownState = { tone: Tone; text: string; hint?: string }

type BadgeProps<State extends string> = {
  state: State
  /** A new state does not compile until it has a tone and a label here. */
  of: Record<State, ShownState>
}

export function Badge<State extends string>({ state, of }: BadgeProps<State>) {
  // A newer service may have more states than this page knows.
  const shown = of[state] ?? { tone: 'plain' as const, text: state }
  const { tone, text, hint }: ShownState = shown
  return (
    <span className="badge" data-tone={tone} title={hint}>
      {text}
    </span>
  )
}

/** Shows every amount. Null: not known yet. */
export function Money({ kobo, isStrong }: { kobo: number | bigint | null; isStrong?: boolean }) {
  if (kobo === null) return <None />
  return <span className={isStrong ? 'money strong' : 'money'}>{naira(kobo)}</span>
}

const FORMATS = { short: momentShort, full: moment, date, ago }

type TimeProps = {
  at: string | null
  as?: keyof typeof FORMATS /** In place of a missing value. */
  none?: string
}

/** Shows every time: in Lagos time, and in UTC on hover. */
export function Time({ at, as = 'short', none = '–' }: TimeProps) {
  if (at === null) return <span className="faint">{none}</span>
  const time = (
    <time dateTime={at} title={as === 'ago' ? `${moment(at)}, ${momentUtc(at)}` : momentUtc(at)}>
      {FORMATS[as](at)}
    </time>
  )
  if (as !== 'full') return time
  return (
    <>
      {time} <span className="zone">Lagos</span>
    </>
  )
}

/** Shown instead of a missing value. */
export function None() {
  return <span className="faint none">–</span>
}

type UnseenTableProps = { caption: string; head: string[]; rows: string[][] }

/** The numbers of a chart for screen readers. The first cell of each row is its header. */
export function UnseenTable({ caption, head, rows }: UnseenTableProps) {
  return (
    <div className="unseen">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name.
            <tr key={at}>
              <th scope="row">{name}</th>
              {values.map((value, column) => (
                <td key={head[column + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TileProps = {
  title: string
  note?: ReactNode
  /** An amount; or anything else, as children. */
  kobo?: number
  children?: ReactNode
}

/** One number of a page, in a `<dl className="tiles">`. */
export function Tile({ title, note, kobo, children }: TileProps) {
  return (
    <div className="tile">
      <dt>{title}</dt>
      <dd>{kobo === undefined ? children : <Money kobo={kobo} />}</dd>
      {note && <dd className="faint">{note}</dd>}
    </div>
  )
}

/** Labels and values, one line each; null omits the line. */
export function Facts({ of }: { of: Record<string, ReactNode> }) {
  return (
    <dl className="facts">
      {Object.entries(of)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const TOLD_MS = 2_000

/** A text with a button that copies it. */
export function Copy({ text, shown = text }: { text: string; shown?: string }) {
  return (
    <span className="copy">
      <code>{shown}</code>
      <CopyButton text={text} />
    </span>
  )
}

/** A text that loses its middle where there is no room. It is read and found as a whole. */
export function Middle({ text, end = MIDDLE_END }: { text: string; end?: number }) {
  return (
    <>
      <span className="unseen">{text}</span>
      <span
        className="middle"
        aria-hidden
        title={text}
        data-first={text.slice(0, -end)}
        data-last={text.slice(-end)}
      />
    </>
  )
}

/** As many characters as stay readable at the end. */
const MIDDLE_END = 6

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), TOLD_MS)
  }
  return (
    <button type="button" className="copy-button" onClick={copy} title={label} aria-label={label}>
      <Icon name={isDone ? 'check' : 'copy'} />
      <span role="status" className="unseen">
        {isDone ? 'Copied' : ''}
      </span>
    </button>
  )
}

/** A request or a response body; JSON is indented. */
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

type CurlProps = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** Needed if a page has several. */
  label?: string
}

/**
 * The equivalent API call, ready to paste: with the business's own test key where it may be shown.
 * `path` begins with `/transactions` or the like.
 */
export function Curl({ method = 'GET', path, body, label = 'The same with the API' }: CurlProps) {
  const { secret } = useTestKeys()
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${location.origin}/api/v1${path}`,
    `  -H 'Authorization: Bearer ${secret?.key ?? `sk_${mode}_…`}'`,
    ...(body === undefined
      ? []
      : [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(body)}'`]),
  ]
  const text = lines.join(' \\\n')
  return (
    <div className="curl">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard too. */}
      <section tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={text} label="Copy command" />
    </div>
  )
}
