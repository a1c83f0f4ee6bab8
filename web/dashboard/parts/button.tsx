import { type ComponentProps, useId } from 'react'
import { Hint } from './hint.tsx'
import { Icon, type IconName } from './icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  look?: 'main' | 'plain' | 'danger' | 'quiet'
  icon?: IconName
  isBusy?: boolean
  /** Why it cannot be pressed now; where there is a reason, it is disabled and says it. */
  why?: string | undefined
  isSmall?: boolean
}

export function Button({ why, ...props }: Props) {
  if (why === undefined) return <Plain {...props} />
  return <Refusing why={why} {...props} />
}

function Plain({ look = 'plain', icon, isBusy, isSmall, children, onClick, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      className="button"
      data-look={look}
      data-small={isSmall ? '' : undefined}
      data-busy={isBusy ? '' : undefined}
      aria-busy={isBusy ? true : undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** It can still be reached by keyboard, or nobody there would learn the reason. */
function Refusing({ why, type: _type, ...props }: Props) {
  const id = useId()
  return (
    <>
      <Hint text={why}>
        <Plain
          {...props}
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        />
      </Hint>
      <span id={id} hidden>
        {why}
      </span>
    </>
  )
}
