import { Button } from './button.tsx'

type Props = {
  /**
   * What it does, to whom and with how much, as the words of one sentence. While one of them is not
   * known the button cannot be pressed.
   */
  does: (string | null | undefined)[]
  /** Why it cannot be pressed, where that is something else. */
  why?: string | undefined
  look?: 'main' | 'danger'
  isBusy: boolean
}

/** Sends the form of something that cannot be taken back. The page's tests walk every one. */
export function FinalButton({ does, why, look = 'main', isBusy }: Props) {
  const isKnown = does.every(Boolean)
  return (
    <Button
      type="submit"
      look={look}
      isBusy={isBusy}
      why={why ?? (isKnown ? undefined : 'It is not known yet whom this concerns.')}
      data-final=""
    >
      {isKnown ? does.join(' ') : does[0]}
    </Button>
  )
}
