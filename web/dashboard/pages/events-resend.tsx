import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COUNTED_MAX, getPage, post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { Checkbox, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Progress } from '../parts/progress.tsx'
import { daysAgo, endOf, lagosDay, startOf } from '../time.ts'
import { useAction } from '../use-action.ts'

const LOOK_MS = 1_500

type Range = { from: string; to: string }
type Sent = Range & { total: number }

/** All events of some days, once more; how far it is, until somebody leaves it. */
export function ResendRangeDialog({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Dialog
      title="Send several again"
      intro={
        'For what your server has missed. It is told of each event once more, the oldest first; ' +
        'an event keeps its id.'
      }
      isOpen
      onClose={onClose}
    >
      {sent === null ? (
        <Choose onClose={onClose} onSent={setSent} />
      ) : (
        <Sending sent={sent} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Choose({ onClose, onSent }: { onClose: () => void; onSent: (sent: Sent) => void }) {
  const [from, setFrom] = useState(daysAgo(1))
  const [to, setTo] = useState(() => lagosDay(new Date()))
  const [isFailedOnly, setFailedOnly] = useState(true)
  const range = (): Range => ({ from: startOf(from), to: afterDay(to) })
  const resend = useAction(
    (_, key) => post('/events/resend', { body: { ...range(), only_failed: isFailedOnly }, key }),
    {
      refresh: ['/events'],
      errors: 'form',
      onDone: ({ events }) => onSent({ ...range(), total: events }),
    },
  )
  const isWhole = from !== '' && to !== ''
  return (
    <Form onSubmit={() => isWhole && resend.run()} error={resend.error}>
      <div className="columns-small">
        <TextField
          name="from"
          label="From"
          type="date"
          value={from}
          onChange={setFrom}
          wrong={from === '' ? 'Choose a day.' : undefined}
        />
        <TextField
          name="to"
          label="To the end of"
          type="date"
          value={to}
          onChange={setTo}
          wrong={to === '' ? 'Choose a day.' : undefined}
        />
      </div>
      <Checkbox
        name="only_failed"
        label="Only what was not delivered"
        help="Else all of it is sent again, also what your server has taken."
        isOn={isFailedOnly}
        onChange={setFailedOnly}
      />
      <Buttons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" isBusy={resend.isBusy}>
          Send again
        </Button>
      </Buttons>
    </Form>
  )
}

/** The moment after the last one of a day: the end of a range is not in it. */
function afterDay(lagosDate: string): string {
  return new Date(new Date(endOf(lagosDate)).getTime() + 1).toISOString()
}

function Sending({ sent: { from, to, total }, onClose }: { sent: Sent; onClose: () => void }) {
  const { data: waiting = total } = useQuery({
    queryKey: ['/events', 'waiting', from, to],
    queryFn: async () => {
      const query = { status: 'pending', from, to, perPage: 1 }
      return (await getPage('/events', { query })).meta.total
    },
    refetchInterval: (query) => (query.state.data === 0 || total === 0 ? false : LOOK_MS),
  })
  // Others may be waiting in this time too; and so many are that many or more.
  const done = waiting === COUNTED_MAX ? 0 : Math.max(0, total - waiting)
  return (
    <div className="form">
      {total === 0 && <p role="status">Nothing of this time is to be sent.</p>}
      {total > 0 && <Progress what="No longer waiting" done={done} total={total} />}
      {total > 0 && waiting > 0 && (
        <p className="faint">
          It goes on when you leave. What your server does not take now is tried again later, for up
          to three days.
        </p>
      )}
      <Buttons>
        <Button look="main" onClick={onClose}>
          {waiting > 0 ? 'Leave it running' : 'Close'}
        </Button>
      </Buttons>
    </div>
  )
}
