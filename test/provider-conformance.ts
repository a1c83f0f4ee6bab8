import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MINUTE } from '../src/lib/clock.ts'
import { type Kobo, kobo, naira } from '../src/lib/money.ts'
import type {
  BankCodes,
  BankCredit,
  BankRail,
  IdentityRail,
  IdentityType,
  RailRequest,
} from '../src/rails/rails.ts'

// What every provider of bank transfers and identities promises (rails.ts), over its stand-in,
// whose books say what has really moved. bank-conformance.ts is for rails that know every key
// again, as the sandbox does; a provider may forget, so here nothing is asked for under one key by
// two processes at the same moment.

type Bank = Omit<BankRail, 'raiseTier'>

export type ProviderWorld = {
  bank: Bank
  identity: IdentityRail | null
  /** The same provider, as another process knows it. */
  another(): Bank
  now(): Date
  newKey(): string
  /** Time goes by, until what is in hand at the provider and what was lost is over. */
  later(): void | Promise<void>
  /** What becomes of transfers to this account from now on. */
  fate(accountNumber: string, end: 'sent' | 'failed' | 'accepted' | 'reversed'): void
  /** Of the next request for a transfer or a return. */
  lose(what: 'request' | 'answer'): void
  paidTo(accountNumber: string): bigint
  /** Somebody pays into an account number of ours; what the provider tells us of it. */
  credited(accountNumber: string, amount: Kobo, senderAccount: string): Promise<RailRequest>
  logged(): string
}

export type ProviderScript = {
  bank: BankCodes
  somebodys: string
  nobodys: string
  identity: { type: IdentityType; number: string; right: string; wrong: string } | null
}

type Make = (t: TestContext) => Promise<ProviderWorld>
const AMOUNT = naira(5_000)

export function providerConformance(name: string, make: Make, script: ProviderScript): void {
  names(name, make, script)
  payouts(name, make, script)
  lostPayouts(name, make, script)
  credits(name, make, script)
  returns(name, make, script)
  nonsense(name, make, script)
  if (script.identity !== null) identities(name, make, script.identity)
}

async function orderOf({ bank: rail }: ProviderWorld, { bank, somebodys }: ProviderScript) {
  const accountNumber = somebodys
  const found = await rail.enquireBeneficiary({ bank, accountNumber })
  assert(found.kind === 'found')
  const { accountName, enquiry } = found
  return { bank, accountNumber, accountName, enquiry, amount: AMOUNT, narration: 'rent' }
}

function names(name: string, make: Make, { bank, somebodys, nobodys }: ProviderScript) {
  test(`${name}: an account has one owner, whoever asks, or none`, async (t) => {
    const world = await make(t)
    const ask = (accountNumber: string) => world.bank.resolveAccount({ bank, accountNumber })
    const found = await ask(somebodys)
    assert(found.kind === 'found' && found.accountName.trim() !== '')
    assert.deepEqual(
      await world.another().resolveAccount({ bank, accountNumber: somebodys }),
      found,
    )
    assert.deepEqual(await ask(nobodys), { kind: 'not_found' })
  })
}

function payouts(name: string, make: Make, script: ProviderScript) {
  test(`${name}: a payout is made once under its key, and an enquiry says so`, async (t) => {
    const world = await make(t)
    const order = { ...(await orderOf(world, script)), key: world.newKey() }
    const first = await world.bank.transfer(order)
    assert(first.kind === 'sent')
    assert(first.sessionId.length <= 64)
    assert.equal((await world.bank.transfer(order)).kind, 'sent')
    await world.later()
    const { key } = order
    const asked = { key, askedAt: world.now(), ...(first.handle && { handle: first.handle }) }
    assert.partialDeepStrictEqual(await world.bank.enquireTransfer(asked), {
      kind: 'sent',
      sessionId: first.sessionId,
    })
    assert.equal((await world.another().transfer(order)).kind, 'sent')
    assert.equal(world.paidTo(script.somebodys), AMOUNT)
  })

  test(`${name}: under a key that is taken no other payout is made`, async (t) => {
    const world = await make(t)
    const order = { ...(await orderOf(world, script)), key: world.newKey() }
    await world.bank.transfer(order)
    const more = await world.bank.transfer({ ...order, amount: kobo(AMOUNT + 1n) })
    assert(more.kind === 'failed' || more.kind === 'unknown')
    assert.equal(world.paidTo(script.somebodys), AMOUNT)
  })

  test(`${name}: a payout fails with a word, is accepted, and comes back after it was sent`, async (t) => {
    const world = await make(t)
    for (const [end, first, last] of [
      ['failed', 'failed', null],
      ['accepted', 'accepted', 'sent'],
      ['reversed', 'sent', 'reversed'],
    ] as const) {
      world.fate(script.somebodys, end)
      const key = world.newKey()
      const outcome = await world.bank.transfer({ ...(await orderOf(world, script)), key })
      assert.equal(outcome.kind, first)
      if (outcome.kind === 'failed') assert.match(outcome.reason, /^[a-z_]+$/)
      if (last === null || outcome.kind === 'failed') continue
      const handle = 'handle' in outcome && outcome.handle ? { handle: outcome.handle } : {}
      const askedAt = world.now()
      await world.later()
      assert.equal((await world.bank.enquireTransfer({ key, askedAt, ...handle })).kind, last)
    }
  })
}

