export type Tone = 'good' | 'bad' | 'wait' | 'warn' | 'plain'

type Shown = { tone: Tone; text: string; hint?: string }

type Props<State extends string> = {
  state: State
  /** Every state has a tone and words: a new one does not build until somebody decides. */
  of: Record<State, Shown>
}

export function Badge<State extends string>({ state, of }: Props<State>) {
  // A service newer than this page may know more states.
  const shown = of[state] ?? { tone: 'plain' as const, text: state }
  const { tone, text, hint }: Shown = shown
  return (
    <span className="badge" data-tone={tone} title={hint}>
      {text}
    </span>
  )
}
