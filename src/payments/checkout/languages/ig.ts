import type { Words } from './en.ts'

// Igbo. Who has reviewed it: docs/checkout.md.

export const ig: Words = {
  name: 'Igbo',
  months: 'Jen Feb Maa Epr Mee Juu Jul Ọgọ Sep Ọkt Nov Dis',
  language: 'Asụsụ',
  unreviewed: 'Ntụgharị asụsụ e nyochabeghị',

  pay_title: 'Kwụọ {business} {amount}',
  what_you_pay: 'Ihe ị na-akwụ',
  amount_to_pay: 'Ego ị ga-akwụ',
  email: 'Email',
  pay_before: 'Kwụọ tupu',
  more: 'Nkọwa',
  ways_to_pay: 'Ụzọ ịkwụ ụgwọ',
  card: 'Kaadị',
  bank_transfer: 'Izipu ego n’ụlọ akụ',
  ussd: 'USSD',
  pay_with_bank: 'Si n’ụlọ akụ kwụọ',
  opay: 'OPay',
  offline: 'Ọ dị ka ịntanetị gị adịghị. Anyị ga-aga n’ihu ozugbo ọ lọtara.',
  cancel: 'Kagbuo ịkwụ ụgwọ',
  cancel_yes: 'Ee, kagbuo ya',
  leave: 'Mechie',
  powered: 'Cowrie na-akwado ya',
  privacy: 'Nzuzo data',

  ask_account:
    'Anyị ga-enye gị akaụntụ ụlọ akụ maka naanị ịkwụ ụgwọ a. Zipu {amount} n’akaụntụ ahụ site na ' +
    'ngwa ụlọ akụ ọ bụla ma ọ bụ USSD.',
  show_account: 'Gosi akaụntụ ahụ',
  send_exactly: 'Zipu kpọmkwem {amount} n’akaụntụ a, naanị otu ugboro.',
  fee_added:
    'Nke a bụ {amount} iji kwụọ {business}, na {fee} nke ụlọ akụ gbakwunyere dị ka ụgwọ ọrụ ya.',
  account_number: 'Nọmba akaụntụ',
  bank: 'Ụlọ akụ',
  account_name: 'Aha',
  amount: 'Ego',
  copy: 'Detuo',
  copied: 'E detuola ya',
  waiting: 'Anyị na-eche ka ego gị bata',
  valid_until: 'Akaụntụ a ga-arụ ọrụ ruo {time}',
  sent: 'Ezipụla m ego ahụ',
  thanks:
    'Daalụ. Ọtụtụ ego na-eru n’otu nkeji, ụfọdụ na-egbu oge. Ị nwere ike imechi ibe a: mgbe ego ' +
    'ahụ batara, a ga-anabata ya.',
  slow:
    'Ego ahụ abatabeghị? Ọ bụrụ na ngwa ụlọ akụ gị dị ọhụrụ na fon a, ụlọ akụ nwere ike ijide ' +
    'ego karịrị ₦20,000 ruo awa 24. Jụọ ụlọ akụ gị tupu i zipụ ya ọzọ.',
  late: 'Akaụntụ a anaghịzi anata ego. Ị nwere ike ịrịọ maka nke ọhụrụ n’okpuru.',
  late_sent: 'Ọ bụrụ na i zipụla ego ahụ, hapụ ibe a ka ọ dị oghe. Anyị ka na-eche ka ọ bata.',
  account_ready: 'Nọmba akaụntụ gị adịla njikere.',
  bank_silent: 'Ụlọ akụ azaghị. Biko nwaa ọzọ.',

  card_needs_script:
    'Kaadị chọrọ JavaScript, ka ihe ọmụma ya gaa naanị n’ụlọ akụ. Biko gbanye ya, ma ọ bụ ' +
    'zipu ego ' +
    'site n’ụlọ akụ.',
  card_number: 'Nọmba kaadị',
  expiry: 'Ụbọchị ngwụcha',
  expiry_shape: 'MM / YY',
  cvv: 'CVV',
  pay: 'Kwụọ {amount}',
  card_note:
    'Visa, Mastercard na Verve. Anyị na-eji ihe ọmụma kaadị otu ugboro, anyị anaghị echekwa ya.',
  card_brands: 'Visa, Mastercard na Verve.',
  save_card: '{business} nwere ike idebe kaadị a ma were ya nara ego ọzọ.',
  save_card_required:
    'Ị kwụọ ụgwọ, ị kwetara na {business} nwere ike idebe kaadị a ma were ya nara ego ọzọ.',
  save_card_plan:
    'Ị kwụọ ụgwọ, ị kwetara na {business} ga-edebe kaadị a ma na-ewere {amount} {every} na ' +
    'ya, ruo mgbe a kagburu ndebanye aha ahụ.',
  save_card_times: 'Ịkwụ ụgwọ niile agaghị akarị {times}.',
  kept_use: 'Jiri kaadị e debere',
  kept_ask: 'Ọ bụrụ na {business} debere kaadị gị, a na-ezigara koodu na {email}.',
  kept_again: 'Zigara m koodu ọhụrụ',
  kept_pay: 'Jiri {brand} nke nọmba ya kwụsịrị na {last4} kwụọ',
  kept_remove: 'Wepụ kaadị a',
  pin_ask: 'Tinye PIN nke kaadị gị, nke ị na-eji n’ATM.',
  pin: 'PIN nke kaadị',
  continue: 'Gaa n’ihu',
  otp_ask: 'Tinye koodu ụlọ akụ gị zitere na ekwentị gị.',
  otp: 'Koodu nwere mkpụrụ nọmba 6',
  confirm: 'Kwado ịkwụ ụgwọ',
  bank_page_ask: 'Ụlọ akụ gị chọrọ ijide n’aka na ọ bụ gị. Kwado ya n’ibe ha, wee lọghachi ebe a.',
  bank_page: 'Gaa n’ibe ụlọ akụ gị',
  their_page_ask: 'Ị ga-eji kaadị kwụọ ụgwọ n’ibe {provider}, wee lọghachi ebe a.',
  their_page: 'Gaa na {provider}',
  their_page_note: 'Naanị {provider} ga-ahụ ihe ọmụma kaadị gị.',
  ussd_ask: 'Họrọ ụlọ akụ gị. Ị ga-enweta koodu ị ga-akpọ na nọmba ekwentị ụlọ akụ gị maara.',
  ussd_show: 'Gosi koodu',
  ussd_dial: 'Kpọọ koodu a na nọmba ekwentị ụlọ akụ gị maara, wee soro usoro ndị ahụ.',
  ussd_call: 'Pịa ka ị kpọọ',
  ussd_waiting: 'Anyị na-eche ịkwụ ụgwọ gị',
  method_page_ask: 'Kwụọ {amount} na peeji nke {provider}. E mesịa ị ga-alọghachi ebe a.',
  finding_out: 'Anyị ka na-achọpụta',
  finding_out_more:
    'Ụlọ akụ gị azabeghị. Biko akwụkwala ụgwọ a ọzọ. Anyị ka na-elele, ibe a ga-agwa gị ozugbo ' +
    'anyị matara.',
  moment: 'Chere ntakịrị…',
  wrong_number: 'Biko lelee nọmba kaadị ahụ.',
  wrong_expiry: 'Ọnwa na afọ, dịka ọ dị na kaadị.',
  card_expired: 'Oge kaadị a agwụla.',
  wrong_cvv: 'Mkpụrụ nọmba 3 dị n’azụ kaadị.',
  wrong_amex: 'Mkpụrụ nọmba 4 dị n’ihu kaadị.',
  wrong_pin: 'PIN gị nwere mkpụrụ nọmba 4.',
  wrong_otp: 'Koodu ahụ nwere mkpụrụ nọmba 6.',
  did_not_work: 'Ọ rụghị ọrụ. Biko nwaa ọzọ.',
  tries_left: 'Ị ka nwere ike ịnwale ugboro {count}.',
  try_left: 'Ị ka nwere ike ịnwale otu ugboro.',

  declined: 'Ụlọ akụ gị anabataghị kaadị a. Nwaa ọzọ ma ọ bụ jiri ụzọ ọzọ kwụọ.',
  declined_funds:
    'Ego dị na ya erughị ịkwụ ụgwọ a. Tinye ego, ma ọ bụ jiri kaadị ọzọ ma ọ bụ ụzọ ọzọ ' + 'kwụọ.',
  declined_expired: 'Ụlọ akụ gị kwuru na oge kaadị a agwụla. Jiri kaadị ọzọ ma ọ bụ ụzọ ọzọ kwụọ.',
  declined_pin: 'PIN nke kaadị ahụ ezighị ezi. Nwaa ọzọ ma ọ bụ jiri ụzọ ọzọ kwụọ.',
  declined_unconfirmed:
    'A kwadoghị ịkwụ ụgwọ ahụ n’ụlọ akụ gị. Nwaa ọzọ ma ọ bụ jiri ụzọ ọzọ kwụọ.',
  not_accepted: 'A nabataghị ịkwụ ụgwọ a. Jiri ụzọ ọzọ kwụọ.',
  declined_too_often: 'Ịkwụ ụgwọ a agaghị nke ọma: a nabataghị kaadị ahụ ọtụtụ ugboro.',
  code_wrong: 'Koodu ahụ ezighị ezi. Lelee ya ọzọ ma dee ya ọzọ.',
  network_down: 'Anyị enweghị ike iru netwọk kaadị. E wepụghị ego ọ bụla.',
  charge_failed: 'Ụlọ akụ gị emechaghị ịkwụ ụgwọ a. Nwaa ọzọ ma ọ bụ jiri ụzọ ọzọ kwụọ.',
  charge_failed_too_often: 'Ịkwụ ụgwọ a adaala n’ihi na ajụrụ ya ọtụtụ ugboro.',
  bank_down: 'Enweghị ike iru ụlọ akụ gị. Ewereghị ego ọ bụla.',
  transfer_late: '{amount} abatala, mana o mere mbubreyo maka akaụntụ ya. Anyị na-ezighachi ya.',
  transfer_wrong: '{amount} abatala, mana ịkwụ ụgwọ a bụ kpọmkwem {exact}. Anyị na-ezighachi ya.',

  success: 'Ịkwụ ụgwọ gara nke ọma',
  paid_title: 'Ị kwụọla {business} {amount}',
  paid_to: 'ị kwụọla {business}',
  reference: 'Nọmba ntụaka',
  paid_with: 'Ihe e ji kwụọ',
  card_ending: '{brand} nke nọmba ya kwụsịrị na {last4}',
  paid_on: 'Mgbe a kwụrụ ya',
  print: 'Bipụta rịsịt',
  download_pdf: 'Budata PDF',
  receipt: 'Rịsịt',
  return_to: 'Laghachi na {business}',
  leaving: 'Ị ga-alaghachi n’ime sekọnd {seconds}.',
  stay: 'Nọrọ n’ibe a',

  business: 'Azụmahịa',
  cancelled: 'A kagburu ịkwụ ụgwọ a',
  cancelled_more: 'O nweghịzi ihe a ga-akwụ ebe a.',
  expired: 'Oge ịkwụ ụgwọ a agafeela',
  expired_more: 'A kwụghị ya n’oge, ya mere enweghịzi ike ịkwụ ya.',
  over_advice:
    'Biko ezipụla ego na nọmba akaụntụ nke ịkwụ ụgwọ a: ego mere mbubreyo ga-alaghachikwute gị. ' +
    'Ka ị kwụọ, rịọ {business} ka ha nye gị link ọhụrụ.',
  failed: 'Ịkwụ ụgwọ a agaghị nke ọma',
  failed_more: 'E mechaghị ịkwụ ụgwọ ahụ.',
  failed_advice:
    'E wepụghị ego n’akaụntụ gị. Ka ị nwaa ọzọ, rịọ {business} ka ha nye gị link ọhụrụ.',
  reversed: 'E zighachila ego a',
  reversed_more: '{business} zighachiri gị {amount}.',
  reversed_advice: 'O nwere ike iwe ụbọchị ọrụ ole na ole tupu ego ahụ apụta n’ụlọ akụ gị.',
  unknown: 'Anyị achọtaghị ibe ịkwụ ụgwọ a',
  unknown_more:
    'O nwere ike ịbụ na link ahụ ezughị ezu ma ọ bụ na e nwere mmejọ na ya. Mepee ya ọzọ site ' +
    'n’ebe ị nwetara ya, ma ọ bụ rịọ azụmahịa ahụ maka nke ọhụrụ. E wepụghị ego ọ bụla n’ibe a.',
  problem: 'Nke a arụghị ọrụ',
  cannot_start: 'Enweghị ike ịmalite ịkwụ ụgwọ a',
  mistakes: 'Enwere mmejọ na link ma ọ bụ fọm wetara gị ebe a. Biko gosi azụmahịa ahụ ozi a.',
  back_to_payment: 'Laghachi n’ịkwụ ụgwọ',

  already_paid: 'A kwụchaala ụgwọ a.',
  already_closed: 'E mechiela ịkwụ ụgwọ a. Rịọ maka link ọhụrụ.',
  already_in_progress: 'A na-anwale ịkwụ nke a ugbu a. Chere ka ọ gwụ.',
  not_known: 'E kwadobeghị nke a. Biko akwụkwala ụgwọ a ọzọ. Anyị ka na-elele.',
  payment_link_used_up:
    'Link a eruola ọnụọgụ ịkwụ ụgwọ ya ugbu a. Ọ bụrụ na otu onye emechaghị, ị nwere ike ịkwụ ' +
    'n’ime otu awa.',
  step_not_expected: 'Ụlọ akụ gị achọghị nke a ugbu a.',
  channel_not_allowed: 'A gaghị akwụ nke a n’ụzọ a.',
  card_paused: 'A nabataghị ọtụtụ kaadị. Chere nkeji ole na ole, ma ọ bụ zipu ego.',
  card_testing_stopped: 'Anaghị anabata kaadị sitere na netwọk gị ugbu a. Kama zipu ego.',
  code_over: 'Enwekwaghị ike iji koodu a. Rịọ nke ọhụrụ, ma ọ bụ jiri ụzọ ọzọ kwụọ.',
  rate_limited: 'Nnwale karịrị akarị. Chere ntakịrị, wee nwaa ọzọ.',
  rail_unavailable:
    'Ụlọ akụ ma ọ bụ netwọk kaadị anaghị arụ ọrụ. E wepụghị ego ọ bụla. Nwaa ọzọ mgbe obere oge ' +
    'gachara.',
  overloaded: 'Ọrụ karịrị akarị ugbu a. Nwaa ọzọ mgbe obere oge gachara.',
}
