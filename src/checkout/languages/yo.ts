import type { Words } from './en.ts'

// Yoruba. Not yet read by somebody who grew up with it.

export const yo: Words = {
  name: 'Yorùbá',
  months: 'Ṣẹ́rẹ́ Èrèlè Ẹrẹ̀nà Ìgbé Ẹ̀bibi Òkúdu Agẹmọ Ògún Owewe Ọ̀wàrà Bélú Ọ̀pẹ̀',
  language: 'Èdè',

  pay_title: 'San {amount} fún {business}',
  what_you_pay: 'Ohun tí ẹ ń san',
  amount_to_pay: 'Iye tí ẹ máa san',
  email: 'Ímeèlì',
  pay_before: 'Ẹ san kí ó tó di',
  ways_to_pay: 'Ọ̀nà láti sanwó',
  card: 'Káàdì',
  bank_transfer: 'Ìfowóránṣẹ́',
  offline: 'Ó dà bíi pé ẹ ò sí lórí ìkànnì. A máa tẹ̀síwájú bí ó bá ti padà.',
  cancel: 'Fagi lé ìsanwó',
  cancel_yes: 'Bẹ́ẹ̀ ni, ẹ fagi lé e',
  leave: 'Pa á dé',
  powered: 'Cowrie ló ń ṣiṣẹ́ rẹ̀',

  ask_account:
    'A máa fún yín ní àkántì kan fún ìsanwó yìí nìkan. Ẹ fi {amount} ránṣẹ́ sí i láti áàpù ' +
    'báńkì tàbí USSD.',
  show_account: 'Fi àkántì náà hàn',
  send_exactly: 'Ẹ fi {amount} gẹ́lẹ́ ránṣẹ́ sí àkántì yìí, lẹ́ẹ̀kan ṣoṣo.',
  account_number: 'Nọ́ńbà àkántì',
  bank: 'Báńkì',
  account_name: 'Orúkọ',
  amount: 'Iye owó',
  copy: 'Dà á kọ',
  copied: 'A ti dà á kọ',
  waiting: 'A ń retí owó yín',
  sent: 'Mo ti fi owó náà ránṣẹ́',
  thanks:
    'Ẹ ṣeun. Ọ̀pọ̀ owó máa ń dé láàárín ìṣẹ́jú kan, àwọn kan máa ń pẹ́. Ẹ lè pa ojú ìwé yìí dé: ' +
    'ìsanwó yín máa wọlé.',
  late: 'Àkántì yìí kò gba owó mọ́. Ẹ lè bèèrè fún òmíràn nísàlẹ̀.',
  late_sent: 'Bí ẹ bá ti fi ránṣẹ́, ẹ má ṣe pa ojú ìwé yìí dé: a ṣì ń wò ó.',
  account_ready: 'Nọ́ńbà àkántì yín ti wà.',
  bank_silent: 'Báńkì kò dáhùn. Ẹ jọ̀wọ́, ẹ tún gbìyànjú.',

  card_needs_script:
    'Káàdì nílò JavaScript, kí àlàyé rẹ̀ lè lọ sí báńkì nìkan. Ẹ jọ̀wọ́, ẹ tàn án, tàbí kí ẹ fi ' +
    'owó ránṣẹ́ láti báńkì.',
  card_number: 'Nọ́ńbà káàdì',
  expiry: 'Ọjọ́ ìparí',
  expiry_shape: 'OṢ / ỌD',
  cvv: 'CVV',
  pay: 'San {amount}',
  card_note: 'Visa, Mastercard àti Verve. Ẹ̀ẹ̀kan ni a ń lo àlàyé káàdì, a kì í tọ́jú rẹ̀.',
  pin_ask: 'Ẹ tẹ PIN káàdì yín, èyí tí ẹ ń lò ní ATM.',
  pin: 'PIN káàdì',
  continue: 'Tẹ̀síwájú',
  otp_ask: 'Ẹ tẹ kóòdù tí báńkì yín fi ránṣẹ́ sí fóònù yín.',
  otp: 'Kóòdù onínọ́ńbà 6',
  confirm: 'Jẹ́rìí sí ìsanwó',
  bank_page_ask:
    'Báńkì yín fẹ́ dá a lójú pé ẹ̀yin ni. Ẹ jẹ́rìí sí i lójú ìwé wọn; ó máa dá yín padà síbí.',
  bank_page: 'Lọ sí báńkì yín',
  their_page_ask: 'Ẹ ó fi káàdì sanwó lójú ìwé {provider}, ẹ ó sì padà síbí.',
  their_page: 'Lọ sí {provider}',
  their_page_note: '{provider} nìkan ni ó máa rí àlàyé káàdì yín.',
  finding_out: 'A ṣì ń wádìí',
  finding_out_more:
    'Báńkì yín kò tíì dáhùn. Ẹ jọ̀wọ́, ẹ má tún san án: a ń bèèrè, ojú ìwé yìí máa sọ fún yín ' +
    'bí a bá ti mọ̀.',
  moment: 'Ẹ dúró díẹ̀…',
  wrong_number: 'Ẹ jọ̀wọ́, ẹ yẹ nọ́ńbà káàdì wò.',
  wrong_expiry: 'Oṣù àti ọdún, bí ó ṣe wà lórí káàdì.',
  card_expired: 'Àsìkò káàdì yìí ti parí.',
  wrong_cvv: 'Nọ́ńbà 3, lẹ́yìn káàdì.',
  wrong_pin: 'Nọ́ńbà 4 ni PIN yín ní.',
  wrong_otp: 'Nọ́ńbà 6 ni kóòdù náà ní.',
  did_not_work: 'Kò ṣiṣẹ́. Ẹ jọ̀wọ́, ẹ tún gbìyànjú.',
  tries_left: 'Ẹ ṣì lè gbìyànjú ní ìgbà {count}.',
  try_left: 'Ẹ ṣì lè gbìyànjú lẹ́ẹ̀kan.',

  declined: 'Báńkì yín kọ káàdì yìí. Ẹ tún gbìyànjú tàbí kí ẹ lo ọ̀nà mìíràn.',
  declined_too_often: 'Ìsanwó yìí kò yọrí: báńkì kọ káàdì náà ní ọ̀pọ̀ ìgbà.',
  code_wrong: 'Kóòdù yẹn kò tọ̀nà. Ẹ tún wò ó, kí ẹ sì tún un tẹ̀.',
  network_down: 'A kò rí ìkànnì káàdì bá sọ̀rọ̀. A kò yọ owó kankan.',
  transfer_late: '{amount} ti dé, ṣùgbọ́n ó pẹ́ kí ó tó dé àkántì rẹ̀. A ń dá a padà.',
  transfer_wrong: '{amount} ti dé, ṣùgbọ́n {exact} gẹ́lẹ́ ni ìsanwó yìí. A ń dá a padà.',

  success: 'Ìsanwó ti yọrí',
  paid_title: 'Ẹ ti san {amount} fún {business}',
  paid_to: 'ẹ ti san án fún {business}',
  reference: 'Nọ́ńbà ìdánimọ̀',
  paid_with: 'Ọ̀nà tí ẹ fi san án',
  paid_on: 'Ìgbà tí ẹ san án',
  print: 'Tẹ rìsíìtì jáde',
  return_to: 'Padà sí {business}',
  leaving: 'A ń mú yín padà ní ìṣẹ́jú àáyá {seconds}.',
  stay: 'Dúró sí ojú ìwé yìí',

  business: 'Ilé iṣẹ́',
  cancelled: 'A ti fagi lé ìsanwó yìí',
  cancelled_more: 'Kò sí ohun tí ẹ máa san níbí mọ́.',
  expired: 'Àsìkò ìsanwó yìí ti parí',
  expired_more: 'A kò san án lásìkò, nítorí náà kò sí ohun tí ẹ máa san níbí mọ́.',
  over_advice:
    'Ẹ jọ̀wọ́, ẹ má fi owó ránṣẹ́ sí àkántì rẹ̀: owó tí ó bá pẹ́ máa padà sọ́dọ̀ yín. Láti ' +
    'sanwó, ẹ ' +
    'ní kí {business} fún yín ní líǹkì tuntun.',
  failed: 'Ìsanwó yìí kò yọrí',
  failed_more: 'Ìsanwó náà kò parí.',
  failed_advice: 'A kò yọ owó yín. Láti tún gbìyànjú, ẹ ní kí {business} fún yín ní líǹkì tuntun.',
  reversed: 'A ti dá owó yìí padà',
  reversed_more: '{business} ti dá {amount} padà fún yín.',
  reversed_advice: 'Báńkì lè fi hàn lẹ́sẹ̀kẹsẹ̀, tàbí lẹ́yìn ọjọ́ iṣẹ́ díẹ̀.',
  unknown: 'A kò rí ìsanwó yìí',
  unknown_more:
    'Ó lè jẹ́ pé líǹkì náà kò pé tàbí pé àṣìṣe wà nínú rẹ̀. Ẹ tún ṣí i láti ibi tí ẹ ti rí i, ' +
    'tàbí kí ẹ ní kí ilé iṣẹ́ náà fún yín ní òmíràn. A kò yọ owó kankan.',
  problem: 'Èyí kò ṣiṣẹ́',
  back_to_payment: 'Padà sí ìsanwó náà',

  already_paid: 'Wọ́n ti san èyí tán.',
  already_closed: 'Ìsanwó yìí ti parí. Ẹ bèèrè fún òmíràn.',
  already_in_progress: 'Ìgbìyànjú mìíràn láti san èyí ń lọ lọ́wọ́. Ẹ dúró dè é.',
  payment_link_used_up: 'Gbogbo àyè ti kún. Bí ẹnìkan kò bá parí, àyè yóò wà láàárín wákàtí kan.',
  step_not_expected: 'Báńkì yín kò bèèrè fún èyí nísinsìnyí.',
  channel_not_allowed: 'A kò lè san èyí ní ọ̀nà yìí.',
  card_paused: 'A ti kọ káàdì tó pọ̀ jù níbí. Ẹ dúró díẹ̀, tàbí kí ẹ fi owó ránṣẹ́.',
  card_testing_stopped: 'A kò gba káàdì láti ìkànnì yìí fún ìsinsìnyí. Ẹ fi owó ránṣẹ́ dípò rẹ̀.',
  rate_limited: 'Ìgbìyànjú ti pọ̀ jù. Ẹ dúró díẹ̀, kí ẹ tún gbìyànjú.',
  rail_unavailable: 'Báńkì tàbí ìkànnì káàdì kò ṣiṣẹ́. A kò yọ owó kankan. Ẹ tún gbìyànjú láìpẹ́.',
  overloaded: 'Èrò pọ̀ báyìí. Ẹ tún gbìyànjú láìpẹ́.',
}
