import type { DataOf } from '../api.ts'
import { Go } from '../parts/go.tsx'
import { FactsSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Code, Copy, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { mode } from '../place.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { curlOf, nameOfKey, pageOfRecord, STATUSES, shortPath, statusOf } from './request-words.ts'

type Detail = DataOf<'GET', '/requests/{id}'>

const CRUMBS = [{ title: 'Requests', to: paths.requests() }]
const NOT_KEPT = 'Not kept: there was none, it was no JSON, or it was too long.'

/** By its own id, or by the request id that an error quotes. */
export function RequestPage() {
  const id = useParam('id')
  const read = useGet('/requests/{id}', { params: { id } })
  return (
    <RecordPage title="Request" crumbs={CRUMBS} read={read}>
      {(detail) => <Found of={detail} />}
    </RecordPage>
  )
}

function Found({ of }: { of: Detail }) {
  const { method, path, status, request_body, response_body } = of
  const keys = useGet('/keys').data
  return (
    <Page
      title={`${method} ${shortPath(path)}`}
      crumbs={CRUMBS}
      beside={<Badge state={statusOf(status)} of={STATUSES(status)} />}
    >
      <FactsSection title="Call" of={factsOf(of, nameOfKey(keys, of.key_id))} />
      <div className="columns">
        <Section title="Request">
          <Body text={request_body} label="The body of the request" />
        </Section>
        <Section title="Response">
          <Body text={response_body} label="The body of the response" />
        </Section>
      </div>
      <Section
        title="Repeat it"
        intro="Fill in your key, and whatever is [redacted]. A repeated call takes effect again."
      >
        <Code text={curlOf(of, mode)} label="The call as a curl command" />
      </Section>
    </Page>
  )
}

function Body({ text, label }: { text: string | null; label: string }) {
  return text === null ? <p className="faint">{NOT_KEPT}</p> : <Code text={text} label={label} />
}

function factsOf(of: Detail, key: string) {
  return {
    Time: <Time at={of.created_at} as="full" />,
    Took: `${of.duration_ms} ms`,
    Error: of.error_code,
    'Request id': <Copy text={of.request_id} />,
    Key: key,
    'Idempotency key': of.idempotency_key && (
      <>
        {of.idempotency_key}
        {of.replayed && ', answered with the kept response'}
      </>
    ),
    Query: of.query === null || of.query === '{}' ? null : <code>{of.query}</code>,
    Path: <code>{of.path}</code>,
    'API version': of.version,
    Program: of.user_agent,
    Records: of.records.length > 0 ? <Records of={of} /> : null,
  }
}

/** Each with its page, and with the calls that named it. */
function Records({ of: { records, path } }: { of: Detail }) {
  return (
    <ul className="plain-list">
      {records.map((record) => {
        const page = pageOfRecord(record, path)
        return (
          <li key={record}>
            {page === null ? record : <Go to={page}>{record}</Go>} (
            <Go to={paths.requests()} search={{ q: record }}>
              all calls
            </Go>
            )
          </li>
        )
      })}
    </ul>
  )
}
