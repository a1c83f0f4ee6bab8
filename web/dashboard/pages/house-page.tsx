import type { ComponentProps } from 'react'
import { Go } from '../parts/go.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { useIsOperator } from '../permissions.ts'
import { useSession } from '../session.ts'

/** A page for operators with two-step sign-in. Nobody else's browser even requests its data. */
export function HousePage(page: ComponentProps<typeof Page>) {
  const { is_operator: isOperator } = useSession()
  if (useIsOperator()) return <Page {...page} />
  return (
    <Page title={page.title}>
      {isOperator ? (
        <div className="notice">
          <p>
            Operator pages need two-step sign-in. Turn it on under{' '}
            <Go to={paths.security()}>Security</Go>; any authenticator app will do.
          </p>
        </div>
      ) : (
        <p>Only operators of this service can open this page.</p>
      )}
    </Page>
  )
}
