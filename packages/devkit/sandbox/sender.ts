import { type Static, Type } from 'typebox'

// Who sends a transfer into the sandbox, and why.

export const SENDER_FIELDS = {
  sender_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      format: 'one-line',
      description: 'The name of the sender.',
      examples: ['Ngozi Sample'],
    }),
  ),
  sender_bank_code: Type.Optional(
    Type.String({ format: 'bank-code', description: 'The bank code of the sender.' }),
  ),
  sender_account_number: Type.Optional(
    Type.String({ format: 'account-number', description: 'The account number of the sender.' }),
  ),
  narration: Type.Optional(
    Type.String({
      maxLength: 100,
      format: 'one-line',
      description: 'What the sender writes.',
      examples: ['Order 1042'],
    }),
  ),
}

const SENDER = { name: 'Ngozi Sample', bankCode: '001', accountNumber: '0000000000' }

export function senderOf(body: Static<ReturnType<typeof Type.Object<typeof SENDER_FIELDS>>>) {
  return {
    // Cleaned as the bank's own notifications are, so that both name the sender alike.
    senderName: (body.sender_name ?? SENDER.name).trim(),
    senderBankCode: body.sender_bank_code ?? SENDER.bankCode,
    senderAccountNumber: body.sender_account_number ?? SENDER.accountNumber,
    narration: (body.narration ?? '').trim(),
  }
}
