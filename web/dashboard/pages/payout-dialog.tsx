import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../api.ts'
import { naira } from '../naira.ts'
import { BankAccountFields, useBankAccount } from '../parts/bank-account.tsx'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { AmountField, TextField } from '../parts/field.tsx'
import { FinalButton } from '../parts/final-button.tsx'
import { Form } from '../parts/form.tsx'
import { paths } from '../paths.ts'
import { useBusiness } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'

const INTRO =
  'It leaves your wallet at once, and cannot be taken back. Your password may be asked ' +
  'for first.'

const REASON_LENGTH_MAX = 100

type Props = {
  /** Of a payout that is done once more. */
  like?: { amount: number; bank: string; number: string; reason: string }
  onClose: () => void
}

export function PayoutDialog({ like, onClose }: Props) {
  const business = useBusiness()
  const { data: balance } = useGet('/balance')
  const account = useBankAccount({ bank: like?.bank ?? '', number: like?.number ?? '' })
  const [amount, setAmount] = useState<number | null>(like?.amount ?? null)
  const [reason, setReason] = useState(like?.reason ?? '')
  const navigate = useNavigate()
  const pay = useAction(
    (_: undefined, key) =>
      post('/payouts', {
        key,
        body: {
          amount: amount ?? 0,
          bank_code: account.bank,
          account_number: account.number,
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        },
      }),
    {
      errors: 'form',
      done: ({ status }) => DONE[status],
      refresh: ['/payouts', '/balance'],
      onDone: ({ id }) => {
        onClose()
        void navigate({ to: paths.payout(id) })
      },
    },
  )
  const isTooMuch = amount !== null && balance !== undefined && amount > balance.available
  return (
    <Dialog title="New payout" intro={INTRO} isOpen onClose={onClose}>
      <Form onSubmit={() => pay.run(undefined)} error={pay.error}>
        <BankAccountFields of={account} />
        <AmountField
          name="amount"
          label="Amount"
          help={balance && `${naira(balance.available)} are available.`}
          wrong={isTooMuch ? 'That is more than is available.' : undefined}
          kobo={amount}
          onChange={setAmount}
        />
        <TextField
          name="reason"
          label="What it is for"
          isOptional
          help="Whoever gets it reads this."
          maxLength={REASON_LENGTH_MAX}
          value={reason}
          onChange={setReason}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <FinalButton
            does={['Send', naira(amount ?? 0), 'to', account.name, 'from', business?.name]}
            why={account.why ?? whyNot(amount, isTooMuch)}
            isBusy={pay.isBusy}
          />
        </Buttons>
      </Form>
    </Dialog>
  )
}

const DONE = {
  pending: 'The bank has not answered yet. The payout is on its way.',
  success: 'The payout is sent.',
  failed: 'The bank did not send the payout.',
}

function whyNot(amount: number | null, isTooMuch: boolean): string | undefined {
  if (amount === null || amount === 0) return 'Write an amount first.'
  return isTooMuch ? 'That is more than is available.' : undefined
}
