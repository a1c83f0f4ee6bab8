import type { Words } from './en.ts'

// Nigerian Pidgin. Not yet read by somebody who grew up with it.

export const pcm: Words = {
  name: 'Naijá',
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  language: 'Language',

  pay_title: 'Pay {business} {amount}',
  what_you_pay: 'Wetin you dey pay',
  amount_to_pay: 'Money wey you go pay',
  email: 'Email',
  pay_before: 'Pay before',
  ways_to_pay: 'How you wan pay',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  offline: 'E be like say your network don cut. We go continue as e come back.',
  cancel: 'Cancel payment',
  cancel_yes: 'Yes, cancel am',
  leave: 'Close am',
  powered: 'Na Cowrie dey run am',

  ask_account:
    'We go give you one account for only this payment. Send {amount} from any bank app or USSD.',
  show_account: 'Show the account',
  send_exactly: 'Send {amount} complete to this account, one time.',
  account_number: 'Account number',
  bank: 'Bank',
  account_name: 'Name',
  amount: 'Amount',
  copy: 'Copy',
  copied: 'E don copy',
  waiting: 'We dey wait for your transfer',
  sent: 'I don send the money',
  thanks:
    'Thank you. Plenty transfer dey land within one minute, some dey take time. You fit close ' +
    'this page: your payment go still count.',
  late: 'This account no dey collect money again. You fit ask for new one below.',
  late_sent: 'If you don send am already, leave this page open: we still dey look.',
  account_ready: 'Your account number don ready.',
  bank_silent: 'The bank no answer. Abeg try again.',

  card_needs_script:
    'Card need JavaScript, so that the details go only reach the bank. Abeg on am, or pay with ' +
    'bank transfer.',
  card_number: 'Card number',
  expiry: 'Expiry date',
  expiry_shape: 'MM / YY',
  cvv: 'CVV',
  pay: 'Pay {amount}',
  card_note: 'Visa, Mastercard and Verve. We dey use card details one time, we no dey keep am.',
  pin_ask: 'Enter your card PIN, the one wey you dey use for ATM.',
  pin: 'Card PIN',
  continue: 'Continue',
  otp_ask: 'Enter the code wey your bank send to your phone.',
  otp: '6-digit code',
  confirm: 'Confirm payment',
  bank_page_ask:
    'Your bank wan dey sure say na you. Confirm am for their page; e go bring you come back here.',
  bank_page: 'Go your bank',
  their_page_ask: 'You go pay with card for {provider} page, then you go come back here.',
  their_page: 'Go {provider}',
  their_page_note: 'Na only {provider} go see your card details. This page no go see am.',
  finding_out: 'We still dey find out',
  finding_out_more:
    'Your bank never answer. Abeg no pay again: we dey ask them, and this page go tell you as ' +
    'soon as we know.',
  moment: 'Small time…',
  wrong_number: 'Abeg check the card number.',
  wrong_expiry: 'Month and year, as e dey for the card.',
  card_expired: 'This card don expire.',
  wrong_cvv: '3 digits, for the back.',
  wrong_pin: 'Your PIN get 4 digits.',
  wrong_otp: 'The code get 6 digits.',
  did_not_work: 'E no work. Abeg try again.',
  tries_left: 'You fit try {count} times again.',
  try_left: 'You fit try 1 time again.',

  declined: 'Your bank no gree for this card. Try again or pay another way.',
  declined_too_often: 'This payment no work: the bank no gree for the card too many times.',
  code_wrong: 'That code no correct. Look am well, type am again.',
  network_down: 'We no fit reach the card network. Dem no collect any money.',
  transfer_late: 'Transfer of {amount} land, but e late for the account. We dey send am back.',
  transfer_wrong:
    'Transfer of {amount} land, but this payment na {exact} complete. We dey send am back.',

  success: 'Payment don enter',
  paid_title: 'You don pay {business} {amount}',
  paid_to: 'you don pay {business}',
  reference: 'Reference',
  paid_with: 'How you pay',
  paid_on: 'When you pay',
  print: 'Print receipt',
  return_to: 'Go back to {business}',
  leaving: 'We go carry you back in {seconds} s.',
  stay: 'Stay for this page',

  business: 'Business',
  cancelled: 'Dem don cancel this payment',
  cancelled_more: 'Nothing dey to pay here again.',
  expired: 'This payment don expire',
  expired_more: 'Nobody pay am on time, so nothing dey to pay here again.',
  over_advice:
    'Abeg no send money to the account: transfer wey late go come back to you. To pay, ask ' +
    '{business} for new link.',
  failed: 'This payment no work',
  failed_more: 'The payment no complete.',
  failed_advice: 'Dem no collect your money. To try again, ask {business} for new link.',
  reversed: 'Dem don return this payment',
  reversed_more: '{business} don send {amount} back to you.',
  reversed_advice: 'Bank fit show am now now, or after some working days.',
  unknown: 'We no see this payment',
  unknown_more:
    'The link fit no complete, or e get mistake. Open am again from where you see am, or ask ' +
    'the business for new one. Dem no collect any money.',
  problem: 'E no work',
  back_to_payment: 'Go back to the payment',

  already_paid: 'Dem don pay this one already.',
  already_closed: 'This payment don close. Ask for new one.',
  already_in_progress: 'Another try to pay this one dey go on. Wait make e finish.',
  payment_link_used_up:
    'All space don full. If one person no finish, space go dey inside one hour.',
  step_not_expected: 'Your bank no ask for this one now.',
  channel_not_allowed: 'You no fit pay this one this way.',
  card_paused: 'Too many cards don fail for here. Wait small, or pay with transfer.',
  card_testing_stopped: 'We no dey collect card from this network for now. Pay with transfer.',
  rate_limited: 'You don try too many times. Wait small, then try again.',
  rail_unavailable: 'The bank or card network no dey work. Dem no collect money. Try again later.',
  overloaded: 'Too many people dey now. Try again small time.',
}
