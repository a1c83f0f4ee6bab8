import { DataTable } from '../parts/data-list.tsx'
import { Go } from '../parts/go.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useGet } from '../use-list.ts'
import { STATUSES, shortPath, statusOf } from './request-words.ts'

const INTRO = 'Those that named this record, newest first. Usually, the oldest made it.'
const NONE =
  'None. A bank, the checkout or a person in the dashboard caused this event, or the call is not ' +
  'in the log.'

/** The API calls about a record, for those who may read them. */
export function CallsAbout({ record }: { record: string }) {
  const { can } = useCan('keys')
  const read = useGet('/requests', { query: { q: record }, isOff: !can })
  if (!can) return null
  const all = (
    <Go to={paths.requests()} search={{ q: record }}>
      Search
    </Go>
  )
  return (
    <Section title="API calls" intro={INTRO} actions={all}>
      <Loaded read={read} lines={2}>
        {({ requests }) =>
          requests.length === 0 ? (
            <p className="faint">{NONE}</p>
          ) : (
            <DataTable
              rows={requests}
              label="API calls about this record"
              to={({ id }) => paths.request(id)}
              columns={[
                { title: 'Request', cell: ({ method, path }) => `${method} ${shortPath(path)}` },
                {
                  title: 'Status',
                  cell: ({ status }) => <Badge state={statusOf(status)} of={STATUSES(status)} />,
                },
                { title: 'When', cell: ({ created_at }) => <Time at={created_at} />, isEnd: true },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
