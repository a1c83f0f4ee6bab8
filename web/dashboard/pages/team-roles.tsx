import { Icon } from '../parts/icon.tsx'
import type { Permission, Role } from '../session.ts'

// What each role may do, as src/core/access.ts decides; a test holds this to it.

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  developer: 'Developer',
  finance: 'Finance',
  support: 'Support',
}
const ROLES = Object.keys(ROLE_NAMES) as Role[]
const ALL = ROLES

const MAY: Record<Permission, { words: string; roles: Role[] }> = {
  view: { words: 'View payments, customers and money (identity numbers masked)', roles: ALL },
  collect: { words: 'Initialize payments, create payment links and account numbers', roles: ALL },
  sandbox: { words: 'Use the sandbox', roles: ALL },
  refund: { words: 'Refund payments', roles: ['owner', 'finance'] },
  payout: { words: 'Create payouts', roles: ['owner', 'finance'] },
  share: { words: 'Change subaccounts and splits', roles: ['owner', 'finance'] },
  export: { words: 'Export lists and statements', roles: ['owner', 'finance'] },
  identity: { words: 'Verify identities', roles: ['owner', 'developer', 'support'] },
  webhooks: {
    words: 'Change webhooks, view their secrets, resend events',
    roles: ['owner', 'developer'],
  },
  keys: { words: 'Create, roll and revoke API keys', roles: ['owner', 'developer'] },
  settings: { words: 'Change checkout settings', roles: ['owner', 'developer'] },
  team: { words: 'Invite and remove people, change roles', roles: ['owner'] },
  activate: { words: 'Request live mode', roles: ['owner'] },
  audit: { words: 'View the audit log', roles: ['owner'] },
}

export function RolesTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard too.
    <section className="table-frame roles-frame" tabIndex={0} aria-label="Permissions of each role">
      <table className="roles">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Permission</span>
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
