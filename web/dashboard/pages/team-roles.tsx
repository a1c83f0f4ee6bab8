import { mayDo, PERSON_ROLES, type Permission, type Role } from '../../../src/core/access.ts'
import { Icon } from '../parts/icon.tsx'

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  developer: 'Developer',
  finance: 'Finance',
  support: 'Support',
}

const WORDS: Record<Permission, string> = {
  view: 'View payments, customers and money (identity numbers masked)',
  collect: 'Initialize payments, create payment links and account numbers',
  sandbox: 'Use the sandbox',
  refund: 'Refund payments',
  payout: 'Create payouts',
  share: 'Change subaccounts and splits',
  export: 'Export lists and statements',
  identity: 'Verify identities',
  webhooks: 'Change webhooks, view their secrets, resend events',
  keys: 'Create, roll and revoke API keys',
  settings: 'Change checkout settings',
  team: 'Invite and remove people, change roles',
  activate: 'Request live mode',
  audit: 'View the audit log',
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
            {PERSON_ROLES.map((role) => (
              <th key={role} scope="col">
                {ROLE_NAMES[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(WORDS) as Permission[]).map((permission) => (
            <tr key={permission} data-permission={permission}>
              <th scope="row">{WORDS[permission]}</th>
              {PERSON_ROLES.map((role) => (
                <td key={role}>{mayDo(role, permission) ? <Yes /> : <No />}</td>
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
