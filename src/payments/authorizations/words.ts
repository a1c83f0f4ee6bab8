import type { Language } from '../checkout/languages.ts'

// The texts of the emails about kept cards, with placeholders in braces. No text contains markup.

const en = {
  code_subject: 'Your code to pay {business}',
  code_use:
    'Enter this code on the payment page to see the cards that {business} keeps for you. It ' +
    'works once, until {time} (Lagos).',
  code_not_you:
    'Give it to nobody. If you are not paying {business} now, ignore this email: no card is ' +
    'charged without the code.',
} as const

type KeptCardWords = Record<keyof typeof en, string>

const pcm: KeptCardWords = {
  code_subject: 'Your code to pay {business}',
  code_use:
    'Put this code for the payment page to see the cards wey {business} dey keep for you. E go ' +
    'work only once, till {time} (Lagos).',
  code_not_you:
    'No give anybody. If you no dey pay {business} now, no mind this email: nobody fit charge ' +
    'your card without the code.',
}

const yo: KeptCardWords = {
  code_subject: 'Kóòdù yín láti sanwó fún {business}',
  code_use:
    'Ẹ tẹ kóòdù yìí sí ojú ìwé ìsanwó láti rí àwọn káàdì tí {business} tọ́jú fún yín. ' +
    'Ẹ̀ẹ̀kan ṣoṣo ni ó ń ṣiṣẹ́, títí di {time} (Lagos).',
  code_not_you:
    'Ẹ má fún ẹnikẹ́ni. Bí kì í bá ṣe pé ẹ ń sanwó fún {business} báyìí, ẹ má kà á sí: a kò lè ' +
    'gba owó lórí káàdì kankan láìsí kóòdù náà.',
}

const ha: KeptCardWords = {
  code_subject: 'Lambarku ta biyan {business}',
  code_use:
    'Ku shigar da wannan lambar a shafin biya don ganin katunan da {business} ke adana muku. ' +
    'Tana aiki sau ɗaya, har zuwa {time} (Lagos).',
  code_not_you:
    'Kada ku ba kowa. Idan ba ku kuke biyan {business} yanzu ba, ku yi watsi da wannan imel: ' +
    'ba a cire kuɗi daga kati ba tare da lambar ba.',
}

const ig: KeptCardWords = {
  code_subject: 'Koodu gị iji kwụọ {business}',
  code_use:
    'Tinye koodu a n’ibe ịkwụ ụgwọ iji hụ kaadị ndị {business} debeere gị. Ọ na-arụ ọrụ otu ' +
    'ugboro, ruo {time} (Lagos).',
  code_not_you:
    'Enyela ya onye ọ bụla. Ọ bụrụ na ọ bụghị gị na-akwụ {business} ugbu a, leghara email a ' +
    'anya: a naghị ewere ego na kaadị ma koodu adịghị.',
}

export const KEPT_CARD_WORDS: Record<Language, KeptCardWords> = { en, pcm, yo, ha, ig }
