import assert from 'node:assert/strict'
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { after, test } from 'node:test'
import { needlesOfNumber, numberOf } from '../canary-cards.ts'
import { searchFor } from '../canary-people.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from '../process.ts'
import { SERVER, until, useContext } from '../support.ts'

// When the call is over the memory of the process is read: no number of a card may be in it, or a
// core dump, a swapped page or a debugger would show it. Linux shows the memory of a child.

const CARDS = 8
/** Two seconds, of a machine that is ten times slower. */
const SETTLE_MS_MAX = 20_000
const CHUNK_BYTES = 8 * 1024 * 1024
const OVERLAP_BYTES = 64
const PIN = '8246'

const context = useContext()
const folder = newFolder()
let service: Started | null = null
after(async () => {
  if (service) await stopService(service)
  removeFolder(folder)
})

if (existsSync('/proc/self/mem')) {
  test('no number of a card is in memory when the calls with it are over', async () => {
    const { user, host, port } = SERVER
    const DATABASE_URL = `postgres://${user}@localhost:${port}/${context.database}?host=${host}`
    service = await startService(folder, { DATABASE_URL })
    const known = numberOf('4', 16)
    const numbers = Array.from({ length: CARDS }, () => numberOf('4', 16))
    const wrong = numberOf('5061', 19).replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    // A name is kept in memory for a while: by it the search is shown to find anything at all.
    const noted = await begin(service, `Ada ${known}`)

    for (const [i, number] of numbers.entries()) {
      const accessCode = await begin(service, 'Ada Example')
      const spelled = i % 2 === 0 ? number : number.replace(/(.{4})(?=.)/g, '$1 ')
      await pay(accessCode, { number: spelled, cvv: '739', exp_month: 12, exp_year: 99 })
      await pay(accessCode, { pin: PIN }, '/pin')
    }
    const [broken, unreadable] = [numberOf('53', 16), numberOf('53', 16)]
    await pay(noted, { number: wrong, cvv: '739', exp_month: 12, exp_year: 99 })
    await pay(noted, `{"number":"${broken}","cvv":"739"`)
    await pay(noted, Buffer.from(`{"card":"${unreadable}\xff"}`, 'latin1'))
    // The last request stays in the buffer into which Node reads sockets, until the next one.
    await fetch(`${service.baseUrl}/healthz`, { headers: { 'x-more': 'x'.repeat(4_000) } })

    let found: string[] = []
    const isForgotten = async () => {
      found = searchMemory([...numbers, wrong, broken, unreadable])
      return found.length === 0
    }
    await until('nothing is found', isForgotten, SETTLE_MS_MAX).catch(() => {})
    assert.deepEqual(found, [])
    assert.notDeepEqual(searchMemory([known]), [], 'what is kept is found')
  })
}

async function begin({ call }: Started, name: string): Promise<string> {
  const body = { amount: 500_000, email: 'ada@example.com', name }
  const answer = await call('POST', '/api/v1/transactions/initialize', body)
  return answer.body.data.access_code as string
}

async function pay(
  accessCode: string,
  body: object | string | Uint8Array<ArrayBuffer>,
  step = '',
): Promise<void> {
  const answer = await fetch(`${service!.baseUrl}/checkout/${accessCode}/card${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `${accessCode}${step}` },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  })
  // Whatever is right or wrong with the card, it is looked at.
  assert([200, 400, 409, 422].includes(answer.status), await answer.text())
}

/** What is found of these numbers, in any form, in what the process may write to. */
function searchMemory(numbers: string[]): string[] {
  const search = searchFor(numbers.flatMap(needlesOfNumber))
  const { pid } = service!.child
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const found: string[] = []
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from = '0', to = '0'] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    const end = Number.parseInt(to, 16)
    for (let at = Number.parseInt(from, 16); at < end; at += CHUNK_BYTES) {
      const bytes = Buffer.alloc(Math.min(CHUNK_BYTES + OVERLAP_BYTES, end - at))
      try {
        readSync(memory, bytes, 0, bytes.length, at)
      } catch {
        continue // Given back meanwhile.
      }
      found.push(...search(bytes).map(({ whose, what, form }) => `${what} of ${whose}, ${form}`))
    }
  }
  closeSync(memory)
  return found
}
