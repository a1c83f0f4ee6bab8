import { mayDo, PERSON_ROLES, type Permission } from '../../../src/core/access.ts'
import { Icon } from '../parts/icon.tsx'
import { PERMISSION_WORDS, ROLE_NAMES } from './role-words.ts'

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
          {(Object.keys(PERMISSION_WORDS) as Permission[]).map((permission) => (
            <tr key={permission} data-permission={permission}>
              <th scope="row">{PERMISSION_WORDS[permission]}</th>
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
