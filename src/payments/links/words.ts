import type { Language } from '../checkout/languages.ts'

// The texts of the page of a payment link, with placeholders in braces. No text contains markup.

const en = {
  pay_to: 'Pay {business}',
  you_choose: 'You choose the amount',
  amount: 'Amount in naira',
  between: 'From {min} to {max}.',
  at_least: '{min} or more.',
  at_most: 'Up to {max}.',
  email: 'Email',
  your_name: 'Your name',
  optional: 'optional',
  go: 'Continue to payment',
  next: 'You pay on the next page.',
  fee: 'With the payment fee, you pay {total}.',
  fee_later: 'A payment fee is added on the next page.',
  left_out: 'Part of the link was invalid and was ignored: {what}.',
  look: 'Please check the marked fields.',
  wrong_amount: 'Enter an amount in naira, such as 5,000.',
  wrong_email: 'Enter an email address, such as ada@example.com.',
  wrong_name: 'Enter your name, on one line.',
  wrong_field: 'Please fill this in.',
  too_long: 'At most {max} characters, on one line.',
  scan: 'To pay on your phone, scan this code.',
  unknown: 'We cannot find this page',
  unknown_why: 'The link may be incomplete or mistyped. Ask the person who gave it to you.',
  inactive: 'This link is not accepting payments',
  inactive_why: '{business} has turned it off.',
  expired: 'This link has expired',
  expired_why: 'It can no longer be used to pay.',
  used_up: 'This link has been used up',
  used_up_why: '{business} has received all payments for it.',
  held: 'Other customers are paying now',
  held_why:
    'If one of them does not finish, you may be able to pay within the hour. Please check again ' +
    'later.',
  ask_business: 'No money is taken on this page. Ask {business} what to do.',
} as const

export type LinkWord = keyof typeof en
export type LinkWords = Record<LinkWord, string>

const pcm: LinkWords = {
  pay_to: 'Pay {business}',
  you_choose: 'Na you go choose how much',
  amount: 'How much for naira',
  between: 'From {min} go reach {max}.',
  at_least: '{min} or pass am.',
  at_most: 'E no go pass {max}.',
  email: 'Email',
  your_name: 'Your name',
  optional: 'you fit leave am',
  go: 'Continue to payment',
  next: 'You go pay for the next page.',
  fee: 'With the fee, you go pay {total}.',
  fee_later: 'We go add the fee for the next page.',
  left_out: 'Part of the link no correct, so we no use am: {what}.',
  look: 'Abeg check wetin we mark.',
  wrong_amount: 'Put how much for naira, like 5,000.',
  wrong_email: 'Put email address, like ada@example.com.',
  wrong_name: 'Put your name, for one line.',
  wrong_field: 'Abeg fill this one.',
  too_long: 'E no go pass {max} letters, for one line.',
  scan: 'To pay with your phone, scan this code.',
  unknown: 'We no fit find this page',
  unknown_why: 'The link fit no complete, or e get mistake. Ask the person wey give you.',
  inactive: 'This link no dey collect payment now',
  inactive_why: '{business} don off am.',
  expired: 'This link don expire',
  expired_why: 'You no fit use am pay again.',
  used_up: 'This link don reach the number of payment wey e fit take',
  used_up_why: '{business} don collect all the payments for this link.',
  held: 'Other customers dey pay now',
  held_why:
    'If one of them no finish, you fit still get chance to pay within one hour. Abeg check ' +
    'again later.',
  ask_business: 'We no dey collect money for this page. Ask {business} wetin to do.',
}

const yo: LinkWords = {
  pay_to: 'San owó fún {business}',
  you_choose: 'Ẹ̀yin ni ẹ máa sọ iye owó',
  amount: 'Iye owó ní náírà',
  between: 'Láti {min} sí {max}.',
  at_least: '{min} tàbí jù bẹ́ẹ̀ lọ.',
  at_most: 'Kò gbọdọ̀ ju {max} lọ.',
  email: 'Ímeèlì',
  your_name: 'Orúkọ yín',
  optional: 'kò pọn dandan',
  go: 'Tẹ̀síwájú láti sanwó',
  next: 'Ẹ máa sanwó lójú ìwé tó kàn.',
  fee: 'Pẹ̀lú owó iṣẹ́, {total} ni ẹ máa san.',
  fee_later: 'A máa fi owó iṣẹ́ kún un lójú ìwé tó kàn.',
  left_out: 'Apá kan nínú líǹkì náà kò tọ́, a kò sì lò ó: {what}.',
  look: 'Ẹ jọ̀wọ́, ẹ wo ibi tí a sàmì sí.',
  wrong_amount: 'Ẹ tẹ iye owó ní náírà, bí i 5,000.',
  wrong_email: 'Ẹ tẹ àdírẹ́sì ímeèlì, bí i ada@example.com.',
  wrong_name: 'Ẹ tẹ orúkọ yín sí ìlà kan.',
  wrong_field: 'Ẹ jọ̀wọ́, ẹ kọ èyí.',
  too_long: 'Kò gbọdọ̀ ju lẹ́tà {max} lọ, ní ìlà kan.',
  scan: 'Láti fi fóònù yín sanwó, ẹ ya àwòrán kóòdù yìí.',
  unknown: 'A kò rí ojú ìwé yìí',
  unknown_why:
    'Ó lè jẹ́ pé líǹkì náà ' +
    'kò pé tàbí pé àṣìṣe wà ' +
    'nínú rẹ̀. Ẹ bèèrè lọ́wọ́ ẹni ' +
    'tó fún yín.',
  inactive: 'Líǹkì yìí kò gba owó nísinsìnyí',
  inactive_why: '{business} ti dá a dúró.',
  expired: 'Àsìkò líǹkì yìí ti parí',
  expired_why: 'Ẹ kò lè fi sanwó mọ́.',
  used_up: 'A ti lo líǹkì yìí tán',
  used_up_why: '{business} ti gba gbogbo ìsanwó fún un.',
  held: 'Àwọn oníbàárà mìíràn ń sanwó lọ́wọ́',
  held_why:
    'Bí ọ̀kan nínú wọn kò bá parí, ó ṣeé ṣe kí ẹ lè sanwó láàárín wákàtí kan. Ẹ jọ̀wọ́, ẹ tún ' +
    'wò ó nígbà míì.',
  ask_business: 'A kì í gba owó lójú ìwé yìí. Ẹ bèèrè ohun tí ẹ máa ṣe lọ́wọ́ {business}.',
}

