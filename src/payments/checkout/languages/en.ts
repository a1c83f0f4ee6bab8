import { CUSTOMER_MESSAGES } from '../../transactions/history.ts'

// Every text of the checkout, in English. The other languages have the same keys and placeholders
// (`{amount}`). No text contains markup.

export const en = {
  name: 'English',
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  language: 'Language',
  unreviewed: 'Unreviewed translations',

  pay_title: 'Pay {amount} to {business}',
  what_you_pay: 'What you pay',
  amount_to_pay: 'Amount to pay',
  email: 'Email',
  pay_before: 'Pay before',
  more: 'Details',
  ways_to_pay: 'Ways to pay',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  pay_with_bank: 'Pay with bank',
  opay: 'OPay',
  offline: 'You seem to be offline. We continue when you are back online.',
  cancel: 'Cancel payment',
  cancel_yes: 'Yes, cancel it',
  leave: 'Close',
  powered: 'Powered by Cowrie',
  privacy: 'Privacy',

  ask_account:
    'We give you a bank account for this payment only. Send {amount} to it from any bank ' +
    'app or by USSD.',
  show_account: 'Show account details',
  send_exactly: 'Send exactly {amount} to this account, once.',
  fee_added: 'This is {amount} to pay {business}, and {fee} that the bank adds as its fee.',
  account_number: 'Account number',
  bank: 'Bank',
  account_name: 'Name',
  amount: 'Amount',
  copy: 'Copy',
  copied: 'Copied',
  waiting: 'Waiting for your transfer',
  valid_until: 'Account valid until {time}',
  sent: 'I have sent the money',
  thanks:
    'Thank you. Most transfers arrive within a minute, but some take longer. You can close ' +
    'this page: your payment still counts.',
  slow:
    'Still waiting? If your banking app is new on this phone, your bank may hold back ' +
    'transfers above ₦20,000 for 24 hours. Ask your bank before you send it again.',
  late: 'This account number has expired. You can get a new one below.',
  late_sent:
    'If you have already sent the money, keep this page open. We are still waiting for it.',
  account_ready: 'Your account number is ready.',
  bank_silent: 'The bank is not responding. Please try again.',

  card_needs_script:
    'Card payments need JavaScript, which sends your card details only to the bank. Please ' +
    'turn it on, or pay by bank transfer.',
  card_number: 'Card number',
  expiry: 'Expiry date',
  expiry_shape: 'MM / YY',
  cvv: 'CVV',
  pay: 'Pay {amount}',
  card_note: 'Visa, Mastercard and Verve. Card details are used once and never stored.',
  card_brands: 'Visa, Mastercard and Verve.',
  save_card: '{business} may keep this card and charge it again.',
  save_card_required:
    'By paying, you agree that {business} may keep this card and charge it again.',
  save_card_plan:
    'By paying, you agree that {business} keeps this card and charges it {amount} {every}, ' +
    'until the subscription is cancelled.',
  save_card_times: 'At most {times} payments in all.',
  kept_use: 'Use a saved card',
  kept_ask: 'If {business} keeps a card of yours, a code is on its way to {email}.',
  kept_again: 'Send a new code',
  kept_pay: 'Pay with {brand} ending {last4}',
  kept_remove: 'Remove this card',
  pin_ask: 'Enter your card PIN, the one you use at the ATM.',
  pin: 'Card PIN',
  continue: 'Continue',
  otp_ask: 'Enter the code that your bank sent to your phone.',
  otp: '6-digit code',
  confirm: 'Confirm payment',
  bank_page_ask:
    'Your bank needs to confirm that it is you. Confirm on its page, then return here.',
  bank_page: 'Continue to your bank',
  their_page_ask: 'Pay by card on the page of {provider}. You return here afterwards.',
  their_page: 'Continue to {provider}',
  their_page_note: 'Only {provider} sees your card details.',
  ussd_ask: 'Choose your bank. You get a code to dial on the phone number that your bank knows.',
  ussd_show: 'Show the code',
  ussd_dial: 'Dial this code on the phone number that your bank knows, then follow the steps.',
  ussd_call: 'Tap to dial',
  ussd_waiting: 'Waiting for your payment',
  method_page_ask: 'Pay {amount} on the page of {provider}. You return here afterwards.',
  finding_out: 'Still checking',
  finding_out_more:
    'Your bank has not confirmed yet. Please do not pay again. We keep checking, and this ' +
    'page updates as soon as we know.',
  moment: 'One moment…',
  wrong_number: 'Please check the card number.',
  wrong_expiry: 'Enter the month and year on your card.',
  card_expired: 'This card has expired.',
  wrong_cvv: '3 digits on the back of the card.',
  wrong_amex: '4 digits on the front of the card.',
  wrong_pin: 'Your PIN has 4 digits.',
  wrong_otp: 'The code has 6 digits.',
  did_not_work: 'That did not work. Please try again.',
  tries_left: 'You have {count} attempts left.',
  try_left: 'You have 1 attempt left.',

  ...CUSTOMER_MESSAGES,

  success: 'Payment successful',
  paid_title: 'Paid {amount} to {business}',
  paid_to: 'paid to {business}',
  reference: 'Reference',
  paid_with: 'Paid with',
  card_ending: '{brand} ending {last4}',
  paid_on: 'Paid on',
  print: 'Print receipt',
  download_pdf: 'Download PDF',
  receipt: 'Receipt',
  return_to: 'Return to {business}',
  leaving: 'Taking you back in {seconds} s.',
  stay: 'Stay on this page',

  business: 'Business',
  cancelled: 'This payment was cancelled',
  cancelled_more: 'There is nothing left to pay here.',
  expired: 'This payment has expired',
  expired_more: 'It was not paid in time, so it can no longer be paid.',
  over_advice:
    'Please do not send money to its account number. Late transfers are returned to you. To ' +
    'pay, ask {business} for a new link.',
  failed: 'This payment did not go through',
  failed_more: 'The payment was not completed.',
  failed_advice: 'You have not been charged. To try again, ask {business} for a new link.',
  reversed: 'This payment was refunded',
  reversed_more: '{business} refunded {amount} to you.',
  reversed_advice: 'It can take a few working days to appear at your bank.',
  unknown: 'We cannot find this payment',
  unknown_more:
    'The link may be incomplete or mistyped. Open it again from where you got it, or ask the ' +
    'business for a new one. No money is taken on this page.',
  problem: 'This did not work',
  cannot_start: 'This payment cannot be started',
  mistakes:
    'The link or form that brought you here contains errors. Please show this message to the ' +
    'business.',
  back_to_payment: 'Back to the payment',

  already_paid: 'This payment is already complete.',
  already_closed: 'This payment is closed. Ask for a new link.',
  already_in_progress: 'Another attempt to pay is in progress. Please wait for its result.',
  not_known: 'This is not confirmed yet. Please do not pay again. We keep checking.',
  payment_link_used_up:
    'This link has reached its payment limit for now. If a customer does not finish, you may ' +
    'be able to pay within the hour.',
  step_not_expected: 'Your bank does not need this now.',
  channel_not_allowed: 'This payment does not accept this way of paying.',
  card_paused: 'Too many cards were declined. Wait a few minutes, or pay by transfer.',
  card_testing_stopped:
    'Cards from your network are not accepted for now. Pay by transfer instead.',
  code_over: 'This code can no longer be used. Ask for a new one, or pay another way.',
  rate_limited: 'Too many attempts. Wait a moment, then try again.',
  rail_unavailable:
    'The bank or card network is down. You have not been charged. Try again shortly.',
  overloaded: 'The service is busy. Try again shortly.',
} as const

export type Word = keyof typeof en
/** A language: exactly these texts. */
export type Words = Record<Word, string>
