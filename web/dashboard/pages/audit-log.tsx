import { Page } from '../parts/page.tsx'
import { useCan } from '../permissions.ts'
import { AuditEntries } from './audit-entries.tsx'

/** Who did what, when and from where: nothing in it can be changed. */
export function AuditLogPage() {
  const { why } = useCan('audit')
  return (
    <Page
      title="Audit log"
      intro={
        'Who did what, when and from where. Each entry is sealed by the one after it, so none ' +
        'can be changed or taken out unseen.'
      }
    >
      {why === undefined ? (
        <AuditEntries path="/audit" label="What the team has done, newest first" />
      ) : (
        <p>{why}</p>
      )}
    </Page>
  )
}
