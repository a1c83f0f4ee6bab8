import { find, send } from './calls.ts'
import { digits } from './card-fields.ts'
import { check, emptySecrets } from './typing.ts'
import { filled, refused, words } from './words.ts'

// Pays with a kept card: a code by email, then one press. Part of the page's one script: see
// `checkout.ts`. The proof is in the memory of this page only.

type Card = { authorization_code: string; brand: string; last4: string }
type Cards = { proof?: string; cards: Card[] }

type Page = {
  /** Sends a form, and shows the answer. Returns the code of a refusal. */
  submit(form: HTMLFormElement, path: string, body: object): Promise<string | undefined>
  busy(form: HTMLElement): () => void
  notice(message?: string): void
}

export function startKept({ submit, busy, notice }: Page): void {
  const kept = find('#kept')
  if (!kept) return
  const [ask, enter, blank] = Array.from(kept.querySelectorAll('form'))
  const input = enter!.querySelector('input')!
  let proof = ''
  let shown: HTMLFormElement[] = []

  const call = async (form: HTMLElement, path: string, body: object) => {
    notice()
    const done = busy(form)
    const { data, code, message } = await send<Cards>(`/kept-cards${path}`, body)
    done()
    if (!data) notice(refused(code, message) || words.did_not_work)
    return data
  }
  const sendCode = async (event: Event) => {
    event.preventDefault()
    if (!(await call(enter!.hidden ? ask! : enter!, '/code', {}))) return
    begin(false)
    input.focus()
  }
  const begin = (isAsking: boolean) => {
    ask!.hidden = !isAsking
    enter!.hidden = isAsking
    for (const form of shown) form.remove()
    shown = []
  }
  const list = (cards: Card[]) => {
    begin(false)
    enter!.hidden = true
    if (!cards[0]) return kept.remove()
    shown = cards.map((card) => {
      const form = blank!.cloneNode(true) as HTMLFormElement
      const [pay, remove] = Array.from(form.querySelectorAll('button'))
      const body = { proof, authorization_code: card.authorization_code }
      pay!.textContent = filled(words.kept_pay, card)
      form.onsubmit = async (event) => {
        event.preventDefault()
        if ((await submit(form, '/kept-cards/pay', body)) === 'otp_expired') begin(true)
      }
      remove!.onclick = async () => {
        const left = await call(form, '/remove', body)
        if (left) list(left.cards)
      }
      form.hidden = false
      kept.append(form)
      return form
    })
    shown[0]!.querySelector('button')!.focus()
  }

  ask!.onsubmit = sendCode
  enter!.querySelector<HTMLElement>('.link')!.onclick = sendCode
  enter!.onsubmit = async (event) => {
    event.preventDefault()
    if (!check(input)) return input.focus()
    const data = await call(enter!, '', { otp: digits(input.value) })
    emptySecrets(enter!)
    if (!data) return
    proof = data.proof!
    list(data.cards)
  }
}
