import { Button } from '../parts/button.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { useGet } from '../use-list.ts'
import { type Draft, percentLeft, type Row, shareOf } from './split-draft.ts'

const ROWS_MAX = 50

type Props = { draft: Draft; change: (part: Partial<Draft>) => void }

/** Who gets how much, one line each. */
export function SplitRows({ draft, change }: Props) {
  const { rows, type } = draft
  const left = percentLeft(draft)
  const put = (row: Row) => change({ rows: rows.map((one) => (one.id === row.id ? row : one)) })
  const add = () => {
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1
    change({ rows: [...rows, { id, subaccount: '', share: '' }] })
  }
  return (
    <fieldset className="fieldset shares">
      <legend>Shared with</legend>
      {rows.map((row, at) => (
        <div key={row.id} className="share-row">
          <Who
            at={at}
            row={row}
            rows={rows}
            onChange={(subaccount) => put({ ...row, subaccount })}
          />
          <TextField
            name={`subaccounts.${at}.share`}
            label={type === 'flat' ? 'Naira' : 'Percent'}
            inputMode="decimal"
            autoComplete="off"
            wrong={wrongShare(type, row.share)}
            value={row.share}
            onChange={(share) => put({ ...row, share })}
          />
          <Button
            icon="close"
            look="quiet"
            aria-label={`Take line ${at + 1} out`}
            why={rows.length === 1 ? 'A split needs somebody to share with.' : undefined}
            onClick={() => change({ rows: rows.filter(({ id }) => id !== row.id) })}
          />
        </div>
      ))}
      <div className="actions">
        <Button
          icon="plus"
          isSmall
          why={rows.length >= ROWS_MAX ? `At most ${ROWS_MAX} can share.` : undefined}
          onClick={add}
        >
          Add another
        </Button>
        {left !== null && (
          <span className={left < 0 ? 'wrong' : 'faint'} role="status">
            {left < 0 ? `${-left} % too much` : `${left} % is yours`}
          </span>
        )}
      </div>
    </fieldset>
  )
}

function wrongShare(type: Draft['type'], text: string): string | undefined {
  if (text.trim() === '' || shareOf(type, text) !== null) return undefined
  return type === 'flat' ? 'Write naira, such as 500.' : 'Write percent, such as 12.5.'
}

type WhoProps = { at: number; row: Row; rows: Row[]; onChange: (subaccount: string) => void }

/** Who is active and in no other line. */
function Who({ at, row, rows, onChange }: WhoProps) {
  const { data = [] } = useGet('/subaccounts', { query: { perPage: 100 } })
  const taken = rows.filter(({ id }) => id !== row.id).map(({ subaccount }) => subaccount)
  const free = data.filter(
    ({ subaccount_code, active }) =>
      (active || subaccount_code === row.subaccount) && !taken.includes(subaccount_code),
  )
  return (
    <Field name={`subaccounts.${at}.subaccount`} label="Subaccount">
      {(ids) => (
        <select {...ids} value={row.subaccount} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose one</option>
          {free.map(({ subaccount_code, business_name, account_number }) => (
            <option key={subaccount_code} value={subaccount_code}>
              {business_name} ({account_number})
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
