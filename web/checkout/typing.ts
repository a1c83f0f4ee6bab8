import { all, now, tell } from './calls.ts'
import { brandOf, CHECKS, digits, isShortMonth, SHAPES } from './card-fields.ts'
import { words } from './words.ts'

// Formats card fields while the customer types or pastes, and keeps the caret in place. Part of the
// page's one script: see `checkout.ts`.

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
  if (input.id === 'number') tell('.brand', brandOf(typed))
  flag(input)
  if (shaped === input.value) return
  input.value = shaped
  let at = before < typed.length ? 0 : shaped.length
  while (digits(shaped.slice(0, at)).length < before && at < shaped.length) at++
  input.setSelectionRange(at, at)
}

export function check(input: HTMLInputElement): boolean {
  const wrong = CHECKS[input.id]!(digits(input.value), now())
  flag(input, wrong ? words[wrong] : '')
  return !wrong
}

export function flag(input: HTMLInputElement, message = ''): void {
  input.setAttribute('aria-invalid', String(message !== ''))
  tell(`#${input.id}-error`, message)
}

export function empty(form: HTMLFormElement): void {
  form.reset()
  held.clear()
  tell('.brand', '')
}
