import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Code } from './code.tsx'
import { Buttons, Dialog } from './dialog.tsx'
import { Checkbox } from './field.tsx'
import { saveText } from './save-text.ts'

type Props = {
  title: string
  intro: ReactNode
  /** What is shown this once. */
  text: string
  label: string
  /** What somebody says who closes it: `I have kept the key`. */
  kept: string
  /** Where it can be saved as a file: its name. */
  fileName?: string
  onClose: () => void
}

/** A secret that is shown once: closed by whoever says that it is kept, and not by accident. */
export function Once({ title, intro, text, label, kept, fileName, onClose }: Props) {
  const [isKept, setKept] = useState(false)
  return (
    <Dialog title={title} intro={intro} isOpen isHeld onClose={onClose}>
      <Code text={text} label={label} />
      {fileName !== undefined && (
        <div>
          <Button icon="download" isSmall onClick={() => saveText(fileName, `${text}\n`)}>
            Save as a file
          </Button>
        </div>
      )}
      <Checkbox name="kept" label={kept} isOn={isKept} onChange={setKept} />
      <div className="form">
        <Buttons>
          <Button
            look="main"
            why={isKept ? undefined : 'First say that you have kept it: it is not shown again.'}
            onClick={onClose}
          >
            Close
          </Button>
        </Buttons>
      </div>
    </Dialog>
  )
}
