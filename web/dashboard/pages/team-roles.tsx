import { Icon } from '../parts/icon.tsx'
import type { Permission, Role } from '../session.ts'

// What each role may do, as src/logins/permissions.ts decides; a test holds this to it.

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  developer: 'Developer',
  finance: 'Finance',
  support: 'Support',
}
const ROLES = Object.keys(ROLE_NAMES) as Role[]
const ALL = ROLES

const MAY: Record<Permission, { words: string; roles: Role[] }> = {
  view: { words: 'Look at payments, customers and money; numbers of persons masked', roles: ALL },
  collect: { words: 'Start payments, payment links and account numbers', roles: ALL },
  sandbox: { words: 'Try things out in the sandbox', roles: ALL },
  refund: { words: 'Refund payments', roles: ['owner', 'finance'] },
  payout: { words: 'Pay out to the bank', roles: ['owner', 'finance'] },
  share: { words: 'Change subaccounts and splits', roles: ['owner', 'finance'] },
  export: { words: 'Save lists and statements as files', roles: ['owner', 'finance'] },
  identity: { words: 'Verify persons', roles: ['owner', 'developer', 'support'] },
  webhooks: {
    words: 'Change webhooks, see their secrets, send events again',
    roles: ['owner', 'developer'],
  },
  keys: { words: 'Make, roll and revoke API keys', roles: ['owner', 'developer'] },
  settings: { words: 'Change how the checkout looks and behaves', roles: ['owner', 'developer'] },
  team: { words: 'Invite people, change roles, take people out', roles: ['owner'] },
  activate: { words: 'Ask for live mode', roles: ['owner'] },
  audit: { words: 'Read the audit log', roles: ['owner'] },
}

export function RolesTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard too.
    <section className="table-frame roles-frame" tabIndex={0} aria-label="Table of the roles">
      <table className="roles">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">What</span>
            </th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {ROLE_NAMES[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(MAY).map(([permission, { words, roles }]) => (
            <tr key={permission} data-permission={permission}>
              <th scope="row">{words}</th>
              {ROLES.map((role) => (
                <td key={role}>{roles.includes(role) ? <Yes /> : <No />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Yes() {
  return (
    <>
      <Icon name="check" />
      <span className="unseen">Yes</span>
    </>
  )
}

function No() {
  return (
    <>
      <span className="faint" aria-hidden="true">
        –
      </span>
      <span className="unseen">No</span>
    </>
  )
}
