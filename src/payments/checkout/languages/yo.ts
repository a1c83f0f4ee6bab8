import type { Words } from './en.ts'

// Yoruba. Who has reviewed it: docs/checkout.md.

export const yo: Words = {
  name: 'Yorùbá',
  months:
    'Oṣù\u00a0Kìíní Oṣù\u00a0Kejì Oṣù\u00a0Kẹta Oṣù\u00a0Kẹrin Oṣù\u00a0Karùn-ún Oṣù\u00a0Kẹfà ' +
    'Oṣù\u00a0Keje Oṣù\u00a0Kẹjọ Oṣù\u00a0Kẹsàn-án Oṣù\u00a0Kẹwàá Oṣù\u00a0Kọkànlá ' +
    'Oṣù\u00a0Kejìlá',
  language: 'Èdè',
  unreviewed: 'Àwọn ìtumọ̀ tí a kò tíì yẹ̀ wò',

  pay_title: 'San {amount} fún {business}',
  what_you_pay: 'Ohun tí ẹ ń san',
  amount_to_pay: 'Iye tí ẹ máa san',
  email: 'Ímeèlì',
  pay_before: 'Ẹ san kí ó tó di',
  more: 'Àlàyé',
  ways_to_pay: 'Ọ̀nà láti sanwó',
  card: 'Káàdì',
  bank_transfer: 'Ìfowóránṣẹ́',
  ussd: 'USSD',
  pay_with_bank: 'Sanwó láti báńkì',
  opay: 'OPay',
  offline: 'Ó dà bíi pé ẹ kò sí lórí ayélujára. A máa tẹ̀síwájú bí ẹ bá ti padà sórí ayélujára.',
  cancel: 'Fagi lé ìsanwó',
  cancel_yes: 'Bẹ́ẹ̀ ni, ẹ fagi lé e',
  leave: 'Pa á dé',
  powered: 'Cowrie ló ń ṣiṣẹ́ rẹ̀',
  privacy: 'Ìpamọ́ ìsọfúnni',

  ask_account:
    'A máa fún yín ní àkáǹtì báńkì kan fún ìsanwó yìí nìkan. Ẹ fi {amount} ránṣẹ́ sí i láti áàpù ' +
    'báńkì èyíkéyìí tàbí USSD.',
  show_account: 'Fi àkáǹtì náà hàn',
  send_exactly: 'Ẹ fi {amount} gẹ́lẹ́ ránṣẹ́ sí àkáǹtì yìí, lẹ́ẹ̀kan ṣoṣo.',
  fee_added:
    'Èyí jẹ́ {amount} láti san fún {business}, àti {fee} tí báńkì fi kún un ' +
    'gẹ́gẹ́ bí owó iṣẹ́ rẹ̀.',
  account_number: 'Nọ́ńbà àkáǹtì',
  bank: 'Báńkì',
  account_name: 'Orúkọ',
  amount: 'Iye owó',
  copy: 'Dà á kọ',
  copied: 'A ti dà á kọ',
  waiting: 'A ń retí owó yín',
  valid_until: 'Àkáǹtì yìí máa ṣiṣẹ́ títí di {time}',
  sent: 'Mo ti fi owó náà ránṣẹ́',
  thanks:
    'Ẹ ṣeun. Ọ̀pọ̀ owó máa ń dé láàárín ìṣẹ́jú kan, àwọn kan máa ń pẹ́. Ẹ lè pa ojú ìwé yìí dé: ' +
    'bí owó náà bá dé, a ṣì máa gbà á.',
  slow:
    'Ṣé owó náà kò tíì dé? Bí áàpù báńkì yín bá jẹ́ tuntun lórí fóònù yìí, báńkì lè dá owó tó ' +
    'ju ₦20,000 dúró fún wákàtí 24. Ẹ bèèrè lọ́wọ́ báńkì yín kí ẹ tó tún fi owó náà ránṣẹ́.',
  late: 'Àkáǹtì yìí kò gba owó mọ́. Ẹ lè bèèrè fún òmíràn nísàlẹ̀.',
  late_sent: 'Bí ẹ bá ti fi owó náà ránṣẹ́, ẹ má ṣe pa ojú ìwé yìí dé: a ṣì ń retí rẹ̀.',
  account_ready: 'Nọ́ńbà àkáǹtì yín ti ṣe tán.',
  bank_silent: 'Báńkì kò dáhùn. Ẹ jọ̀wọ́, ẹ tún gbìyànjú.',

  card_needs_script:
    'Káàdì nílò JavaScript, kí àlàyé rẹ̀ lè lọ sí báńkì nìkan. Ẹ jọ̀wọ́, ẹ tàn án, tàbí kí ẹ fi ' +
    'owó ránṣẹ́ láti báńkì.',
  card_number: 'Nọ́ńbà káàdì',
  expiry: 'Ọjọ́ ìparí',
  expiry_shape: 'MM / YY',
  cvv: 'CVV',
  pay: 'San {amount}',
  card_note: 'Visa, Mastercard àti Verve. Ẹ̀ẹ̀kan ni a ń lo àlàyé káàdì, a kì í tọ́jú rẹ̀.',
  card_brands: 'Visa, Mastercard àti Verve.',
  save_card: '{business} lè tọ́jú káàdì yìí, kí wọ́n sì tún gba owó lórí rẹ̀.',
  save_card_required:
    'Bí ẹ bá san owó, ẹ gbà pé {business} lè tọ́jú káàdì yìí, kí wọ́n sì tún gba owó lórí rẹ̀.',
  save_card_plan:
    'Bí ẹ bá san owó, ẹ gbà pé {business} yóò tọ́jú káàdì yìí, yóò sì máa gba {amount} lórí ' +
    'rẹ̀ {every}, títí a ó fi fagi lé ìforúkọsílẹ̀ náà.',
  save_card_times: 'Gbogbo ìsanwó kò ní ju {times} lọ.',
  kept_use: 'Ẹ lo káàdì tí a ti tọ́jú',
  kept_ask: 'Bí {business} bá tọ́jú káàdì yín, kóòdù kan ń bọ̀ ní {email}.',
  kept_again: 'Ẹ fi kóòdù tuntun ránṣẹ́',
  kept_pay: 'Fi {brand} tí ó parí sí {last4} sanwó',
  kept_remove: 'Ẹ yọ káàdì yìí kúrò',
  pin_ask: 'Ẹ tẹ PIN káàdì yín, èyí tí ẹ ń lò ní ATM.',
  pin: 'PIN káàdì',
  continue: 'Tẹ̀síwájú',
  otp_ask: 'Ẹ tẹ kóòdù tí báńkì yín fi ránṣẹ́ sí fóònù yín.',
  otp: 'Kóòdù onínọ́ńbà 6',
  confirm: 'Jẹ́rìí sí ìsanwó',
  bank_page_ask:
    'Báńkì yín fẹ́ rí i dájú ' +
    'pé ẹ̀yin ni. Ẹ jẹ́rìí sí ' +
    'i lójú ìwé wọn, kí ẹ ' +
    'sì padà síbí.',
  bank_page: 'Tẹ̀síwájú sí ojú ìwé báńkì yín',
  their_page_ask: 'Ẹ ó fi káàdì sanwó lójú ìwé {provider}, ẹ ó sì padà síbí.',
  their_page: 'Lọ sí {provider}',
  their_page_note: '{provider} nìkan ni ó máa rí àlàyé káàdì yín.',
  ussd_ask: 'Ẹ yan báńkì yín. Ẹ ó gba kóòdù tí ẹ ó tẹ̀ lórí nọ́ńbà fóònù tí báńkì yín mọ̀.',
  ussd_show: 'Fi kóòdù hàn',
  ussd_dial: 'Ẹ tẹ kóòdù yìí lórí nọ́ńbà fóònù tí báńkì yín mọ̀, kí ẹ sì tẹ̀lé ìlànà wọn.',
  ussd_call: 'Ẹ fọwọ́ kàn án láti pè',
  ussd_waiting: 'À ń dúró de owó yín',
  method_page_ask: 'Ẹ ó san {amount} lójú ìwé {provider}, ẹ ó sì padà síbí.',
  finding_out: 'A ṣì ń wádìí',
  finding_out_more:
    'Báńkì yín kò tíì dáhùn. Ẹ jọ̀wọ́, ẹ má tún san án: a ń bèèrè, ojú ìwé yìí máa sọ fún yín ' +
    'bí a bá ti mọ̀.',
  moment: 'Ẹ dúró díẹ̀…',
  wrong_number: 'Ẹ jọ̀wọ́, ẹ yẹ nọ́ńbà káàdì wò.',
  wrong_expiry: 'Oṣù àti ọdún, bí ó ṣe wà lórí káàdì.',
  card_expired: 'Àsìkò káàdì yìí ti parí.',
  wrong_cvv: 'Nọ́ńbà 3, lẹ́yìn káàdì.',
  wrong_amex: 'Nọ́ńbà 4, níwájú káàdì.',
  wrong_pin: 'Nọ́ńbà 4 ni PIN yín ní.',
  wrong_otp: 'Nọ́ńbà 6 ni kóòdù náà ní.',
  did_not_work: 'Kò ṣiṣẹ́. Ẹ jọ̀wọ́, ẹ tún gbìyànjú.',
  tries_left: 'Ẹ ṣì lè gbìyànjú ní ìgbà {count} sí i.',
  try_left: 'Ẹ ṣì lè gbìyànjú lẹ́ẹ̀kan ṣoṣo.',

  declined: 'Báńkì yín kọ̀ láti gba káàdì yìí. Ẹ tún gbìyànjú tàbí kí ẹ lo ọ̀nà mìíràn láti sanwó.',
  declined_funds:
    'Owó tó wà níbẹ̀ kò tó fún ìsanwó yìí. Ẹ fi owó sí i, tàbí kí ẹ lo káàdì tàbí ọ̀nà ' +
    'mìíràn láti sanwó.',
  declined_expired: 'Báńkì yín ní àsìkò káàdì yìí ti parí. Ẹ lo káàdì tàbí ọ̀nà mìíràn láti sanwó.',
  declined_pin: 'PIN káàdì náà kò tọ̀nà. Ẹ tún gbìyànjú tàbí kí ẹ lo ọ̀nà mìíràn láti sanwó.',
  declined_unconfirmed:
    'Ẹ kò tíì jẹ́rìí sí ìsanwó náà ní báńkì yín. Ẹ tún gbìyànjú tàbí kí ẹ lo ọ̀nà mìíràn ' +
    'láti sanwó.',
  not_accepted: 'A kò gba ìsanwó yìí. Ẹ lo ọ̀nà mìíràn láti sanwó.',
  declined_too_often: 'Ìsanwó yìí kò yọrí sí rere: báńkì kọ̀ láti gba káàdì náà ní ọ̀pọ̀ ìgbà.',
  code_wrong: 'Kóòdù yẹn kò tọ̀nà. Ẹ tún wò ó, kí ẹ sì tún un tẹ̀.',
  network_down: 'A kò lè kàn sí nẹ́tíwọ̀ọ̀kì káàdì. A kò yọ owó kankan.',
  charge_failed: 'Báńkì yín kò parí ìsanwó yìí. Ẹ tún gbìyànjú, tàbí kí ẹ sanwó lọ́nà mìíràn.',
  charge_failed_too_often: 'Ìsanwó yìí kò ṣẹ nítorí pé wọ́n kọ̀ ọ́ ní ọ̀pọ̀ ìgbà.',
  bank_down: 'A kò lè kàn sí báńkì yín. A kò yọ owó kankan.',
  transfer_late: '{amount} ti dé, ṣùgbọ́n ó pẹ́ kí ó tó dé àkáǹtì rẹ̀. A ń dá owó náà padà.',
  transfer_wrong: '{amount} ti dé, ṣùgbọ́n {exact} gẹ́lẹ́ ni ìsanwó yìí. A ń dá owó náà padà.',

  success: 'Ìsanwó ti yọrí sí rere',
  paid_title: 'Ẹ ti san {amount} fún {business}',
  paid_to: 'ẹ ti san án fún {business}',
  reference: 'Nọ́ńbà ìtọ́kasí',
  paid_with: 'Ọ̀nà tí ẹ fi san án',
  card_ending: '{brand} tí ó parí sí {last4}',
  paid_on: 'Ìgbà tí ẹ san án',
  print: 'Tẹ rìsíìtì jáde',
  download_pdf: 'Gba PDF sílẹ̀',
  receipt: 'Rìsíìtì',
  return_to: 'Padà sí {business}',
  leaving: 'A ń mú yín padà ní ìṣẹ́jú àáyá {seconds}.',
  stay: 'Dúró sí ojú ìwé yìí',

  business: 'Ilé iṣẹ́',
  cancelled: 'A ti fagi lé ìsanwó yìí',
  cancelled_more: 'Kò sí ohun tí ẹ máa san níbí mọ́.',
  expired: 'Àsìkò ìsanwó yìí ti parí',
  expired_more: 'Wọn kò san án lásìkò, nítorí náà ẹ kò lè san án mọ́.',
  over_advice:
    'Ẹ jọ̀wọ́, ẹ má fi owó ránṣẹ́ sí nọ́ńbà àkáǹtì ìsanwó yìí: owó tí ó bá pẹ́ máa padà sọ́dọ̀ ' +
    'yín. Láti sanwó, ẹ ní kí {business} fún yín ní líǹkì tuntun.',
  failed: 'Ìsanwó yìí kò yọrí sí rere',
  failed_more: 'Ìsanwó náà kò parí.',
  failed_advice: 'A kò yọ owó yín. Láti tún gbìyànjú, ẹ ní kí {business} fún yín ní líǹkì tuntun.',
  reversed: 'A ti dá owó yìí padà',
  reversed_more: '{business} ti dá {amount} padà fún yín.',
  reversed_advice: 'Ó lè gba ọjọ́ iṣẹ́ díẹ̀ kí owó náà tó hàn ní báńkì yín.',
  unknown: 'A kò rí ojú ìwé ìsanwó yìí',
  unknown_more:
    'Ó lè jẹ́ pé líǹkì náà kò pé tàbí pé àṣìṣe wà nínú rẹ̀. Ẹ tún ṣí i láti ibi tí ẹ ti rí i, ' +
    'tàbí kí ẹ ní kí ilé iṣẹ́ náà fún yín ní òmíràn. A kò yọ owó kankan lójú ìwé yìí.',
  problem: 'Èyí kò ṣiṣẹ́',
  cannot_start: 'Ìsanwó yìí kò lè bẹ̀rẹ̀',
  mistakes:
    'Àṣìṣe wà nínú líǹkì tàbí fọ́ọ̀mù tó gbé yín wá síbí. Ẹ jọ̀wọ́, ẹ fi ohun tí ó wà níbí han ' +
    'ilé iṣẹ́ náà.',
  back_to_payment: 'Padà sí ìsanwó náà',

  already_paid: 'Wọ́n ti san èyí tán.',
  already_closed: 'Ẹ kò lè san èyí mọ́. Ẹ ní kí wọ́n fún yín ní líǹkì tuntun.',
  already_in_progress: 'Ìgbìyànjú mìíràn láti san èyí ń lọ lọ́wọ́. Ẹ dúró dè é.',
  not_known: 'A kò tíì rí ìdáhùn. Ẹ jọ̀wọ́, ẹ má tún san án. A ṣì ń wádìí.',
  payment_link_used_up:
    'Líǹkì yìí ti kún fún ìsinsìnyí. Bí oníbàárà kan kò bá parí, ó ṣeé ṣe kí ẹ lè sanwó láàárín ' +
    'wákàtí kan.',
  step_not_expected: 'Báńkì yín kò bèèrè fún èyí nísinsìnyí.',
  channel_not_allowed: 'A kò lè san èyí ní ọ̀nà yìí.',
  card_paused:
    'Báńkì ti kọ̀ láti gba ọ̀pọ̀ káàdì. ' +
    'Ẹ dúró fún ìṣẹ́jú díẹ̀, tàbí kí ' +
    'ẹ fi owó ránṣẹ́ láti báńkì.',
  card_testing_stopped:
    'A kò gba káàdì láti nẹ́tíwọ̀ọ̀kì yín fún ìsinsìnyí. Ẹ fi owó ránṣẹ́ láti báńkì dípò rẹ̀.',
  code_over: 'Kóòdù yìí kò ṣeé lò mọ́. Ẹ bèèrè fún tuntun, tàbí kí ẹ sanwó lọ́nà mìíràn.',
  rate_limited: 'Ìgbìyànjú ti pọ̀ jù. Ẹ dúró díẹ̀, kí ẹ tún gbìyànjú.',
  rail_unavailable:
    'Báńkì tàbí nẹ́tíwọ̀ọ̀kì ' +
    'káàdì kò ṣiṣẹ́. ' +
    'A kò yọ ' +
    'owó kankan. Ẹ ' +
    'tún gbìyànjú láìpẹ́.',
  overloaded: 'Èrò pọ̀ báyìí. Ẹ tún gbìyànjú láìpẹ́.',
}
