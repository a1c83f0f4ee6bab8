import type { CowrieApi, CowrieCallbacks, CowrieOptions, CowrieOutcome } from './inline.d.ts'
import { wordsIn } from './words.ts'

// A pay button without code.
//
//   <form><script src=…/inline.js data-key data-amount data-email></script></form>
//   <cowrie-pay key amount email></cowrie-pay>
//
// After a payment, the form around it is submitted with the reference, for the server to verify.
// `cowrie:success`, `cowrie:cancel` and `cowrie:error` are dispatched on the script or the element,
// and bubble. `preventDefault()` stops what would follow.

/** The options of a payment. */
export const FIELDS = [
  ...['key', 'amount', 'email', 'name', 'phone', 'reference', 'currency', 'channels', 'metadata'],
  ...['split_code', 'fee_bearer', 'callback_url'],
]

export function bindScript(script: HTMLScriptElement | null): void {
  if (!script?.dataset['key'] && !script?.dataset['accessCode']) return
  const id = script.dataset['customButton']
  const find = () => bind(script, 'data-', id ? document.getElementById(id) : null)
  // The business's button may come after the script.
  if (id && document.readyState === 'loading') document.addEventListener('DOMContentLoaded', find)
  else find()
}

export function defineElement(): void {
  if (!window.customElements || customElements.get('cowrie-pay')) return
  customElements.define(
    'cowrie-pay',
    class extends HTMLElement {
      connectedCallback() {
        // An element that was moved within the page has its button already.
        if (!this.querySelector('button')) bind(this, '', null)
      }
    },
  )
}

function bind(host: HTMLElement, prefix: string, theirs: HTMLElement | null): void {
  const read = (name: string) => host.getAttribute(prefix + name.replace('_', '-'))
  const button = theirs ?? document.createElement('button')
  const problem = document.createElement('p')
  problem.setAttribute('role', 'alert')
  if (button !== theirs) {
    const naira = Number(read('amount')) / 100
    button.setAttribute('type', 'button')
    const digits = { minimumFractionDigits: 2 }
    const price = naira ? ` ₦${naira.toLocaleString('en-NG', digits)}` : ''
    button.textContent = read('label') || wordsIn(read('lang')).pay + price
    if (host.localName === 'script') host.after(button)
    else host.append(button)
  }
  button.after(problem)

  // The page may have replaced the script or form since.
  const dispatch = (name: string, detail: unknown) =>
    (host.isConnected ? host : document).dispatchEvent(
      new CustomEvent(`cowrie:${name}`, { detail, bubbles: true, cancelable: true }),
    )

  button.addEventListener('click', (event) => {
    event.preventDefault()
    const form = host.closest('form')
    if (form && !form.reportValidity()) return
    problem.textContent = ''
    const options = Object.fromEntries([...FIELDS, 'ref', 'lang'].map((name) => [name, read(name)]))
    // The customer may be entering it in the same form.
    if (!options['email'] && form) options['email'] = String(new FormData(form).get('email') ?? '')
    pay(read('access-code'), options).then(
      (outcome) => {
        if (outcome.status === 'cancelled') dispatch('cancel', outcome)
        else if (dispatch('success', outcome) && form) submit(form, outcome.reference)
      },
      (error: Error) => {
        if (dispatch('error', error)) problem.textContent = error.message
      },
    )
  })
}

function pay(accessCode: string | null, options: object): Promise<CowrieOutcome> {
  const { Cowrie }: { Cowrie: CowrieApi } = window
  if (accessCode) return Cowrie.resume(accessCode, options as CowrieCallbacks)
  return Cowrie.checkout(options as CowrieOptions)
}

function submit(form: HTMLFormElement, reference: string): void {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = 'reference'
  input.value = reference
  form.append(input)
  if (!form.isConnected) document.body.append(form)
  // A field of the form may be named `submit`.
  HTMLFormElement.prototype.submit.call(form)
}
