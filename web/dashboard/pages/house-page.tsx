import type { ComponentProps } from 'react'
import { Go } from '../parts/go.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'

type Props = ComponentProps<typeof Page> & {
  /** What of it takes two-step sign-in: to change something, or to read it at all. */
  guards?: 'changes' | 'reading'
}

const GUARDED = {
  changes: 'You may look. To change anything, an operator needs two-step sign-in: turn it on under',
  reading: 'To read this, an operator needs two-step sign-in: turn it on under',
}

/** A page of the house, for operators alone: nobody else's browser even asks for what it shows. */
export function HousePage({ guards, children, ...page }: Props) {
  const { is_operator: isOperator } = useSession()
  const isGuarded = useWhyNoChange() !== undefined
  return (
    <Page {...page}>
      {isOperator && isGuarded && guards && (
        <div className="notice">
          <p>
            {GUARDED[guards]} <Go to={paths.security()}>Security</Go>.
          </p>
        </div>
      )}
      {!isOperator && <p>Only those who run the service itself see this page.</p>}
      {isOperator && !(isGuarded && guards === 'reading') && children}
    </Page>
  )
}

/** For the buttons of such a page. */
export function useWhyNoChange(): string | undefined {
  const { second_factor: hasSecondStep } = useSession()
  return hasSecondStep
    ? undefined
    : 'An operator needs two-step sign-in for this: turn it on under Security.'
}
