import { type ComponentProps, useId } from 'react'
import { Hint } from './hint.tsx'
import { Icon, type IconName } from './icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  look?: 'main' | 'plain' | 'danger' | 'quiet'
  icon?: IconName
  isBusy?: boolean
  /** Disables the button and is shown as the reason. */
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

/** Stays focusable, so that keyboard users can read the reason. */
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

/**
 * The label of a button as a sentence: what it does, to whom, with how much. While a part is null,
 * the button is disabled.
 */
export type Sentence = (string | null | undefined)[]

type FinalProps = {
  does: Sentence
  /** Another reason to disable it. */
  why?: string | undefined
  look?: 'main' | 'danger' | undefined
  isBusy: boolean
}

/** Submits a form that cannot be undone. */
export function FinalButton({ does, why, look = 'main', isBusy }: FinalProps) {
  const isKnown = does.every(Boolean)
  return (
    <Button
      type="submit"
      look={look}
      isBusy={isBusy}
      why={why ?? (isKnown ? undefined : 'The recipient is not known yet.')}
      data-final=""
    >
      {isKnown ? does.join(' ') : does[0]}
    </Button>
  )
}
