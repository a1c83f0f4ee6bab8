// What each client for Node.js is driven with: our own API, and the report of its calls.

export const BASE = process.env.COWRIE_URL
export const KEY = process.env.SHOP_KEY
export const ACCOUNT = { account_number: '0000000018', bank_code: '058' }
/** A webhook as it was received: `body` and `signature`. */
export const WEBHOOK = JSON.parse(process.env.SHOP_WEBHOOK)

/** A reference that no earlier run has used. */
export const own = (name) => `${name}-${process.pid}`

/** Pays as the customer would. */
export async function pay(reference, channel = 'card') {
  await send(`/api/v1/sandbox/transactions/${reference}/pay`, { channel })
}

/** The code of a card that this customer let the shop keep, at the checkout. */
export async function keep(email) {
  const asked = { email, amount: 5_000, save_card: 'required' }
  const { data } = await send('/paystack/transaction/initialize', asked)
  const card = { number: '4084084084084081', cvv: '408', exp_month: 12, exp_year: 2099 }
  await send(`/checkout/${data.access_code}/card`, { ...card, save_card: true })
  const verified = await send(`/paystack/transaction/verify/${data.reference}`)
  return verified.data.authorization.authorization_code
}

/** A GET without a body. */
async function send(path, body) {
  const answer = await fetch(`${BASE}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

/** Prints a line of JSON: the name of the call, and why it failed. Returns its answer. */
export async function call(name, run, fits = (answer) => answer.status === true) {
  let why = null
  let answer = null
  try {
    answer = await run()
    if (!fits(answer)) why = `unexpected answer: ${JSON.stringify(answer)}`.slice(0, 500)
  } catch (error) {
    why = `${error}`.slice(0, 500)
  }
  if (why !== null) process.exitCode = 1
  console.log(JSON.stringify({ call: name, why }))
  return answer
}
