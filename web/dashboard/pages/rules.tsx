import { del } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { ConfirmButton, DialogButton, FirstButton } from '../parts/dialog.tsx'
import { Page } from '../parts/page.tsx'
import { Badge } from '../parts/values.tsx'
import { useCan } from '../session.ts'
import { useList } from '../use-list.ts'
import { RuleDialog, SwitchDialog } from './rule-dialog.tsx'
import { ACTIONS, RULE_STATES, type Rule, sentenceOf } from './rule-words.ts'

const columnsOf = (why: string | undefined): Column<Rule>[] => [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Matches', cell: sentenceOf },
  { title: 'Then', cell: ({ action }) => ACTIONS[action] },
  { title: 'Points', isEnd: true, cell: ({ points }) => points },
  {
    title: 'Status',
    cell: ({ active }) => <Badge state={active ? 'on' : 'off'} of={RULE_STATES} />,
  },
  {
    title: 'Actions',
    isActions: true,
    isEnd: true,
    cell: (rule) => (
      <>
        <DialogButton
          isSmall
          why={why}
          aria-label={`Switch ${rule.active ? 'off' : 'on'} ${rule.name}`}
          dialog={(close) => <SwitchDialog rule={rule} onClose={close} />}
        >
          {rule.active ? 'Switch off' : 'Switch on'}
        </DialogButton>{' '}
        <DialogButton
          isSmall
          why={why}
          aria-label={`Change ${rule.name}`}
          dialog={(close) => <RuleDialog rule={rule} onClose={close} />}
        >
          Change
        </DialogButton>{' '}
        <ConfirmButton
          text="Delete"
          isSmall
          why={why}
          title={`Delete ${rule.name}?`}
          work={() => del('/rules/{id}', { params: { id: rule.id } })}
          done="Rule deleted."
          refresh={['/rules']}
        >
          Payments that it matched keep its name.
        </ConfirmButton>
      </>
    ),
  },
]

export function RulesPage() {
  const list = useList('/rules')
  const { why } = useCan('settings')
  return (
    <Page
      title="Rules"
      intro="Rules refuse, review or let through attempts to pay."
      actions={
        <DialogButton
          isNew
          look="main"
          icon="plus"
          why={why}
          dialog={(close) => <RuleDialog onClose={close} />}
        >
          New rule
        </DialogButton>
      }
    >
      <DataList
        list={list}
        label="Rules, newest first"
        columns={columnsOf(why)}
        rowKey={({ id }) => id}
        empty={{
          sentence: 'Without rules, every attempt to pay goes to its provider.',
          action: <FirstButton why={why}>Create your first rule</FirstButton>,
          curl: {
            method: 'POST',
            path: '/rules',
            body: { name: 'Large', kind: 'amount', action: 'review', amount: 50_000_000 },
          },
        }}
      />
    </Page>
  )
}
