import type { Words } from './en.ts'

// Nigerian Pidgin. Who has reviewed it: docs/checkout.md.

export const pcm: Words = {
  name: 'Pidgin',
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  language: 'Language',
  unreviewed: 'Translations wey nobody don check',

  pay_title: 'Pay {business} {amount}',
  what_you_pay: 'Wetin you dey pay',
  amount_to_pay: 'Money wey you go pay',
  email: 'Email',
  pay_before: 'Pay before',
  more: 'Details',
  ways_to_pay: 'How you wan pay',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  pay_with_bank: 'Pay with bank',
  opay: 'OPay',
  offline: 'E be like say your network don cut. We go continue as e come back.',
  cancel: 'Cancel payment',
  cancel_yes: 'Yes, cancel am',
  leave: 'Close am',
  powered: 'Na Cowrie dey run am',
  privacy: 'Privacy',

  ask_account:
    'We go give you one bank account for only this payment. Send {amount} to that account from ' +
    'any bank app or by USSD.',
  show_account: 'Show the account',
  send_exactly: 'Send exactly {amount} to this account, only once. No add, no remove.',
  fee_added: 'This one na {amount} to pay {business}, plus {fee} wey the bank add as im charge.',
  account_number: 'Account number',
  bank: 'Bank',
  account_name: 'Name',
  amount: 'Amount',
  copy: 'Copy',
  copied: 'E don copy',
  waiting: 'We dey wait for your transfer',
  valid_until: 'Account go work reach {time}',
  sent: 'I don send the money',
  thanks:
    'Thank you. Plenty transfer dey land within one minute, some dey take time. You fit close ' +
    'this page: your payment go still count.',
  slow:
    'E never land? If your bank app new for this phone, your bank fit hold transfer wey pass ' +
    '₦20,000 for 24 hours. Ask your bank before you send am again.',
  late: 'This account no dey collect money again. You fit ask for new one below.',
  late_sent: 'If you don send the money already, leave this page open. We still dey wait for am.',
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
  card_note: 'Visa, Mastercard and Verve. We dey use card details only once, we no dey keep am.',
  card_brands: 'We dey take Visa, Mastercard and Verve.',
  save_card: '{business} fit keep this card and charge am again.',
  save_card_required:
    'As you dey pay, you gree say {business} fit keep this card and charge am again.',
  save_card_plan:
    'As you dey pay, you gree say {business} go keep this card and charge am {amount} ' +
    '{every}, till the subscription cancel.',
  save_card_times: 'The payments no go pass {times} in all.',
  kept_use: 'Use card wey you don save',
  kept_ask: 'If {business} dey keep your card, one code dey come your {email}.',
  kept_again: 'Send new code',
  kept_pay: 'Pay with {brand} wey end with {last4}',
  kept_remove: 'Remove this card',
  pin_ask: 'Enter your card PIN, the one wey you dey use for ATM.',
  pin: 'Card PIN',
  continue: 'Continue',
  otp_ask: 'Enter the code wey your bank send to your phone.',
  otp: '6-digit code',
  confirm: 'Confirm payment',
  bank_page_ask:
    'Your bank wan dey sure say na you. Confirm am for their page, then come back here.',
  bank_page: 'Continue to your bank page',
  their_page_ask: 'Pay with card for {provider} page, then come back here.',
  their_page: 'Go {provider}',
  their_page_note: 'Na only {provider} go see your card details. This page no go see am.',
  ussd_ask:
    'Choose your bank. You go get code wey you go dial with the phone number wey your bank sabi.',
  ussd_show: 'Show the code',
  ussd_dial: 'Dial this code with the phone number wey your bank sabi, then follow the steps.',
  ussd_call: 'Press to dial am',
  ussd_waiting: 'We dey wait for your payment',
  method_page_ask: 'Pay {amount} for the page of {provider}. You go come back here after.',
  finding_out: 'We still dey find out',
  finding_out_more:
    'Your bank never answer. Abeg no pay again: we dey ask them, and this page go tell you as ' +
    'soon as we know.',
  moment: 'Wait small…',
  wrong_number: 'Abeg check the card number.',
  wrong_expiry: 'Put the month and year wey dey for the card.',
  card_expired: 'This card don expire.',
  wrong_cvv: '3 digits wey dey for the back of the card.',
  wrong_amex: '4 digits wey dey for the front of the card.',
  wrong_pin: 'Your PIN get 4 digits.',
  wrong_otp: 'The code get 6 digits.',
  did_not_work: 'E no work. Abeg try again.',
  tries_left: 'E remain {count} times wey you fit try.',
  try_left: 'E remain only 1 time wey you fit try.',

  declined: 'Your bank no gree for this card. Try again or pay another way.',
  declined_funds:
    'Money no reach for this payment. Put money, or use another card or another way to pay.',
  declined_expired:
    'Your bank talk say this card don expire. Use another card or another way to pay.',
  declined_pin: 'The card PIN no correct. Try again or pay another way.',
  declined_unconfirmed:
    'You never confirm the payment for your bank. Try again or pay another way.',
  not_accepted: 'This payment no pass. Abeg use another way to pay.',
  declined_too_often: 'This payment no go through: the bank no gree for the card too many times.',
  code_wrong: 'That code no correct. Look am well, type am again.',
  network_down: 'We no fit reach the card network. Dem no collect any money.',
  charge_failed: 'Your bank no complete this payment. Try again or use another way to pay.',
  charge_failed_too_often: 'This payment no work because bank don decline am too many times.',
  bank_down: 'We no fit reach your bank. Nobody don comot your money.',
  transfer_late: 'Transfer of {amount} land, but e late for the account. We dey send am back.',
  transfer_wrong:
    'Transfer of {amount} land, but this payment need exactly {exact}. We dey send am back.',

  success: 'Payment don enter',
  paid_title: 'You don pay {business} {amount}',
  paid_to: 'you don pay {business}',
  reference: 'Reference',
  paid_with: 'How you pay',
  card_ending: '{brand} wey end with {last4}',
  paid_on: 'When you pay',
  print: 'Print receipt',
  download_pdf: 'Download PDF',
  receipt: 'Receipt',
  return_to: 'Go back to {business}',
  leaving: 'We go carry you back in {seconds} s.',
  stay: 'Stay for this page',

  business: 'Business',
  cancelled: 'Dem don cancel this payment',
  cancelled_more: 'Nothing dey to pay here again.',
  expired: 'This payment don expire',
  expired_more: 'Nobody pay am on time, so e don close.',
  over_advice:
    'Abeg no send money to the account number of this payment. Transfer wey late go come back to ' +
    'you. To pay, ask {business} for new link.',
  failed: 'This payment no go through',
  failed_more: 'The payment no complete.',
  failed_advice: 'Dem no collect your money. To try again, ask {business} for new link.',
  reversed: 'Dem don refund this payment',
  reversed_more: '{business} don send {amount} back to you.',
  reversed_advice: 'E fit take some working days before e show for your bank.',
  unknown: 'We no fit find this payment page',
  unknown_more:
    'The link fit no complete, or e get mistake. Open am again from where you get am, or ask the ' +
    'business for new one. We no collect any money for this page.',
  problem: 'E no work',
  cannot_start: 'This payment no fit start',
  mistakes:
    'The link or form wey bring you come here get mistake. Abeg show this message to the ' +
    'business.',
  back_to_payment: 'Go back to the payment',

  already_paid: 'Dem don pay this one already.',
  already_closed: 'This payment don close. Ask for new link.',
  already_in_progress: 'Another try to pay this one dey go on. Wait make e finish.',
  not_known: 'This one never confirm. Abeg no pay again. We still dey check.',
  payment_link_used_up:
    'This link don reach the number of payment wey e fit take for now. If one customer no ' +
    'finish, you fit still get chance to pay within one hour.',
  step_not_expected: 'Your bank no ask for this one now.',
  channel_not_allowed: 'You no fit pay this one this way.',
  card_paused: 'Bank don reject too many cards. Wait some minutes, or pay with transfer.',
  card_testing_stopped: 'We no dey collect card from your network for now. Pay with transfer.',
  code_over: 'You no fit use this code again. Ask for new one, or pay another way.',
  rate_limited: 'You don try too many times. Wait small, then try again.',
  rail_unavailable: 'The bank or card network no dey work. Dem no collect money. Try again later.',
  overloaded: 'Too many people dey use am now. Try again after small time.',
}
