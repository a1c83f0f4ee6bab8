import { useState } from 'react'
import { post } from '../api.ts'
import { naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { AmountField, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { useAction } from '../use-action.ts'

type Props = { account: { account_number: string; account_name: string }; onClose: () => void }

/** In test mode: as if somebody had sent money to this number. */
export function TestTransferDialog({ account, onClose }: Props) {
  const { account_number, account_name } = account
  const [amount, setAmount] = useState<number | null>(500_000)
  const [sender, setSender] = useState('Ada Example')
  const [narration, setNarration] = useState('')
  const send = useAction(
    (_: undefined, key) =>
      post('/sandbox/transfers', {
        key,
        body: {
          account_number,
          amount: amount ?? 0,
          ...(sender.trim() && { sender_name: sender.trim() }),
          ...(narration.trim() && { narration: narration.trim() }),
        },
      }),
    {
      errors: 'form',
      done: (deposit) => `${naira(deposit.amount)} have come.`,
      refresh: ['/transactions', '/deposits', '/customers', '/balance', '/statistics'],
      onDone: onClose,
    },
  )
  return (
    <Dialog
      title="Send a test transfer"
      intro={`To ${account_number}, ${account_name}. No real money moves.`}
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => send.run(undefined)} error={send.error}>
        <AmountField name="amount" label="Amount" kobo={amount} onChange={setAmount} autoFocus />
        <TextField name="sender_name" label="Sender" value={sender} onChange={setSender} />
        <TextField
          name="narration"
          label="What the sender writes"
          isOptional
          maxLength={100}
          value={narration}
          onChange={setNarration}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            isBusy={send.isBusy}
            why={amount ? undefined : 'Write an amount first.'}
          >
            Send
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}
