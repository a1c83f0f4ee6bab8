import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { digestOf } from '../src/providers/sandbox/memory.ts'
import { beginIn, expect, get, post, saidIn, type World } from './canary-flows.ts'
import { digestsOf, formsOf, type Needle, searchFor } from './canary-people.ts'
import { dumpOf, heapOf, inFolder, makeTalkative, untilLogged, within } from './canary-search.ts'
import { cardNamed } from './payments.ts'
import { newFolder, removeFolder, stopService } from './process.ts'
import { until } from './support.ts'

// The sandbox's token of a kept card is kept, charged, declined, forgotten, and charged at the
// checkout after a code by email, while PostgreSQL logs each statement with its values. Then every
// file, the memory, the dump and all answers are read: the secret part of the token may be in none,
// nor may code and proof be in files, dump and log. The same part planted on purpose must be found.

const EMAIL = 'ada@example.com'
const folder = newFolder()
let started: World | null = null
after(async () => {
  await started?.owner.end({ timeout: 0 })
  if (started) await stopService(started.service)
  removeFolder(folder)
})

test('the token of a kept card lies in no file, log, dump or answer', async () => {
  const world = await beginIn(folder)
  started = world
  await makeTalkative(world)

  const answers: string[] = []
  for (const name of ['success', 'kept_no_funds'])
    answers.push(...(await keepAndCharge(world, name)))
  const heap = await heapOf(world)
  const secrets = await secretsOf(world)
  const codes = await payAtCheckout(world)
  const [planted] = ['Zx0-planted-secret-of-a-token-0123456789ABCD']
  await world.owner`
    insert into sandbox_memory ${world.owner({ key: 'a leak', value: planted! })}
  `
  await untilLogged(world)
  const dump = await dumpOf(world.owner)
  await world.owner.end({ timeout: 1 })
  assert.equal(await stopService(world.service), 0)

  const needles = [
    ...[...secrets, planted!].flatMap((one) => formsOf('a card', one, one)),
    ...codes,
  ]
  const search = searchFor(needles)
  const said = Buffer.from([saidIn(world), ...answers].join('\n'))
  const found = [
    ...inFolder(folder, search),
    ...within(search, { dump: Buffer.from(dump), heap, said }),
  ]
  assert.equal(secrets.length, 2)
  assert(found.some(({ where }) => where === 'dump'))
  assert(found.some(({ where }) => where === 'postgres.log'))
  assert.deepEqual(
    found.filter(({ what }) => !what.includes(planted!)),
    [],
  )
})

/** All answers: kept, charged again, listed, removed. */
async function keepAndCharge(world: World, name: string): Promise<string[]> {
  const fields = { amount: 500_000, email: EMAIL, name: 'Ada Example', save_card: 'required' }
  const { body } = await expect(200, post(world, '/transactions/initialize', fields))
  const { access_code, reference } = body.data
  const paid = await fetch(`${world.service.baseUrl}/checkout/${access_code}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cardNamed(name)),
  })
  const verified = await expect(200, get(world, `/transactions/verify/${reference}`))
  const { authorization_code } = verified.body.data.authorization
  const again = { authorization_code, email: EMAIL, amount: 500_000 }
  const charged = await expect(200, post(world, '/transactions/charge-authorization', again))
  const listed = await expect(200, get(world, `/customers/${EMAIL}/authorizations`))
  return [await paid.text(), verified.text, charged.text, listed.text]
}

/** Returns what may be nowhere: the proof, and the code as a request, email or digest has it. */
async function payAtCheckout(world: World): Promise<Needle[]> {
  const fields = { amount: 500_000, email: EMAIL, name: 'Ada Example', save_card: 'offer' }
  const { body } = await expect(200, post(world, '/transactions/initialize', fields))
  const call = async (path: string, sent: object) => {
    const url = `${world.service.baseUrl}/checkout/${body.data.access_code}/kept-cards${path}`
    const headers = { 'content-type': 'application/json', 'idempotency-key': `tap${path}` }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(sent) })
    const { data } = (await answer.json()) as { data: { proof: string; cards: object[] } }
    assert.equal(answer.status, 200)
    return data
  }
  await call('/code', {})
  const code = await until('the code is mailed', async () => {
    const { body } = await expect(200, get(world, '/sandbox/messages?perPage=100'))
    const texts: { text: string }[] = body.data
    return texts.flatMap(({ text }) => /^(\d{6})$/m.exec(text)?.[1] ?? [])[0]
  })
  const { proof, cards } = await call('', { otp: code })
  await call('/pay', { proof, ...cards[0] })
  const written = [`"otp":"${code}"`, `"otp": "${code}"`, `>${code}<`, `'${code}'`]
  return [
    ...[proof, ...written].flatMap((one) => formsOf('a code', one, one)),
    ...digestsOf('a code', 'code', code),
  ]
}

/** The part of each token that the sandbox computes and does not store. */
async function secretsOf({ owner }: World): Promise<string[]> {
  const rows = await owner<{ attemptId: string; businessId: string }[]>`
    select attempt_id, business_id from card_attempt where consent is not null
  `
  return rows.map(({ attemptId, businessId }) => {
    const token = digestOf(`charge/${attemptId}`)
    return digestOf(`token/${token}/${businessId}`)
  })
}
