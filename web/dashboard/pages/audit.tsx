import { useQueryClient } from '@tanstack/react-query'
import type { DataOf, Listed } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { OperatorFrame, Page } from '../parts/page.tsx'
import { Badge, Copy, Time, type Tone } from '../parts/values.tsx'
import { useCan } from '../session.ts'
import { useList } from '../use-list.ts'
import { wordsOfAction } from './audit-words.ts'

/** Who did what, when and from where. Entries cannot be changed. */
export function AuditLogPage() {
  const { why } = useCan('audit')
  return (
    <Page
      title="Audit log"
      intro={
        'Who did what, when and from where. The entries form a hash chain, so a change or ' +
        'removal is detected.'
      }
    >
      {why === undefined ? (
        <AuditEntries path="/audit" label="Actions of the team and of API keys, newest first" />
      ) : (
        <p>{why}</p>
      )}
    </Page>
  )
}

/** The service's own log: actions of operators, and sign-ins. */
export function OperatorAuditPage() {
  return (
    <OperatorFrame
      title="Audit"
      intro={
        'What operators did, who signed in, and what was rejected. The entries form a hash ' +
        'chain, so a change or removal is detected.'
      }
    >
      <AuditEntries path="/operator/audit" label="Actions of operators, newest first" />
    </OperatorFrame>
  )
}

type Entry = DataOf<'GET', '/audit'>[number]
/** A request and its outcome in one row. */
type Row = Entry & { result: Result; isIn: string }
type Result = 'done' | 'refused' | 'failed' | 'unknown'

/** The log of a business, or of the service. */
type Path = '/audit' | '/operator/audit'

const PER_PAGE = '50'
const RESULTS: Record<Result, { tone: Tone; text: string }> = {
  done: { tone: 'good', text: 'Done' },
  refused: { tone: 'warn', text: 'Rejected' },
  failed: { tone: 'bad', text: 'Failed' },
  unknown: { tone: 'plain', text: 'Unknown' },
}
const MODES = { test: 'Test', live: 'Live' }

const COLUMNS: Column<Row>[] = [
  {
    title: 'Action',
    cell: ({ action, subject }) => (
      <div>
        <span className="strong">{wordsOfAction(action)}</span>
        {namesSomething(action) && <div className="faint">{subject}</div>}
      </div>
    ),
  },
  {
    title: 'Who',
    isWhole: true,
    cell: ({ email }) => email || <span className="faint">Unknown</span>,
  },
  { title: 'From', isWhole: true, cell: ({ address }) => address },
  { title: 'Mode', cell: ({ mode }) => (mode === null ? '–' : MODES[mode]) },
  { title: 'Result', cell: ({ result }) => <Badge state={result} of={RESULTS} /> },
  { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: 'Entry',
    isEnd: true,
    isWhole: true,
    cell: ({ isIn, request_id }) => <Copy text={request_id} shown={isIn} />,
  },
]

/** The entries, with requests and outcomes merged. */
function AuditEntries({ path, label }: { path: Path; label: string }) {
  const list = useList(path, { query: { perPage: PER_PAGE } })
  const before = useEndsSeen(path)
  const rows = list.data && { ...list.data, data: merged(list.data.data, before) }
  return (
    <DataList
      list={{ ...list, data: rows }}
      label={label}
      columns={COLUMNS}
      rowKey={({ number }) => String(number)}
      empty={{
        sentence: 'Every change by a person or an API key is recorded here. There are none yet.',
      }}
    />
  )
}

/** The outcome may be on any page that was read before. */
function useEndsSeen(path: Path): Map<string, Entry> {
  const client = useQueryClient()
  const pages = client.getQueriesData<Listed<Entry>>({ queryKey: [path] })
  const entries = pages.flatMap(([, page]) => page?.data ?? [])
  return new Map(
    entries.filter(({ outcome }) => outcome !== null).map((one) => [one.request_id, one]),
  )
}

/**
 * Newest first, so an outcome comes before its request. Callers choose request ids, and may use one
 * id for all requests: each request belongs to one outcome.
 */
function merged(entries: Entry[], ends: Map<string, Entry>): Row[] {
  const rows: Row[] = []
  const ended = new Map<string, Row[]>()
  for (const entry of entries) {
    const { request_id, action, subject, number, created_at, outcome } = entry
    const name = `${request_id} ${action} ${subject}`
    const end = outcome === null ? ended.get(name)?.shift() : undefined
    if (end) {
      Object.assign(end, { created_at, isIn: `#${number}–${end.number}` })
      continue
    }
    // Already shown, merged with its outcome on an earlier page.
    if (outcome === null && ends.has(request_id)) continue
    const row = { ...entry, result: resultOf(entry), isIn: `#${number}` }
    rows.push(row)
    if (outcome !== null) ended.set(name, [...(ended.get(name) ?? []), row])
  }
  return rows
}

function resultOf({ outcome }: Entry): Result {
  if (outcome === null) return 'unknown'
  if (outcome < 400) return 'done'
  return outcome < 500 ? 'refused' : 'failed'
}

/** `/refunds` adds nothing to the name of the action; `/keys/key_…` names the key. */
function namesSomething(action: string): boolean {
  return action.includes(':') || !action.includes(' /')
}
