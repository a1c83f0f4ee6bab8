import { AuditEntries } from './audit-entries.tsx'
import { HousePage } from './house-page.tsx'

/** The log of the house: of operators, and of signing in. */
export function OperatorAuditPage() {
  return (
    <HousePage
      title="Audit"
      intro={
        'What operators have done, who has signed in, and who was refused. Each entry is ' +
        'sealed by the one after it, so none can be changed or taken out unseen.'
      }
    >
      <AuditEntries path="/operator/audit" label="What operators have done, newest first" />
    </HousePage>
  )
}
