import {
  type BankScript,
  bankConformance,
  CREDIT,
  type World,
} from '../../../test/bank-conformance.ts'
import {
  FAILING_ACCOUNT,
  LATE_ACCOUNT,
  NOBODYS_ACCOUNT,
  WRONG_BVN,
} from '../../../test/providers/monnify/books.ts'
import { monnifyWorld, type Rails } from '../../../test/providers/monnify/world.ts'
import { later } from '../../platform/clock.ts'
import { decimalNaira } from '../amounts.ts'
import type { BankCredit } from '../outcomes.ts'
import type { RailSet } from '../rails.ts'

// The promises of a bank that recognizes every key, tested with Monnify's stand-in. The others are
// in test/rails-conformance.test.ts. Two differ: returns are completed later (returns.test.ts), and
// notifications have no timestamp.

const GTB = { code: '058', nipCode: '000013' }

const SCRIPT: BankScript = {
  credit: { ...CREDIT, sessionId: 'MNFY|17|20261123100000|000001' },
  bvn: { taken: '22222222222', refused: WRONG_BVN },
  holders: { bank: GTB, somebodys: '0123456789', nobodys: NOBODYS_ACCOUNT },
  beneficiaries: {
    bank: GTB,
    sent: '0123456789',
    late: LATE_ACCOUNT,
    failed: FAILING_ACCOUNT,
    nobodys: NOBODYS_ACCOUNT,
  },
}

async function makeWorld(): Promise<World> {
  const world = await monnifyWorld()
  // The suite pays the same amount to the same account repeatedly.
  world.books.sameTransferMs = 0
  const set = (rails: Rails) => rails as unknown as RailSet
  return {
    rails: set(world.rails),
    another: () => set(world.another()),
    kept: () => world.logged.join('\n'),
    tell: (credit, _, spoil) => {
      const told = world.controls.sign({
        eventType: 'SUCCESSFUL_TRANSACTION',
        eventData: dataOf(credit),
      })
      if (spoil === undefined) return told
      return world.controls.signText(spoil(told.body.toString()))
    },
  }
}

function dataOf(credit: BankCredit) {
  return {
    transactionReference: credit.sessionId,
    paymentReference: 'MNFYR|1',
    amountPaid: decimalNaira(credit.amount),
    paidOn: later(credit.occurredAt, 3_600_000).toISOString().replace('T', ' ').replace('Z', ''),
    paymentDescription: credit.narration,
    paymentStatus: 'PAID',
    paymentMethod: 'ACCOUNT_TRANSFER',
    currency: 'NGN',
    destinationAccountInformation: { bankCode: '232', accountNumber: credit.accountNumber },
    paymentSourceInformation: [
      {
        accountName: credit.senderName,
        accountNumber: credit.senderAccountNumber,
        bankCode: credit.senderBankCode,
      },
    ],
  }
}

bankConformance('monnify', makeWorld, SCRIPT, ['returns', 'stale notifications'])
