import { type DataOf, del, put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { NewPassword, TextField, useField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Time } from '../parts/values.tsx'
import { useSession } from '../session.ts'
import { useAction, useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { SecondStep } from './security-second-step.tsx'

/** Settings of the person's own login, for all businesses. */
export function SecurityPage() {
  const { email } = useSession()
  return (
    <Page title="Security" intro={`For your login, ${email}.`}>
      <SecondStep />
      <Sessions />
      <Section title="Password" intro="Changing it signs you out everywhere else.">
        <Password />
      </Section>
    </Page>
  )
}

function Password() {
  const { email } = useSession()
  const current = useField('current_password', '')
  const password = useField('password', '')
  const change = useFormAction(
    () => put('/password', { body: { current_password: current.value, password: password.value } }),
    {
      done: 'Password changed. You are signed out everywhere else.',
      refresh: ['session', '/sessions'],
      onDone: () => {
        current.onChange('')
        password.onChange('')
      },
    },
  )
  return (
    <div className="narrow">
      <ActionForm action={change} submit="Change password">
        {/* Password managers need the user name. */}
        <input
          className="unseen"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          {...current}
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <NewPassword {...password} />
      </ActionForm>
    </div>
  )
}

type Session = DataOf<'GET', '/sessions'>[number]

const PATH = '/sessions'
const ALONE = 'You are not signed in anywhere else.'

/** Open sessions, and a button to end them. */
function Sessions() {
  const sessions = useGet(PATH)
  const end = useAction(
    (session_id: string) => del('/sessions/{session_id}', { params: { session_id } }),
    { done: 'Session ended.', refresh: [PATH] },
  )
  const endOthers = useAction(() => del(PATH), {
    done: 'All other sessions ended.',
    refresh: [PATH],
  })
  const isAlone = sessions.data !== undefined && sessions.data.length < 2
  return (
    <Section
      title="Active sessions"
      actions={
        <Button
          isSmall
          why={isAlone ? ALONE : undefined}
          isBusy={endOthers.isBusy}
          onClick={() => endOthers.run()}
        >
          Sign out everywhere else
        </Button>
      }
    >
      <Loaded read={sessions} lines={2}>
        {(rows) => (
          <DataTable
            label="Active sessions"
            columns={columns((id) => end.run(id))}
            rows={rows}
            rowKey={({ session_id }) => session_id}
          />
        )}
      </Loaded>
    </Section>
  )
}

function columns(onEnd: (id: string) => void): Column<Session>[] {
  return [
    {
      title: 'Browser',
      cell: ({ agent, is_current }) => (
        <div>
          <span className="strong" title={agent}>
            {browserOf(agent)}
          </span>
          {is_current && <span className="faint"> (this one)</span>}
        </div>
      ),
    },
    { title: 'From', cell: ({ address }) => address },
    { title: 'Signed in', cell: ({ created_at }) => <Time at={created_at} /> },
    { title: 'Last seen', cell: ({ seen_at }) => <Time at={seen_at} as="ago" /> },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: ({ session_id, agent, is_current }) =>
        is_current ? null : (
          <Button
            isSmall
            aria-label={`Sign out ${browserOf(agent)}`}
            onClick={() => onEnd(session_id)}
          >
            Sign out
          </Button>
        ),
    },
  ]
}

/** The order matters: each of these names also names those after it. */
const BROWSERS = ['Edg', 'OPR', 'SamsungBrowser', 'Firefox', 'Chrome', 'Safari'] as const
const BROWSER_NAMES = {
  Edg: 'Edge',
  OPR: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const

/**
 * Such as `Chrome, Windows`. For telling sessions apart only: a browser can send any user agent.
 */
function browserOf(agent: string): string {
  const browser = BROWSERS.find(
    (name) => agent.includes(`${name}/`) || agent.includes(`Headless${name}/`),
  )
  const system = SYSTEMS.find((name) => agent.includes(name))
  const words = [browser && BROWSER_NAMES[browser], system].filter(Boolean)
  return words.length > 0 ? words.join(', ') : agent || 'Unknown'
}
