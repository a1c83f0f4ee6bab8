// The refusals of what does not exist: part of the table in refusals.ts.

export const notFound = {
  not_found: { status: 404, message: 'Unknown endpoint.' },
  transaction_not_found: { status: 404, message: 'No transaction has this reference or id.' },
  event_not_found: { status: 404, message: 'No event has this id, or it is older than 30 days.' },
  customer_not_found: { status: 404, message: 'No customer has this id or code.' },
  authorization_not_found: { status: 404, message: 'No active authorization has this code.' },
  account_change_not_found: { status: 404, message: 'No bank account change has this id.' },
  subaccount_not_found: { status: 404, message: 'No subaccount has this code.' },
  split_not_found: { status: 404, message: 'No split has this code.' },
  payout_not_found: { status: 404, message: 'No payout has this id or reference.' },
  payout_batch_not_found: { status: 404, message: 'No payout batch has this id.' },
  deposit_not_found: { status: 404, message: 'No deposit has this id or session id.' },
  refund_not_found: { status: 404, message: 'No refund has this id.' },
  settlement_not_found: { status: 404, message: 'No settlement has this id.' },
  dispute_not_found: { status: 404, message: 'No dispute has this id.' },
  dispute_file_not_found: { status: 404, message: 'No file of this dispute has this number.' },
  refund_link_not_found: { status: 404, message: 'No refund link has this id.' },
  payment_link_not_found: { status: 404, message: 'No payment link has this id.' },
  business_not_found: { status: 404, message: 'No business has this id.' },
  key_not_found: { status: 404, message: 'No API key has this id.' },
  verification_not_found: { status: 404, message: 'No verification has this id.' },
  account_not_found: {
    status: 404,
    message: 'No account with this number or id was issued in this mode.',
  },
  member_not_found: { status: 404, message: 'This person is not on the team.' },
  invitation_not_found: {
    status: 404,
    message: 'Unknown invitation: it may have been accepted or withdrawn.',
  },
  session_not_found: { status: 404, message: 'Unknown session: it may have ended.' },
  link_not_valid: {
    status: 404,
    message: 'This link is not valid: used, withdrawn, expired or incomplete. Request a new one.',
  },
} as const
