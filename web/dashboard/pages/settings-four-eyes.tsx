import { useState } from 'react'
import { put } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Checkbox } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useCan } from '../permissions.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'

const PATH = '/settings/account-changes'

/** Who makes the changed bank account of a subaccount effective. */
export function FourEyesTab() {
  const { data, error, again } = useGet(PATH)
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={3} />
  return <FourEyesForm isChosen={data.four_eyes} />
}

function FourEyesForm({ isChosen }: { isChosen: boolean }) {
  const [isOn, setOn] = useState(isChosen)
  const { why } = useCan('team')
  const save = useAction(() => put(PATH, { body: { four_eyes: isOn } }), {
    done: 'Saved. It holds for changes from now on.',
    refresh: ['/settings'],
    errors: 'form',
  })
  return (
    <Form onSubmit={() => why === undefined && save.run()} error={save.error}>
      <p className="intro">
        When the bank account of a subaccount is changed, nothing is paid out to it for 24 hours, or
        until a second person approves the change. The owners get a mail at once.
      </p>
      <Checkbox
        name="four_eyes"
        label="Always wait for a second person"
        help="Then no change takes effect by itself, however long it waits."
        isOn={isOn}
        onChange={setOn}
      />
      <Buttons>
        <Button type="submit" look="main" why={why} isBusy={save.isBusy}>
          Save
        </Button>
      </Buttons>
    </Form>
  )
}