function lostPayouts(name: string, make: Make, script: ProviderScript) {
  for (const what of ['request', 'answer'] as const) {
    test(`${name}: a payout whose ${what} is lost is unknown, and paid once in the end`, async (t) => {
      const world = await make(t)
      const key = world.newKey()
      const askedAt = world.now()
      world.lose(what)
      const order = { ...(await orderOf(world, script)), key }
      assert.equal((await world.bank.transfer(order)).kind, 'unknown')
      await world.later()
      const settled = await world.bank.enquireTransfer({ key, askedAt })
      assert.equal(settled.kind, what === 'request' ? 'not_found' : 'sent')
      const again = { ...(await orderOf(world, script)), key }
      assert.equal((await world.bank.transfer(again)).kind, 'sent')
      assert.equal(world.paidTo(script.somebodys), AMOUNT)
    })
  }
}

async function creditOf(world: ProviderWorld, somebodys: string): Promise<BankCredit> {
  const issued = await world.bank.issueOneOffAccount({
    key: world.newKey(),
    attempt: 1,
    accountName: 'Ada Stores',
    amount: AMOUNT,
    expiresAt: new Date(world.now().getTime() + 30 * MINUTE),
    holder: { email: 'ada@example.com', phone: '08031234567' },
  })
  assert(issued.kind === 'issued')
  assert.match(issued.accountNumber, /^\d{10}$/)
  const told = await world.credited(issued.accountNumber, AMOUNT, somebodys)
  const news = world.bank.readNotification(told)
  assert(news.kind === 'credit' || news.kind === 'hint')
  if (news.kind === 'credit') return news.credit
  const said = await world.bank.confirmCredit!(news)
  assert(said.kind === 'credit')
  assert.equal(said.credit.accountNumber, issued.accountNumber)
  return said.credit
}

function credits(name: string, make: Make, { somebodys }: ProviderScript) {
  test(`${name}: what is paid into a one-off account is read to the kobo, and is in the statement`, async (t) => {
    const world = await make(t)
    const from = world.now()
    const credit = await creditOf(world, somebodys)
    assert.equal(credit.amount, AMOUNT)
    assert.equal(credit.senderAccountNumber, somebodys)
    await world.later()
    const fetched = await world.bank.fetchStatement!({ from, to: world.now() })
    assert(fetched.kind === 'fetched')
    const own = fetched.lines.filter(({ sessionId }) => sessionId === credit.sessionId)
    assert.deepEqual(
      own.map(({ direction, amount }) => ({ direction, amount })),
      [{ direction: 'credit', amount: AMOUNT }],
    )
  })

  test(`${name}: news that is not the provider's is forged, and what is no news is not thrown at`, async (t) => {
    const world = await make(t)
    await creditOf(world, somebodys)
    const body = Buffer.from('{"type":"transfer","data":{}}')
    assert.deepEqual(world.bank.readNotification({ headers: {}, body }), { kind: 'forged' })
    for (const text of ['', 'null', '[]', '{', '[[[', '\u0000', '{"__proto__":1}']) {
      const { kind } = world.bank.readNotification({ headers: {}, body: Buffer.from(text) })
      assert(kind === 'forged' || kind === 'unreadable')
    }
  })
}

