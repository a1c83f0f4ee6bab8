import type { Schemas } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Copy } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useBankName } from './bank-names.ts'
import {
  ACCOUNT_KINDS,
  DEPOSIT_MEANINGS,
  DEPOSIT_REASONS,
  DEPOSIT_STATES,
} from './deposit-words.ts'

type Deposit = Schemas['Deposit']

export function DepositDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const bankName = useBankName()
  const { status, reason, return_session_id } = deposit
  return (
    <Dialog title="Deposit" intro={DEPOSIT_MEANINGS[status]} isOpen isWide onClose={onClose}>
      <Facts
        of={{
          State: <Badge state={status} of={DEPOSIT_STATES} />,
          'Why it did not fit': reason && DEPOSIT_REASONS[reason],
          Amount: <Money kobo={deposit.amount} isStrong />,
          Received: <Time at={deposit.received_at} as="full" />,
          From: `${deposit.sender_name}, ${bankName(deposit.sender_bank_code)}`,
          'Account of the sender': <code>{deposit.sender_account_number}</code>,
          'What the sender wrote': deposit.narration || <span className="faint">Nothing</span>,
          To: <Copy text={deposit.account_number} />,
          'Whose account': ACCOUNT_KINDS[deposit.account_kind],
          [status === 'matched' ? 'It paid' : 'Meant for']: <Purpose deposit={deposit} />,
          'Session ID': <Copy text={deposit.session_id} />,
          'Session ID of the return': return_session_id && <Copy text={return_session_id} />,
          Id: <Copy text={deposit.id} />,
        }}
      />
    </Dialog>
  )
}

function Purpose({ deposit: { transaction_id } }: { deposit: Deposit }) {
  if (transaction_id === null) return <Go to={paths.wallet()}>Your wallet</Go>
  return <Go to={paths.transaction(transaction_id)}>This payment</Go>
}
