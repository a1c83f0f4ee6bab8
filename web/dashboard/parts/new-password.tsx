import { useState } from 'react'
import { Checkbox, TextField } from './field.tsx'

type Props = { name?: string; value: string; onChange: (value: string) => void }

/** A password that is chosen now: it may be shown, so it need not be typed twice. */
export function NewPassword({ name = 'password', value, onChange }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <TextField
        name={name}
        label="New password"
        help="At least 15 characters, or 12 with two-step sign-in. Several words are good."
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        value={value}
        onChange={onChange}
      />
      <Checkbox name="shown" label="Show it" isOn={isShown} onChange={setShown} />
    </>
  )
}