function returns(name: string, make: Make, { somebodys }: ProviderScript) {
  test(`${name}: a credit goes back in parts, each once, and never more than it`, async (t) => {
    const world = await make(t)
    const credit = await creditOf(world, somebodys)
    const give = (key: string, amount: bigint) =>
      world.bank.returnCredit({ key, credit, amount: kobo(amount) })
    const [first, second] = [world.newKey(), world.newKey()]
    for (const [key, amount] of [
      [first, 200_000n],
      [first, 200_000n],
      [second, 300_000n],
    ] as const) {
      const { kind } = await give(key, amount)
      assert(kind === 'returned' || kind === 'accepted')
      await world.later()
    }
    for (const amount of [500_001n, 0n]) {
      assert.equal((await give(world.newKey(), amount)).kind, 'refused')
    }
    assert.equal(world.paidTo(somebodys), 500_000n)
  })

  test(`${name}: a return whose answer is lost is unknown, and made once`, async (t) => {
    const world = await make(t)
    const credit = await creditOf(world, somebodys)
    const key = world.newKey()
    const askedAt = world.now()
    world.lose('answer')
    assert.equal((await world.bank.returnCredit({ key, credit, amount: AMOUNT })).kind, 'unknown')
    await world.later()
    assert.equal((await world.bank.enquireReturn({ key, askedAt })).kind, 'returned')
    await world.bank.returnCredit({ key, credit, amount: AMOUNT })
    assert.equal(world.paidTo(somebodys), AMOUNT)
  })
}

function nonsense(name: string, make: Make, script: ProviderScript) {
  test(`${name}: input that makes no sense is answered, never thrown at, and moves nothing`, async (t) => {
    const world = await make(t)
    const { bank: rail } = world
    const credit = await creditOf(world, script.somebodys)
    const order = await orderOf(world, script)
    for (const text of [
      '',
      ' ',
      '\u0000',
      '\ud83d',
      'é'.repeat(1_000),
      '__proto__',
      '../..',
      '{"a":1}',
    ]) {
      const bank = { code: text, nipCode: text }
      await rail.resolveAccount({ bank, accountNumber: text })
      await rail.enquireBeneficiary({ bank, accountNumber: text })
      await rail.transfer({ ...order, key: text, bank, enquiry: text, accountNumber: text })
      await rail.enquireTransfer({ key: text, handle: text })
      await rail.enquireReturn({ key: text, handle: text })
      const spoiled = {
        ...credit,
        senderAccountNumber: text,
        sessionId: text,
        senderBankCode: text,
      }
      await rail.returnCredit({ key: text, credit: spoiled, amount: AMOUNT })
      await rail.confirmCredit?.({ reference: text })
      await rail.closeAccount?.({ key: text, accountNumber: text, handle: text })
      const holder = { email: text, phone: text }
      const asked = { key: text, attempt: 0, accountName: text, holder }
      const identity = { type: 'BVN', number: text, session: text, code: text } as const
      await rail.issueAccount({ ...asked, bvn: text, identity })
      const made = { key: text, onBehalfOf: text, type: 'BVN', number: text } as const
      await world.identity?.sendCode(made)
      await world.identity?.enquire(made)
      await world.identity?.submitCode({ ...made, session: text, code: text })
    }
    assert.equal(world.paidTo(script.somebodys), 0n)
  })
}

type Person = NonNullable<ProviderScript['identity']>

function identities(name: string, make: Make, { type, number, right, wrong }: Person) {
  test(`${name}: the right code opens the details, a wrong one nothing, and nothing is logged`, async (t) => {
    const world = await make(t)
    const { identity } = world
    assert(identity !== null)
    const sent = await identity.sendCode({ key: 'k', onBehalfOf: 'b', type, number })
    assert(sent.kind === 'sent')
    const submit = (code: string) =>
      identity.submitCode({ session: sent.session, type, number, code })
    assert.deepEqual(await submit(wrong), { kind: 'wrong_code' })
    const verified = await submit(right)
    assert(verified.kind === 'verified')
    const { registrationDate, ...texts } = verified.details
    assert(registrationDate === null || typeof registrationDate === 'string')
    for (const [field, text] of Object.entries(texts)) assert.equal(typeof text, 'string', field)
    assert.equal(type === 'BVN' ? texts.bvn : texts.nin, number)
    assert.match(texts.dateOfBirth, /^\d{2}-\d{2}-\d{4}$/)
    const log = world.logged()
    for (const secret of [number, texts.lastName, texts.phoneNumber1, sent.session]) {
      assert(secret !== '' && !log.includes(secret))
    }
  })
}
