// The texts of inline.js itself, before the checkout loads and beside its window.

const en = {
  payment: 'Payment',
  pay: 'Pay',
  opening: 'Opening the payment…',
  new_window: 'The payment opens in a new window.',
  go_on: 'Continue',
  other_window: 'The payment is open in another window.',
  show: 'Show it',
  cancel: 'Cancel',
  offline: 'You are offline. The payment was not opened.',
  blocked: 'The browser blocked the payment window.',
}

type InlineWords = typeof en
type InlineLanguage = 'en' | 'pcm' | 'yo' | 'ha' | 'ig'

export const INLINE_WORDS: Record<InlineLanguage, InlineWords> = {
  en,
  pcm: {
    payment: 'Payment',
    pay: 'Pay',
    opening: 'We dey open the payment…',
    new_window: 'The payment go open for new window.',
    go_on: 'Continue',
    other_window: 'The payment don open for another window.',
    show: 'Show am',
    cancel: 'Cancel',
    offline: 'Your network don cut. The payment no open.',
    blocked: 'The browser no gree open the payment window.',
  },
  yo: {
    payment: 'Ìsanwó',
    pay: 'San',
    opening: 'A ń ṣí ìsanwó náà…',
    new_window: 'Ìsanwó náà máa ṣí ní fèrèsé tuntun.',
    go_on: 'Tẹ̀síwájú',
    other_window: 'Ìsanwó náà ti ṣí ní fèrèsé mìíràn.',
    show: 'Fi hàn',
    cancel: 'Fagi lé e',
    offline: 'Ẹ kò sí lórí ayélujára. Ìsanwó náà kò ṣí.',
    blocked: 'Aṣàwárí yín kò jẹ́ kí fèrèsé ìsanwó ṣí.',
  },
  ha: {
    payment: 'Biya',
    pay: 'Biya',
    opening: 'Ana buɗe shafin biya…',
    new_window: 'Shafin biya zai buɗe a sabuwar taga.',
    go_on: 'Ci gaba',
    other_window: 'Shafin biya yana buɗe a wata taga.',
    show: 'Nuna shi',
    cancel: 'Soke',
    offline: 'Babu intanet. Ba a buɗe shafin biya ba.',
    blocked: 'Burauza ta hana buɗe tagar biya.',
  },
  ig: {
    payment: 'Ịkwụ ụgwọ',
    pay: 'Kwụọ',
    opening: 'A na-emepe ibe ịkwụ ụgwọ…',
    new_window: 'Ibe ịkwụ ụgwọ ga-emepe na windo ọhụrụ.',
    go_on: 'Gaa n’ihu',
    other_window: 'Ibe ịkwụ ụgwọ emepeela na windo ọzọ.',
    show: 'Gosi ya',
    cancel: 'Kagbuo',
    offline: 'Ịntanetị gị adịghị. Ibe ịkwụ ụgwọ emepeghị.',
    blocked: 'Ihe nchọgharị gị ekweghị ka windo ịkwụ ụgwọ mepee.',
  },
}

/** The language of a tag such as `en-NG`, or null. */
export function languageOf(tag: unknown): InlineLanguage | null {
  const language = String(tag).split('-')[0]!
  return Object.keys(INLINE_WORDS).includes(language) ? (language as InlineLanguage) : null
}

export const wordsIn = (tag: unknown): InlineWords => INLINE_WORDS[languageOf(tag) || 'en']
