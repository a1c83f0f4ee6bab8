import { mode } from '../place.ts'
import { CopyButton } from './copy.tsx'

type Props = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** Where a page has several. */
  label?: string
}

/** The same thing by the API, ready to paste: `path` begins with /transactions or the like. */
export function Curl({ method = 'GET', path, body, label = 'The same by the API' }: Props) {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${location.origin}/api/v1${path}`,
    `  -H 'Authorization: Bearer sk_${mode}_…'`,
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
      <CopyButton text={text} label="Copy the command" />
    </div>
  )
}
