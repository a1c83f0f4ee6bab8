import { all, find, now, tell } from './calls.ts'
import { brandOf, CHECKS, cvvWords, digits, isAmex, isShortMonth, SHAPES } from './card-fields.ts'
import { words } from './words.ts'

// Formats card fields while the customer types or pastes, and keeps the caret in place. Submits the
// code of the bank at its last digit. Part of the page's one script: see `checkout.ts`.

const CODE_DIGITS = 6

/** The digits of each field before the last input. */
const held = new Map<HTMLInputElement, string>()

export function startTyping(): void {
  for (const input of all<HTMLInputElement>('.field input')) {
    input.oninput = (event) => shape(input, (event as InputEvent).inputType)
    input.onblur = () => input.value && check(input)
  }
}

// The caret stays after the same digit. Deleting a gap deletes the digit before it.
function shape(input: HTMLInputElement, how = ''): void {
  const isDeleting = /^delete/.test(how)
  const zero = input.id === 'expiry' && !isDeleting && isShortMonth(input.value) ? '0' : ''
  let typed = zero + digits(input.value)
  let before = digits(zero + input.value.slice(0, input.selectionStart!)).length
  if (typed === held.get(input)) {
    if (how === 'deleteContentBackward') before--
    if (/^deleteContent/.test(how)) typed = typed.slice(0, before) + typed.slice(before + 1)
  }
  const shaped = SHAPES[input.id]!(typed, isDeleting)
  held.set(input, digits(shaped))
  if (input.id === 'number') mark(brandOf(typed))
  flag(input)
  if (/^(otp|code)$/.test(input.id) && shaped.length === CODE_DIGITS && !isDeleting) {
    input.value = shaped
    input.form!.dispatchEvent(new Event('submit', { cancelable: true }))
  }
  if (shaped === input.value) return
  input.value = shaped
  let at = before < typed.length ? 0 : shaped.length
  while (digits(shaped.slice(0, at)).length < before && at < shaped.length) at++
  input.setSelectionRange(at, at)
}

/** Shows the mark of the brand, or without one those that every business takes. */
function mark(brand: string): void {
  for (const one of all('.marks svg')) {
    const name = one.getAttribute('aria-label')!
    one.toggleAttribute('hidden', brand ? name !== brand : name === 'Amex')
  }
  flag(find<HTMLInputElement>('#cvv'))
}

const takesAmex = () => isAmex(digits(find<HTMLInputElement>('#number')?.value || ''))

export function check(input: HTMLInputElement): boolean {
  const wrong = CHECKS[input.id]!(digits(input.value), now(), takesAmex())
  flag(input, wrong ? words[wrong] : '')
  return !wrong
}

export function flag(input: HTMLInputElement, message = ''): void {
  input.setAttribute('aria-invalid', String(message !== ''))
  const hint = input.id === 'cvv' ? words[cvvWords(takesAmex())] : ''
  tell(`#${input.id}-error`, message || hint)
}

/** Empties what may be used once. A customer whose card is declined corrects it or tries again. */
export function emptySecrets(form: HTMLFormElement): void {
  for (const input of Array.from(form.querySelectorAll<HTMLInputElement>('.field input'))) {
    if (input.id === 'number' || input.id === 'expiry') continue
    input.value = ''
    held.delete(input)
  }
}
