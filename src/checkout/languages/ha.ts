import type { Words } from './en.ts'

// Hausa. Not yet read by somebody who grew up with it.

export const ha: Words = {
  name: 'Hausa',
  months: 'Jan Fab Mar Afi May Yun Yul Agu Sat Okt Nuw Dis',
  language: 'Harshe',

  pay_title: 'Biya {amount} ga {business}',
  what_you_pay: 'Abin da za ku biya',
  amount_to_pay: 'Kuɗin da za ku biya',
  email: 'Imel',
  pay_before: 'Ku biya kafin',
  ways_to_pay: 'Hanyoyin biya',
  card: 'Kati',
  bank_transfer: 'Tura kuɗi ta banki',
  offline: 'Da alama intanet ta yanke. Za mu ci gaba da zarar ta dawo.',
  cancel: 'Soke biyan',
  cancel_yes: 'Eh, a soke',
  leave: 'Rufe',
  powered: 'Cowrie ce ke tafiyar da shi',

  ask_account:
    'Za a ba ku asusun banki don wannan biyan kaɗai. Ku tura {amount} ta kowace manhajar banki ' +
    'ko USSD.',
  show_account: 'Nuna asusun',
  send_exactly: 'Ku tura {amount} daidai zuwa wannan asusun, sau ɗaya.',
  account_number: 'Lambar asusu',
  bank: 'Banki',
  account_name: 'Suna',
  amount: 'Adadin kuɗi',
  copy: 'Kwafa',
  copied: 'An kwafa',
  waiting: 'Muna jiran kuɗinku',
  sent: 'Na tura kuɗin',
  thanks:
    'Mun gode. Yawancin kuɗi suna isowa cikin minti ɗaya, wasu sukan daɗe. Kuna iya rufe wannan ' +
    'shafin: biyanku yana nan daram.',
  late: 'Wannan asusun ba ya karɓar kuɗi yanzu. Kuna iya neman sabo a ƙasa.',
  late_sent: 'Idan kun riga kun tura, ku bar wannan shafin a buɗe: har yanzu muna dubawa.',
  account_ready: 'Lambar asusunku ta shirya.',
  bank_silent: 'Bankin bai amsa ba. Don Allah ku sake gwadawa.',

  card_needs_script:
    'Kati yana buƙatar JavaScript, don bayanansa su je banki kaɗai. Don Allah ku kunna shi, ko ' +
    'ku biya ta tura kuɗi ta banki.',
  card_number: 'Lambar kati',
  expiry: 'Ranar ƙarewa',
  expiry_shape: 'WW / SS',
  cvv: 'CVV',
  pay: 'Biya {amount}',
  card_note: 'Visa, Mastercard da Verve. Sau ɗaya ake amfani da bayanan kati, ba a adana su.',
  pin_ask: 'Ku shigar da PIN na katinku, wanda kuke amfani da shi a ATM.',
  pin: 'PIN na kati',
  continue: 'Ci gaba',
  otp_ask: 'Ku shigar da lambar da bankinku ya turo wayarku.',
  otp: 'Lamba mai adadi 6',
  confirm: 'Tabbatar da biyan',
  bank_page_ask: 'Bankinku yana so ya tabbata ku ne. Ku tabbatar a shafinsa; zai dawo da ku nan.',
  bank_page: 'Je zuwa bankinku',
  their_page_ask: 'Za ku biya da kati a shafin {provider}, sannan ku dawo nan.',
  their_page: 'Je zuwa {provider}',
  their_page_note: '{provider} kaɗai zai ga bayanan katinku.',
  finding_out: 'Har yanzu muna bincike',
  finding_out_more:
    'Bankinku bai amsa ba tukuna. Don Allah kada ku sake biya: muna ci gaba da tambaya, wannan ' +
    'shafin zai gaya muku da zarar mun sani.',
  moment: 'Ɗan jira…',
  wrong_number: 'Don Allah ku duba lambar katin.',
  wrong_expiry: 'Wata da shekara, kamar yadda suke a katin.',
  card_expired: 'Wannan katin ya ƙare aiki.',
  wrong_cvv: 'Lambobi 3, a bayan katin.',
  wrong_pin: 'PIN ɗinku yana da lambobi 4.',
  wrong_otp: 'Lambar tana da adadi 6.',
  did_not_work: 'Bai yi aiki ba. Don Allah ku sake gwadawa.',
  tries_left: 'Saura gwaji {count}.',
  try_left: 'Saura gwaji 1.',

  declined: 'Bankinku ya ƙi wannan katin. Ku sake gwadawa ko ku biya ta wata hanya.',
  declined_too_often: 'Wannan biyan bai yi ba: an ƙi katin sau da yawa.',
  code_wrong: 'Wannan lambar ba daidai ba ce. Ku sake duba ta, ku sake rubutawa.',
  network_down: 'Ba a samu hanyar sadarwar kati ba. Ba a cire kuɗi ba.',
  transfer_late: 'Kuɗi {amount} sun iso, amma sun makara ga asusun. Ana mayar da su.',
  transfer_wrong: 'Kuɗi {amount} sun iso, amma wannan biyan {exact} ne daidai. Ana mayar da su.',

  success: 'An biya cikin nasara',
  paid_title: 'An biya {amount} ga {business}',
  paid_to: 'an biya ga {business}',
  reference: 'Lambar shaida',
  paid_with: 'An biya da',
  paid_on: 'Lokacin biya',
  print: 'Buga rasit',
  return_to: 'Koma zuwa {business}',
  leaving: 'Za a mayar da ku cikin daƙiƙa {seconds}.',
  stay: 'Tsaya a wannan shafin',

  business: 'Kasuwanci',
  cancelled: 'An soke wannan biyan',
  cancelled_more: 'Babu abin biya a nan yanzu.',
  expired: 'Lokacin wannan biyan ya wuce',
  expired_more: 'Ba a biya cikin lokaci ba, don haka babu abin biya a nan yanzu.',
  over_advice:
    'Don Allah kada ku tura kuɗi zuwa asusunsa: kuɗin da suka makara za su dawo gare ku. Don ku ' +
    'biya, ku nemi sabon adireshi daga {business}.',
  failed: 'Wannan biyan bai yi ba',
  failed_more: 'Ba a kammala biyan ba.',
  failed_advice:
    'Ba a cire muku kuɗi ba. Don sake gwadawa, ku nemi sabon adireshi daga {business}.',
  reversed: 'An mayar da wannan kuɗin',
  reversed_more: '{business} ya mayar muku da {amount}.',
  reversed_advice: 'Banki yakan nuna kuɗin nan take, ko bayan ’yan kwanakin aiki.',
  unknown: 'Ba mu sami wannan biyan ba',
  unknown_more:
    'Wataƙila adireshin bai cika ba ko akwai kuskure. Ku sake buɗe shi daga inda kuka same shi, ' +
    'ko ku nemi sabo daga kasuwancin. Ba a cire kuɗi ba.',
  problem: 'Wannan bai yi aiki ba',
  back_to_payment: 'Koma ga biyan',

  already_paid: 'An riga an kammala wannan biyan.',
  already_closed: 'An rufe wannan biyan. Ku nemi sabo.',
  already_in_progress: 'Ana cikin wani yunƙurin biya. Ku jira sakamakonsa.',
  payment_link_used_up:
    'Duk gurabe sun cika. Idan wani bai gama ba, za a sami gurbi cikin awa ɗaya.',
  step_not_expected: 'Bankinku bai nemi wannan ba yanzu.',
  channel_not_allowed: 'Ba za a iya biya ta wannan hanyar ba.',
  card_paused: 'An ƙi katuna da yawa a nan. Ku ɗan jira, ko ku biya ta tura kuɗi.',
  card_testing_stopped:
    'Ba a karɓar kati daga wannan hanyar sadarwa a yanzu. Ku biya ta tura kuɗi.',
  rate_limited: 'Gwaji ya yi yawa. Ku ɗan jira, sannan ku sake gwadawa.',
  rail_unavailable: 'Banki ko hanyar kati ba ta aiki. Ba a cire kuɗi ba. Ku sake gwadawa anjima.',
  overloaded: 'Akwai cunkoso yanzu. Ku sake gwadawa anjima.',
}
