import type { Words } from './en.ts'

// Igbo. Not yet read by somebody who grew up with it.

export const ig: Words = {
  name: 'Igbo',
  months: 'Jen Feb Maa Epr Mee Juu Jul Ọgọ Sep Ọkt Nov Dis',
  language: 'Asụsụ',

  pay_title: 'Kwụọ {business} {amount}',
  what_you_pay: 'Ihe ị na-akwụ',
  amount_to_pay: 'Ego ị ga-akwụ',
  email: 'Email',
  pay_before: 'Kwụọ tupu',
  ways_to_pay: 'Ụzọ ịkwụ ụgwọ',
  card: 'Kaadị',
  bank_transfer: 'Izipu ego n’ụlọ akụ',
  offline: 'Ọ dị ka ịntanetị gị adịghị. Anyị ga-aga n’ihu ozugbo ọ lọtara.',
  cancel: 'Kagbuo ịkwụ ụgwọ',
  cancel_yes: 'Ee, kagbuo ya',
  leave: 'Mechie',
  powered: 'Cowrie na-arụ ya',

  ask_account:
    'Anyị ga-enye gị akaụntụ maka naanị ịkwụ ụgwọ a. Zipu {amount} site na ngwa ụlọ akụ ọ bụla ' +
    'ma ọ bụ USSD.',
  show_account: 'Gosi akaụntụ ahụ',
  send_exactly: 'Zipu kpọmkwem {amount} n’akaụntụ a, otu ugboro.',
  account_number: 'Nọmba akaụntụ',
  bank: 'Ụlọ akụ',
  account_name: 'Aha',
  amount: 'Ego ole',
  copy: 'Detuo',
  copied: 'E detuola ya',
  waiting: 'Anyị na-eche ego gị',
  sent: 'Ezipụla m ego ahụ',
  thanks:
    'Daalụ. Ọtụtụ ego na-eru n’otu nkeji, ụfọdụ na-egbu oge. Ị nwere ike imechi ibe a: ịkwụ ụgwọ ' +
    'gị ga-abata.',
  late: 'Akaụntụ a anaghịzi anata ego. Ị nwere ike ịrịọ maka nke ọhụrụ n’okpuru.',
  late_sent: 'Ọ bụrụ na i zipụla ya, hapụ ibe a ka ọ dị oghe. Anyị ka na-ele ya.',
  account_ready: 'Nọmba akaụntụ gị adịla njikere.',
  bank_silent: 'Ụlọ akụ azaghị. Biko nwaa ọzọ.',

  card_needs_script:
    'Kaadị chọrọ JavaScript, ka ihe ọmụma ya gaa naanị n’ụlọ akụ. Biko gbanye ya, ma ọ bụ ' +
    'zipu ego ' +
    'site n’ụlọ akụ.',
  card_number: 'Nọmba kaadị',
  expiry: 'Ụbọchị ngwụcha',
  expiry_shape: 'ỌN / AF',
  cvv: 'CVV',
  pay: 'Kwụọ {amount}',
  card_note:
    'Visa, Mastercard na Verve. Anyị na-eji ihe ọmụma kaadị otu ugboro, anyị anaghị echekwa ya.',
  pin_ask: 'Tinye PIN nke kaadị gị, nke ị na-eji n’ATM.',
  pin: 'PIN nke kaadị',
  continue: 'Gaa n’ihu',
  otp_ask: 'Tinye koodu ụlọ akụ gị zitere na ekwentị gị.',
  otp: 'Koodu nke nọmba 6',
  confirm: 'Kwado ịkwụ ụgwọ',
  bank_page_ask:
    'Ụlọ akụ gị chọrọ ijide n’aka na ọ bụ gị. Kwado ya n’ibe ha; ọ ga-akpọghachi gị ebe a.',
  bank_page: 'Gaa n’ụlọ akụ gị',
  their_page_ask: 'Ị ga-eji kaadị kwụọ ụgwọ n’ibe {provider}, wee lọghachi ebe a.',
  their_page: 'Gaa na {provider}',
  their_page_note: 'Naanị {provider} ga-ahụ ihe ọmụma kaadị gị.',
  finding_out: 'Anyị ka na-achọpụta',
  finding_out_more:
    'Ụlọ akụ gị azabeghị. Biko akwụla ọzọ. Anyị na-ajụ, ibe a ga-agwa gị ozugbo anyị matara.',
  moment: 'Chere ntakịrị…',
  wrong_number: 'Biko lelee nọmba kaadị ahụ.',
  wrong_expiry: 'Ọnwa na afọ, dịka ọ dị na kaadị.',
  card_expired: 'Oge kaadị a agwụla.',
  wrong_cvv: 'Nọmba 3, n’azụ kaadị.',
  wrong_pin: 'PIN gị nwere nọmba 4.',
  wrong_otp: 'Koodu ahụ nwere nọmba 6.',
  did_not_work: 'Ọ rụghị ọrụ. Biko nwaa ọzọ.',
  tries_left: 'Ị ka nwere ike ịnwale ugboro {count}.',
  try_left: 'Ị ka nwere ike ịnwale otu ugboro.',

  declined: 'Ụlọ akụ gị jụrụ kaadị a. Nwaa ọzọ ma ọ bụ jiri ụzọ ọzọ kwụọ.',
  declined_too_often: 'Ịkwụ ụgwọ a adaala: a jụrụ kaadị ahụ ọtụtụ ugboro.',
  code_wrong: 'Koodu ahụ ezighị ezi. Lelee ya ọzọ ma dee ya ọzọ.',
  network_down: 'Anyị enweghị ike iru netwọk kaadị. E wepụghị ego ọ bụla.',
  transfer_late: '{amount} abatala, mana o mere mbubreyo maka akaụntụ ya. Anyị na-ezighachi ya.',
  transfer_wrong: '{amount} abatala, mana ịkwụ ụgwọ a bụ kpọmkwem {exact}. Anyị na-ezighachi ya.',

  success: 'Ịkwụ ụgwọ gara nke ọma',
  paid_title: 'Ị kwụọla {business} {amount}',
  paid_to: 'ị kwụọla {business}',
  reference: 'Nọmba nrụtụaka',
  paid_with: 'Ihe e ji kwụọ',
  paid_on: 'Mgbe a kwụrụ ya',
  print: 'Bipụta rịsịt',
  return_to: 'Laghachi na {business}',
  leaving: 'Anyị ga-akpọghachi gị na sekọnd {seconds}.',
  stay: 'Nọrọ n’ibe a',

  business: 'Azụmahịa',
  cancelled: 'A kagburu ịkwụ ụgwọ a',
  cancelled_more: 'O nweghịzi ihe a ga-akwụ ebe a.',
  expired: 'Oge ịkwụ ụgwọ a agafeela',
  expired_more: 'A kwụghị ya n’oge, ya mere o nweghịzi ihe a ga-akwụ ebe a.',
  over_advice:
    'Biko ezipula ego n’akaụntụ ya: ego mere mbubreyo ga-alaghachikwute gị. Ka ị kwụọ, rịọ ' +
    '{business} ka ha nye gị njikọ ọhụrụ.',
  failed: 'Ịkwụ ụgwọ a agaghị nke ọma',
  failed_more: 'E mechaghị ịkwụ ụgwọ ahụ.',
  failed_advice: 'E wepụghị gị ego. Ka ị nwaa ọzọ, rịọ {business} ka ha nye gị njikọ ọhụrụ.',
  reversed: 'E zighachila ego a',
  reversed_more: '{business} ezighachilara gị {amount}.',
  reversed_advice: 'Ụlọ akụ na-egosi ya ozugbo, ma ọ bụ mgbe ụbọchị ọrụ ole na ole gachara.',
  unknown: 'Anyị ahụghị ịkwụ ụgwọ a',
  unknown_more:
    'Njikọ ahụ nwere ike ghara izu ezu ma ọ bụ nwee ndudue. Mepee ya ọzọ site n’ebe ị ' +
    'nwetara ya, ' +
    'ma ọ bụ rịọ azụmahịa ahụ maka nke ọhụrụ. E wepụghị ego ọ bụla.',
  problem: 'Nke a arụghị ọrụ',
  back_to_payment: 'Laghachi n’ịkwụ ụgwọ',

  already_paid: 'A kwụchaala ụgwọ a.',
  already_closed: 'E mechiela ịkwụ ụgwọ a. Rịọ maka nke ọhụrụ.',
  already_in_progress: 'A na-anwale ịkwụ nke a ugbu a. Chere ka ọ gwụ.',
  payment_link_used_up:
    "Ohere niile ejuola. Ọ bụrụ na otu onye emechaghị, ohere ga-adị n'ime otu awa.",
  step_not_expected: 'Ụlọ akụ gị ajụghị nke a ugbu a.',
  channel_not_allowed: 'A gaghị akwụ nke a n’ụzọ a.',
  card_paused: 'A jụrụ ọtụtụ kaadị ebe a. Chere ntakịrị, ma ọ bụ zipụ ego.',
  card_testing_stopped: 'Anaghị anabata kaadị site na netwọk a ugbu a. Zipụ ego kama.',
  rate_limited: 'Nnwale karịrị akarị. Chere ntakịrị, wee nwaa ọzọ.',
  rail_unavailable:
    'Ụlọ akụ ma ọ bụ netwọk kaadị anaghị arụ ọrụ. E wepụghị ego. Nwaa ọzọ obere oge.',
  overloaded: 'Ọrụ karịrị akarị ugbu a. Nwaa ọzọ obere oge.',
}