const ha: LinkWords = {
  pay_to: 'Biya {business}',
  you_choose: 'Ku ne za ku faɗi nawa',
  amount: 'Adadin kuɗi a naira',
  between: 'Daga {min} zuwa {max}.',
  at_least: '{min} ko fiye.',
  at_most: 'Kada ya wuce {max}.',
  email: 'Imel',
  your_name: 'Sunanku',
  optional: 'ba dole ba',
  go: 'Ci gaba zuwa biya',
  next: 'Za ku biya a shafi na gaba.',
  fee: 'Tare da kuɗin aiki, za ku biya {total}.',
  fee_later: 'Za a ƙara kuɗin aiki a shafi na gaba.',
  left_out: 'Wani ɓangare na link ɗin bai yi daidai ba, ba a yi amfani da shi ba: {what}.',
  look: 'Don Allah ku duba inda aka yi wa alama.',
  wrong_amount: 'Ku shigar da adadin kuɗi a naira, kamar 5,000.',
  wrong_email: 'Ku shigar da adireshin imel, kamar ada@example.com.',
  wrong_name: 'Ku shigar da sunanku a layi ɗaya.',
  wrong_field: 'Don Allah ku cika wannan.',
  too_long: 'Kada ya wuce haruffa {max}, a layi ɗaya.',
  scan: 'Don biya da wayarku, ku ɗauki hoton wannan lambar.',
  unknown: 'Ba mu gano wannan shafin ba',
  unknown_why: 'Wataƙila link ɗin bai cika ba ko akwai kuskure. Ku tambayi wanda ya ba ku.',
  inactive: 'Wannan link ɗin ba ya karɓar kuɗi yanzu',
  inactive_why: '{business} ya rufe shi.',
  expired: 'Wa’adin wannan link ɗin ya ƙare',
  expired_why: 'Ba za a iya biya da shi ba kuma.',
  used_up: 'An gama amfani da wannan link ɗin',
  used_up_why: '{business} ya karɓi dukkan biyan da ake so.',
  held: 'Wasu suna biya yanzu',
  held_why:
    'Idan ɗaya daga cikinsu bai gama ba, kuna iya samun damar biya cikin awa ɗaya. Ku sake ' +
    'dubawa daga baya.',
  ask_business: 'Ba a karɓar kuɗi a wannan shafin. Ku tambayi {business} abin da za ku yi.',
}

const ig: LinkWords = {
  pay_to: 'Kwụọ {business}',
  you_choose: 'Ị ga-ekwu ego ole',
  amount: 'Ego na naịra',
  between: 'Site na {min} ruo {max}.',
  at_least: '{min} ma ọ bụ karịa.',
  at_most: 'Ọ gaghị akarị {max}.',
  email: 'Email',
  your_name: 'Aha gị',
  optional: 'ọ bụghị iwu',
  go: 'Gaa n’ihu ịkwụ ụgwọ',
  next: 'Ị ga-akwụ ụgwọ n’ibe na-esote.',
  fee: 'Tinyere ego ọrụ, ị ga-akwụ {total}.',
  fee_later: 'A ga-atinye ego ọrụ n’ibe na-esote.',
  left_out: 'Akụkụ nke link ahụ ezighị ezi, e jighị ya: {what}.',
  look: 'Biko lelee ebe a kara akara.',
  wrong_amount: 'Tinye ego na naịra, dịka 5,000.',
  wrong_email: 'Tinye adreesị email, dịka ada@example.com.',
  wrong_name: 'Tinye aha gị n’otu ahịrị.',
  wrong_field: 'Biko dejupụta ebe a.',
  too_long: 'Ọ gaghị akarị mkpụrụ edemede {max}, n’otu ahịrị.',
  scan: 'Iji ekwentị gị kwụọ ụgwọ, nyochaa koodu a.',
  unknown: 'Anyị achọtaghị ibe a',
  unknown_why:
    'O nwere ike ịbụ na link ahụ ezughị ezu ma ọ bụ na e nwere mmejọ na ya. Jụọ onye nyere gị ' +
    'ya.',
  inactive: 'Link a anaghị anabata ịkwụ ụgwọ ugbu a',
  inactive_why: '{business} agbanyụọla ya.',
  expired: 'Oge link a agwụla',
  expired_why: 'Enweghịzi ike iji ya kwụọ ụgwọ.',
  used_up: 'E jichaala link a',
  used_up_why: '{business} anatala ịkwụ ụgwọ niile maka ya.',
  held: 'Ndị ọzọ na-akwụ ụgwọ ugbu a',
  held_why:
    'Ọ bụrụ na otu n’ime ha emechaghị, ị nwere ike ịkwụ n’ime otu awa. Biko lelee ọzọ ma e ' +
    'mechaa.',
  ask_business: 'Anaghị anata ego n’ibe a. Jụọ {business} ihe ị ga-eme.',
}

export const LINK_WORDS: Record<Language, LinkWords> = { en, pcm, yo, ha, ig }
