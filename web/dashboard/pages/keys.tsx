import { useState } from 'react'
import type { KeyScope } from '../../../src/core/access.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { ShowOnceDialog } from '../parts/dialog.tsx'
import { Empty, ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { Menu } from '../parts/menu.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Badge, Copy, Curl, Time, type Tone } from '../parts/values.tsx'
import { mode } from '../place.ts'
import { isTest, useCan } from '../session.ts'
import { type Read, useGet } from '../use-list.ts'
import { type Key, mayGive } from './key-words.ts'
import {
  ChangeKeyDialog,
  MakeKeyDialog,
  RevokeKeyDialog,
  RollKeyDialog,
  useGrantable,
} from './keys-dialogs.tsx'

type State = 'good' | 'ending' | 'ended' | 'revoked'
type Open = { what: 'make' } | { what: 'change' | 'roll' | 'revoke'; key: Key } | null

const STATES: Record<State, { tone: Tone; text: string }> = {
  good: { tone: 'good', text: 'In use' },
  ending: { tone: 'warn', text: 'Ends soon' },
  ended: { tone: 'plain', text: 'Ended' },
  revoked: { tone: 'plain', text: 'Revoked' },
}
const KINDS: Record<Key['kind'], string> = { secret: 'Secret', public: 'Public' }
const INTRO =
  `Your software uses these keys in ${mode} mode. Keep the secret key on your server. The ` +
  'public key can be in your pages.'
const NONE =
  'No keys yet. Your server needs a secret key to initialize and verify payments. Create ' +
  'one here.'
const ONCE = 'Copy it now. Later, only its beginning and end are shown.'
const AGAIN = 'You can copy it from this page again: a test key moves no money.'
const DOTS = 'Replace the dots with your secret key.'
const OVER = 'This key is no longer active.'
const ROLLED = 'This key was already replaced.'
const PUBLIC = 'A public key can only initialize payments.'
const BEYOND = 'This key can do more than your role. Ask an owner, or revoke it.'

export function KeysPage() {
  const read = useGet('/keys')
  const [open, setOpen] = useState<Open>(null)
  const [made, setMade] = useState<string | null>(null)
  const { why } = useCan('keys')
  const close = () => setOpen(null)
  const show = ({ key }: { key: string }) => {
    close()
    setMade(key)
  }
  const make = (
    <Button look="main" icon="plus" why={why} onClick={() => setOpen({ what: 'make' })}>
      New key
    </Button>
  )
  return (
    <Page title="API keys" intro={INTRO} actions={make}>
      <Keys read={read} onOpen={setOpen} why={why} />
      {read.data !== undefined && read.data.length > 0 && (
        <Section title="Try a key" {...(!isTest && { intro: DOTS })}>
          <Curl path="/balance" />
        </Section>
      )}
      {open?.what === 'make' && <MakeKeyDialog onClose={close} onMade={show} />}
      {open?.what === 'change' && <ChangeKeyDialog of={open.key} onClose={close} />}
      {open?.what === 'roll' && <RollKeyDialog of={open.key} onClose={close} onMade={show} />}
      {open?.what === 'revoke' && <RevokeKeyDialog of={open.key} onClose={close} />}
      {made !== null && (
        <ShowOnceDialog
          title="Your new key"
          intro={isTest ? AGAIN : ONCE}
          text={made}
          label="The new key"
          kept={isTest ? undefined : 'I have stored the key'}
          onClose={() => setMade(null)}
        />
      )}
    </Page>
  )
}

type KeysProps = {
  read: Read<Key[]>
  onOpen: (open: Open) => void
  why: string | undefined
}

function Keys({ read: { data, error, again }, onOpen, why }: KeysProps) {
  const own = useGrantable()
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={6} />
  if (data.length === 0) {
    return <Empty sentence={NONE} />
  }
  return (
    <DataTable
      label="Keys"
      columns={columns(onOpen, why, own)}
      rows={data}
      rowKey={({ key_id }) => key_id}
    />
  )
}

function columns(
  onOpen: (open: Open) => void,
  why: string | undefined,
  own: KeyScope[],
): Column<Key>[] {
  return [
    {
      title: 'Key',
      isWhole: true,
      cell: ({ hint, key }) =>
        key === null ? <code>{hint}</code> : <Copy text={key} shown={hint} />,
    },
    { title: 'Kind', isWhole: true, cell: ({ kind }) => KINDS[kind] },
    { title: 'Status', cell: (key) => <StateOf of={key} /> },
    { title: 'Permissions', cell: (key) => <GrantOf of={key} /> },
    { title: 'Created', cell: (key) => <MadeOf of={key} /> },
    {
      title: 'Last used',
      cell: ({ last_used_at, last_used_from }) => (
        <div>
          <Time at={last_used_at} as="ago" none="Never" />
          {last_used_from !== null && <div className="faint">from {last_used_from}</div>}
        </div>
      ),
    },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: (key) => {
        const state = stateOf(key)
        const over = state === 'ended' || state === 'revoked' ? OVER : why
        const beyond = over ?? (key.scopes.every((one) => mayGive(own, one)) ? undefined : BEYOND)
        const items = [
          {
            text: 'Change',
            why: key.kind === 'public' ? PUBLIC : beyond,
            onChoose: () => onOpen({ what: 'change', key }),
          },
          {
            text: 'Roll: replace with a new key',
            why: beyond ?? (state === 'ending' ? ROLLED : undefined),
            onChoose: () => onOpen({ what: 'roll', key }),
          },
          {
            text: 'Revoke',
            isDanger: true,
            why: over,
            onChoose: () => onOpen({ what: 'revoke', key }),
          },
        ]
        return (
          <Menu items={items}>
            <Button isSmall icon="more" aria-label={`Actions for ${key.hint}`} />
          </Menu>
        )
      },
    },
  ]
}

function GrantOf({ of: { kind, scopes, allowed_ips } }: { of: Key }) {
  const isAll = scopes.includes('all')
  const may = isAll ? 'Everything' : scopes.join(', ')
  return (
    <div>
      {kind === 'public' ? 'Initialize payments' : may}
      {allowed_ips.length > 0 && <div className="faint">from {allowed_ips.join(', ')}</div>}
    </div>
  )
}

function MadeOf({ of: { created_at, made_by } }: { of: Key }) {
  return (
    <div>
      <Time at={created_at} />
      {made_by !== null && <div className="faint">by {made_by}</div>}
    </div>
  )
}

function StateOf({ of: key }: { of: Key }) {
  const state = stateOf(key)
  return (
    <span className="state">
      <Badge state={state} of={STATES} />
      {state === 'ending' && <Time at={key.expires_at} as="ago" />}
      {state === 'revoked' && <Time at={key.revoked_at} as="ago" />}
    </span>
  )
}

function stateOf({ expires_at, revoked_at }: Key): State {
  if (revoked_at !== null) return 'revoked'
  if (expires_at === null) return 'good'
  return new Date(expires_at) > new Date() ? 'ending' : 'ended'
}
