import { CUSTOMER_MESSAGES } from '../../transactions/history.ts'

// Every text of the checkout, in English. The other languages have the same keys and the same
// placeholders; `{amount}` and its like are filled in, and no text holds markup.

export const en = {
  name: 'English',
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  language: 'Language',

  pay_title: 'Pay {amount} to {business}',
  what_you_pay: 'What you pay',
  amount_to_pay: 'Amount to pay',
  email: 'Email',
  pay_before: 'Pay before',
  ways_to_pay: 'Ways to pay',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  offline: 'You seem to be offline. We carry on as soon as you are back.',
  cancel: 'Cancel payment',
  cancel_yes: 'Yes, cancel it',
  leave: 'Close',
  powered: 'Powered by Cowrie',

  ask_account:
    'You get a bank account for this one payment. Send {amount} to it from any bank app or ' +
    'by USSD.',
  show_account: 'Show the account',
  send_exactly: 'Send exactly {amount} to this account, once.',
  account_number: 'Account number',
  bank: 'Bank',
  account_name: 'Name',
  amount: 'Amount',
  copy: 'Copy',
  copied: 'Copied',
  waiting: 'Waiting for your transfer',
  sent: 'I have sent the money',
  thanks:
    'Thank you. Most transfers arrive within a minute, some take longer. You may close this ' +
    'page: your payment counts either way.',
  late: 'This account no longer takes money. Below you can ask for a new one.',
  late_sent: 'If you have sent it already, keep this page open: we are still watching.',
  account_ready: 'Your account number is ready.',
  bank_silent: 'The bank does not answer. Please try again.',

  card_needs_script:
    'A card needs JavaScript, so that its details go nowhere but to the bank. Please turn it on, ' +
    'or pay by bank transfer.',
  card_number: 'Card number',
  expiry: 'Expiry date',
  expiry_shape: 'MM / YY',
  cvv: 'CVV',
  pay: 'Pay {amount}',
  card_note: 'Visa, Mastercard and Verve. Card details are used once and never stored.',
  pin_ask: 'Enter the PIN of your card, the one you use at the ATM.',
  pin: 'Card PIN',
  continue: 'Continue',
  otp_ask: 'Enter the code that your bank has sent to your phone.',
  otp: '6-digit code',
  confirm: 'Confirm payment',
  bank_page_ask:
    'Your bank wants to be sure that it is you. Confirm on its page; it brings you back here.',
  bank_page: 'Continue to your bank',
  their_page_ask: 'Pay by card on the page of {provider}. You come back here when it is done.',
  their_page: 'Continue to {provider}',
  their_page_note: 'Your card details go to {provider} only. They never reach this page.',
  finding_out: 'Still finding out',
  finding_out_more:
    'Your bank has not answered yet. Please do not pay again: we keep asking, and this page ' +
    'tells you as soon as we know.',
  moment: 'One moment…',
  wrong_number: 'Please check the card number.',
  wrong_expiry: 'Month and year, as on the card.',
  card_expired: 'This card has expired.',
  wrong_cvv: '3 digits, on the back.',
  wrong_pin: 'Your PIN has 4 digits.',
  wrong_otp: 'The code has 6 digits.',
  did_not_work: 'That did not work. Please try again.',
  tries_left: 'You have {count} tries left.',
  try_left: 'You have 1 try left.',

  ...CUSTOMER_MESSAGES,

  success: 'Payment successful',
  paid_title: 'Paid {amount} to {business}',
  paid_to: 'paid to {business}',
  reference: 'Reference',
  paid_with: 'Paid with',
  paid_on: 'Paid on',
  print: 'Print receipt',
  return_to: 'Return to {business}',
  leaving: 'Taking you back in {seconds} s.',
  stay: 'Stay on this page',

  business: 'Business',
  cancelled: 'This payment was cancelled',
  cancelled_more: 'There is nothing to pay here any more.',
  expired: 'This payment has expired',
  expired_more: 'It was not paid in time, so there is nothing to pay here any more.',
  over_advice:
    'Please send no money to its account: a late transfer goes back to you. To pay, ask ' +
    '{business} for a new link.',
  failed: 'This payment did not go through',
  failed_more: 'The payment was not completed.',
  failed_advice: 'You have not been charged. To try again, ask {business} for a new link.',
  reversed: 'This payment was refunded',
  reversed_more: '{business} has sent {amount} back to you.',
  reversed_advice: 'Banks show a refund at once, or after a few working days.',
  unknown: 'We cannot find this payment',
  unknown_more:
    'The link may be incomplete or mistyped. Open it again from where you got it, or ask the ' +
    'business for a new one. Nothing has been charged.',
  problem: 'This did not work',
  back_to_payment: 'Back to the payment',

  already_paid: 'This payment is already complete.',
  already_closed: 'This payment is closed. Ask for a new one.',
  already_in_progress: 'Another attempt to pay this is under way. Wait for its outcome.',
  payment_link_used_up:
    'All places are taken. If a customer does not finish, one is free again within the hour.',
  step_not_expected: 'Your bank does not ask for this now.',
  channel_not_allowed: 'This payment cannot be paid this way.',
  card_paused: 'Too many cards were declined here. Wait a few minutes, or pay by transfer.',
  card_testing_stopped: 'Cards are not taken from this network for now. Pay by transfer instead.',
  rate_limited: 'Too many tries. Wait a moment, then try again.',
  rail_unavailable: 'The bank or card network is down. Nothing was taken. Try again shortly.',
  overloaded: 'The service is busy. Try again shortly.',
} as const

export type Word = keyof typeof en
/** A language: exactly these texts. */
export type Words = Record<Word, string>
