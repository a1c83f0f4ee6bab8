import type { Words } from './en.ts'

// Hausa. Who has reviewed it: docs/checkout.md.

export const ha: Words = {
  name: 'Hausa',
  months: 'Jan Fab Mar Afi May Yun Yul Agu Sat Okt Nuw Dis',
  language: 'Harshe',
  unreviewed: 'Fassarorin da ba a duba ba tukuna',

  pay_title: 'Biya {amount} ga {business}',
  what_you_pay: 'Abin da za ku biya',
  amount_to_pay: 'Kuɗin da za ku biya',
  email: 'Imel',
  pay_before: 'Ku biya kafin',
  more: 'Bayani',
  ways_to_pay: 'Hanyoyin biya',
  card: 'Kati',
  bank_transfer: 'Tura kuɗi ta banki',
  ussd: 'USSD',
  pay_with_bank: 'Biya daga banki',
  opay: 'OPay',
  offline: 'Da alama intanet ta yanke. Za mu ci gaba da zarar ta dawo.',
  cancel: 'Soke biyan',
  cancel_yes: 'Eh, a soke',
  leave: 'Rufe',
  powered: 'Cowrie ce ke tafiyar da shi',
  privacy: 'Sirrin bayanai',

  ask_account:
    'Za mu ba ku asusun banki don wannan biyan kaɗai. Ku tura {amount} zuwa asusun ta kowace ' +
    'manhajar banki ko ta USSD.',
  show_account: 'Nuna asusun',
  send_exactly: 'Ku tura daidai {amount} zuwa wannan asusun, sau ɗaya kawai.',
  fee_added:
    'Wannan ya ƙunshi {amount} na biyan {business}, da {fee} da banki ya ƙara a matsayin cajinsa.',
  account_number: 'Lambar asusu',
  bank: 'Banki',
  account_name: 'Suna',
  amount: 'Adadin kuɗi',
  copy: 'Kwafa',
  copied: 'An kwafa',
  waiting: 'Muna jiran kuɗinku',
  valid_until: 'Asusun yana aiki har zuwa {time}',
  sent: 'Na tura kuɗin',
  thanks:
    'Mun gode. Yawancin kuɗi suna isowa cikin minti ɗaya, wasu sukan daɗe. Kuna iya rufe wannan ' +
    'shafin: idan kuɗin sun iso, za a karɓi biyanku.',
  slow:
    'Har yanzu kuɗin ba su iso ba? Idan manhajar bankinku sabuwa ce a wannan waya, banki yana ' +
    'iya riƙe kuɗin da suka wuce ₦20,000 na awa 24. Ku tambayi bankinku kafin ku sake turawa.',
  late: 'Wa’adin wannan lambar asusun ya ƙare. Kuna iya samun sabuwa a ƙasa.',
  late_sent:
    'Idan kun riga kun tura kuɗin, ku bar wannan shafin a buɗe: har yanzu muna jiran kuɗin.',
  account_ready: 'Lambar asusunku ta shirya.',
  bank_silent: 'Bankin bai amsa ba. Don Allah ku sake gwadawa.',

  card_needs_script:
    'Biya da kati yana buƙatar JavaScript, don bayanan katin su je banki kaɗai. Don Allah ku ' +
    'kunna JavaScript, ko ku biya ta tura kuɗi ta banki.',
  card_number: 'Lambar kati',
  expiry: 'Ranar ƙarewa',
  expiry_shape: 'MM / YY',
  cvv: 'CVV',
  pay: 'Biya {amount}',
  card_note: 'Visa, Mastercard da Verve. Sau ɗaya ake amfani da bayanan kati, ba a adana su.',
  card_brands: 'Visa, Mastercard da Verve.',
  save_card: '{business} na iya adana wannan katin ya sake cire kuɗi daga gare shi.',
  save_card_required:
    'Idan kun biya, kun yarda cewa {business} na iya adana wannan katin ya sake cire kuɗi ' +
    'daga gare shi.',
  save_card_plan:
    'Idan kun biya, kun yarda cewa {business} zai adana wannan katin ya riƙa cire {amount} ' +
    '{every} daga gare shi, har sai an soke rajistar.',
  save_card_times: 'Duka biyan ba zai wuce sau {times} ba.',
  kept_use: 'Yi amfani da katin da aka adana',
  kept_ask: 'Idan {business} na adana katinku, ana tura lamba zuwa {email}.',
  kept_again: 'A sake tura lamba',
  kept_pay: 'Biya da {brand} mai ƙarewa da {last4}',
  kept_remove: 'Cire wannan katin',
  pin_ask: 'Ku shigar da PIN na katinku, wanda kuke amfani da shi a ATM.',
  pin: 'PIN na kati',
  continue: 'Ci gaba',
  otp_ask: 'Ku shigar da lambar da bankinku ya turo zuwa wayarku.',
  otp: 'Lambar tabbatarwa mai lambobi 6',
  confirm: 'Tabbatar da biyan',
  bank_page_ask:
    'Bankinku yana so ya tabbatar cewa ku ne. Ku tabbatar a shafinsa, sannan ku dawo nan.',
  bank_page: 'Ci gaba zuwa shafin bankinku',
  their_page_ask: 'Za ku biya da kati a shafin {provider}, sannan ku dawo nan.',
  their_page: 'Je zuwa {provider}',
  their_page_note: '{provider} ne kaɗai zai ga bayanan katinku.',
  ussd_ask:
    'Ku zaɓi bankinku. Za ku sami lambar da za ku danna da layin wayar da bankinku ya sani.',
  ussd_show: 'Nuna lambar',
  ussd_dial: 'Ku danna wannan lamba da layin wayar da bankinku ya sani, sannan ku bi matakan.',
  ussd_call: 'Taɓa don kira',
  ussd_waiting: 'Muna jiran biyanku',
  method_page_ask: 'Za ku biya {amount} a shafin {provider}, sannan ku dawo nan.',
  finding_out: 'Har yanzu muna bincike',
  finding_out_more:
    'Bankinku bai amsa ba tukuna. Don Allah kada ku sake biya: muna ci gaba da tambaya, wannan ' +
    'shafin zai gaya muku da zarar mun sani.',
  moment: 'Ku ɗan jira…',
  wrong_number: 'Don Allah ku duba lambar katin.',
  wrong_expiry: 'Ku shigar da wata da shekarar da ke kan katin.',
  card_expired: 'Wa’adin wannan katin ya ƙare.',
  wrong_cvv: 'Lambobi 3 da ke bayan katin.',
  wrong_amex: 'Lambobi 4 da ke gaban katin.',
  wrong_pin: 'PIN ɗinku yana da lambobi 4.',
  wrong_otp: 'Lambar tana da lambobi 6.',
  did_not_work: 'Bai yi aiki ba. Don Allah ku sake gwadawa.',
  tries_left: 'Kuna iya sake gwadawa sau {count}.',
  try_left: 'Kuna iya sake gwadawa sau 1 kawai.',

  declined: 'Bankinku ya ƙi karɓar wannan katin. Ku sake gwadawa, ko ku biya ta wata hanya dabam.',
  declined_funds:
    'Kuɗin da ke ciki bai isa wannan biyan ba. Ku ƙara kuɗi, ko ku yi amfani da wani kati ko ' +
    'wata hanya.',
  declined_expired:
    'Bankinku ya ce wa’adin wannan katin ya ƙare. Ku yi amfani da wani kati ko wata hanya.',
  declined_pin: 'PIN na katin ba daidai ba ne. Ku sake gwadawa, ko ku biya ta wata hanya dabam.',
  declined_unconfirmed:
    'Ba a tabbatar da biyan a bankinku ba. Ku sake gwadawa, ko ku biya ta wata hanya dabam.',
  not_accepted: 'Ba a karɓi wannan biyan ba. Ku biya ta wata hanya dabam.',
  declined_too_often: 'Wannan biyan bai yi nasara ba: an ƙi karɓar katin sau da yawa.',
  code_wrong: 'Wannan lambar ba daidai ba ce. Ku sake duba ta, ku sake rubutawa.',
  network_down: 'Ba a samu hanyar sadarwar kati ba. Ba a cire kuɗi ba.',
  charge_failed: 'Bankinku bai kammala wannan biyan ba. Ku sake gwadawa, ko ku biya ta wata hanya.',
  charge_failed_too_often: 'Wannan biyan bai yi nasara ba saboda an ƙi shi sau da yawa.',
  bank_down: 'Ba a samu bankinku ba. Ba a cire kuɗi ba.',
  transfer_late: 'Kuɗi {amount} sun iso, amma sun makara ga asusun. Ana mayar da su.',
  transfer_wrong:
    'Kuɗi {amount} sun iso, amma wannan biyan yana buƙatar daidai {exact}. Ana mayar da su.',

  success: 'An biya cikin nasara',
  paid_title: 'An biya {amount} ga {business}',
  paid_to: 'an biya {business}',
  reference: 'Lambar shaidar biya',
  paid_with: 'An biya da',
  card_ending: '{brand} mai ƙarewa da {last4}',
  paid_on: 'Lokacin biya',
  print: 'Buga rasit',
  download_pdf: 'Sauke PDF',
  receipt: 'Rasit',
  return_to: 'Koma zuwa {business}',
  leaving: 'Za a mayar da ku cikin daƙiƙa {seconds}.',
  stay: 'Tsaya a wannan shafin',

  business: 'Kasuwanci',
  cancelled: 'An soke wannan biyan',
  cancelled_more: 'Babu abin biya a nan yanzu.',
  expired: 'Lokacin wannan biyan ya wuce',
  expired_more: 'Ba a biya cikin lokaci ba, don haka ba za a iya biya a nan ba kuma.',
  over_advice:
    'Don Allah kada ku tura kuɗi zuwa lambar asusun wannan biyan: kuɗin da suka makara za su ' +
    'dawo gare ku. Don ku biya, ku nemi sabon link daga {business}.',
  failed: 'Wannan biyan bai yi nasara ba',
  failed_more: 'Ba a kammala biyan ba.',
  failed_advice: 'Ba a cire muku kuɗi ba. Don sake gwadawa, ku nemi sabon link daga {business}.',
  reversed: 'An mayar da kuɗin wannan biyan',
  reversed_more: '{business} ya mayar muku da {amount}.',
  reversed_advice: 'Yana iya ɗaukar ’yan kwanakin aiki kafin kuɗin ya bayyana a bankinku.',
  unknown: 'Ba mu gano shafin wannan biyan ba',
  unknown_more:
    'Wataƙila link ɗin bai cika ba ko akwai kuskure. Ku sake buɗe shi daga inda kuka same shi, ' +
    'ko ku nemi sabo daga kasuwancin. Ba a cire kuɗi a wannan shafin ba.',
  problem: 'Wannan bai yi aiki ba',
  cannot_start: 'Ba za a iya fara wannan biyan ba',
  mistakes:
    'Akwai kuskure a link ko fom ɗin da ya kawo ku nan. Don Allah ku nuna wannan saƙon ga ' +
    'kasuwancin.',
  back_to_payment: 'Koma ga biyan',

  already_paid: 'An riga an kammala wannan biyan.',
  already_closed: 'An rufe wannan biyan. Ku nemi sabon link.',
  already_in_progress: 'Ana cikin wani yunƙurin biya. Ku jira sakamakonsa.',
  not_known:
    'Ba a tabbatar da wannan ba tukuna. Don Allah kada ku sake biya. Har yanzu muna bincike.',
  payment_link_used_up:
    'Wannan link ɗin ya kai iyakar biyan da zai karɓa a yanzu. Idan wani bai gama ba, kuna iya ' +
    'samun damar biya cikin awa ɗaya.',
  step_not_expected: 'Bankinku bai nemi wannan ba yanzu.',
  channel_not_allowed: 'Ba za a iya biya ta wannan hanyar ba.',
  card_paused: 'An ƙi karɓar katuna da yawa. Ku jira ’yan mintuna, ko ku biya ta tura kuɗi.',
  card_testing_stopped: 'A yanzu ba a karɓar kati daga hanyar sadarwarku. Ku biya ta tura kuɗi.',
  code_over:
    'Ba za a iya amfani da wannan lambar ba kuma. Ku nemi sabuwa, ko ku biya ta wata hanya.',
  rate_limited: 'Kun gwada sau da yawa. Ku ɗan jira, sannan ku sake gwadawa.',
  rail_unavailable: 'Banki ko hanyar kati ba ta aiki. Ba a cire kuɗi ba. Ku sake gwadawa anjima.',
  overloaded: 'Akwai cunkoso yanzu. Ku sake gwadawa anjima.',
}
