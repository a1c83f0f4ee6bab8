import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, useField } from '../parts/field.tsx'
import { Buttons } from '../parts/form.tsx'
import { Progress, useDownload } from '../parts/progress.tsx'
import { lagosDay, monthName } from '../time.ts'

const MONTHS = 13

const INTRO =
  'One ZIP with payments, refunds, payouts, settlements, fees, stamp duty, disputes and the ' +
  'wallet, and a summary that compares each total with the ledger.'

/** A month for the accountant, as one ZIP. */
export function MonthDialog({ onClose }: { onClose: () => void }) {
  const months = monthsBack()
  const month = useField('month', months[1]!)
  const file = useDownload({ name: `month-${month.value}.zip`, said: 'Month saved.' })
  const options = months.map((one, i) => [
    one,
    i === 0 ? `${monthName(one)}, until yesterday` : monthName(one),
  ])
  const start = () => file.start('/balance/month', { query: { month: month.value } })
  return (
    <Dialog title="Month for the accountant" intro={INTRO} onClose={onClose}>
      <SelectField {...month} label="Month" options={Object.fromEntries(options)} />
      {file.isBusy && (
        <Progress what="Kilobytes so far" done={file.done} total={null} onStop={file.stop} />
      )}
      <Buttons>
        <Button onClick={onClose}>Close</Button>
        <Button look="main" icon="download" isBusy={file.isBusy} onClick={start}>
          Download
        </Button>
      </Buttons>
    </Dialog>
  )
}

/** `2026-11`, the current month first. */
function monthsBack(): string[] {
  const [year, month] = lagosDay(new Date()).split('-').map(Number) as [number, number]
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
