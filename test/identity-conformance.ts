import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CodeOutcome, IdentityType } from '../src/providers/rails.ts'
import { assertOnce, type World } from './bank-conformance.ts'

// What every rail to an identity registry promises (rails.ts). rails.test.ts runs it on each rail.

export type IdentityWorld = World & {
  /** How many codes have been sent to phones. */
  codesSent: () => number
}

type Who = { type: IdentityType; number: string }

export type IdentityScript = {
  somebody: Who & { code: { right: string; wrong: string } }
  nobody: Who
  /** The registry knows this person and sends no code. */
  unsent: Who | null
  down: Who
  /** `sendCode` answers `unknown`; each key names the true outcome. */
  late: { sent: Who & { code: { right: string } }; lost: Who }
}

const BUSINESS = 'business_1'

export function identityConformance(
  name: string,
  makeWorld: () => IdentityWorld,
  script: IdentityScript,
): void {
  codesOnce(name, makeWorld, script)
  codesUnsent(name, makeWorld, script)
  codesUnknown(name, makeWorld, script)
  details(name, makeWorld, script)
  peopleSecretAndNonsense(name, makeWorld, script)
}

// (1) The same key is the same operation.

function codesOnce(name: string, makeWorld: () => IdentityWorld, script: IdentityScript) {
  test(`${name}: one key is one code and one session, another key is another`, async () => {
    const world = makeWorld()

    const first = await sent(world, 'k1', script.somebody)
    assert.equal(world.codesSent(), 1)
    const second = await sent(world, 'k2', script.somebody)

    assert.equal(world.codesSent(), 2)
    assert.notEqual(first, second)
    assert(first !== '' && second !== '')
  })

  test(`${name}: an enquiry tells of the code that was sent, and sends none`, async () => {
    const world = makeWorld()
    const { type, number } = script.somebody
    const session = await sent(world, 'k', script.somebody)

    const outcome = await assertOnce(world, ({ identity }) =>
      identity.enquire({ key: 'k', onBehalfOf: BUSINESS, type, number }),
    )

    assert.deepEqual(outcome, { kind: 'sent', session })
    assert.equal(world.codesSent(), 1)
  })
}

function codesUnsent(name: string, makeWorld: () => IdentityWorld, script: IdentityScript) {
  const cases: [who: Who | null, kind: CodeOutcome['kind']][] = [
    [script.nobody, 'unknown_number'],
    [script.unsent, 'not_sent'],
    [script.down, 'unavailable'],
  ]
  for (const [who, kind] of cases) {
    // Some rails send a code to everyone they know.
    if (who === null) continue
    test(`${name}: where the answer is ${kind}, no code leaves and nothing is kept`, async () => {
      const world = makeWorld()
      const before = world.kept()

      const outcome = await assertOnce(world, ({ identity }) =>
        identity.sendCode({ key: 'k', onBehalfOf: BUSINESS, ...who }),
      )

      assert.deepEqual(outcome, { kind })
      assert.equal(world.codesSent(), 0)
      assert.equal(world.kept(), before)
    })
  }
}

// (2) An unknown outcome stays open.

function codesUnknown(name: string, makeWorld: () => IdentityWorld, script: IdentityScript) {
  const ask = async (world: IdentityWorld, { type, number }: Who) => {
    const request = { key: 'k', type, number }
    const outcome = await assertOnce(world, ({ identity }) =>
      identity.sendCode({ ...request, onBehalfOf: BUSINESS }),
    )
    assert.deepEqual(outcome, { kind: 'unknown' })
    return assertOnce(world, ({ identity }) =>
      identity.enquire({ ...request, onBehalfOf: BUSINESS }),
    )
  }

  test(`${name}: unknown is settled by an enquiry, and then the code opens the details`, async () => {
    const world = makeWorld()
    const { type, number, code } = script.late.sent

    const outcome = await ask(world, script.late.sent)

    assert(outcome.kind === 'sent')
    assert.equal(world.codesSent(), 1)
    const { session } = outcome
    const submission = { session, type, number, code: code.right }
    assert.equal((await world.rails.identity.submitCode(submission)).kind, 'verified')
  })

  test(`${name}: unknown is settled by an enquiry, where nothing had arrived`, async () => {
    const world = makeWorld()

    assert.deepEqual(await ask(world, script.late.lost), { kind: 'not_found' })
    assert.equal(world.codesSent(), 0)
  })
}

function details(name: string, makeWorld: () => IdentityWorld, { somebody }: IdentityScript) {
  const { type, number, code } = somebody

  test(`${name}: the right code opens the details, after a wrong one and again`, async () => {
    const world = makeWorld()
    const session = await sent(world, 'k', somebody)
    const submit = (code: string) =>
      assertOnce(world, ({ identity }) => identity.submitCode({ session, type, number, code }))

    assert.deepEqual(await submit(code.wrong), { kind: 'wrong_code' })
    const verified = await submit(code.right)

    assert(verified.kind === 'verified')
    const { registrationDate, ...texts } = verified.details
    assert(registrationDate === null || typeof registrationDate === 'string')
    for (const [field, text] of Object.entries(texts)) assert.equal(typeof text, 'string', field)
    assert.equal(type === 'BVN' ? texts.bvn : texts.nin, number)
    assert.match(texts.dateOfBirth, /^\d{2}-\d{2}-\d{4}$/)
    assert.match(texts.watchListed, /^(YES|NO)$/)
    assert.deepEqual(await submit(code.wrong), { kind: 'wrong_code' })
  })
}

// (5) Personal data is not stored. (6) Bad input never throws.

function peopleSecretAndNonsense(
  name: string,
  makeWorld: () => IdentityWorld,
  { somebody }: IdentityScript,
) {
  const { type, number, code } = somebody

  test(`${name}: nothing of a person is kept, or told before the right code`, async () => {
    const { rails, kept } = makeWorld()
    const { identity } = rails
    const request = { key: 'k', type, number }

    const first = await identity.sendCode({ ...request, onBehalfOf: BUSINESS })
    assert(first.kind === 'sent')
    const { session } = first
    const told = [
      first,
      await identity.enquire({ ...request, onBehalfOf: BUSINESS }),
      await identity.submitCode({ session, type, number, code: code.wrong }),
    ]
    const verified = await identity.submitCode({ session, type, number, code: code.right })

    assert(verified.kind === 'verified')
    const { details } = verified
    const texts = `${JSON.stringify(told)}${kept()}`.toLowerCase()
    const secrets = [
      number,
      details.bvn,
      details.nin,
      details.firstName,
      details.lastName,
      details.phoneNumber1,
      details.phoneNumber2,
      details.email,
      details.dateOfBirth,
      details.residentialAddress,
      details.imageBase64,
    ].filter((secret) => secret !== '')
    assert(secrets.length > 5, 'there is something to be kept')
    for (const secret of secrets) {
      assert(!texts.includes(secret.toLowerCase()), `${secret} was kept or told`)
    }
  })

  test(`${name}: a number that makes no sense is nobody's, and is never thrown at`, async () => {
    const { rails, codesSent } = makeWorld()
    const { identity } = rails
    const session = await sent(makeWorld(), 'k', somebody)
    const nonsense = ['', ' ', '0', '\u0000', '\ud83d', 'é'.repeat(1_000), '__proto__', '{"a":1}']

    for (const text of [...nonsense, `${number}0`, number.slice(1), ` ${number}`, `${number}\n`]) {
      const asked = { key: text, type, number: text }
      const outcome = await identity.sendCode({ ...asked, onBehalfOf: text })
      assert.deepEqual(outcome, { kind: 'unknown_number' }, text)
      await identity.enquire({ ...asked, onBehalfOf: text })
      const submitted = { session: text, type, number: text, code: text }
      assert.deepEqual(await identity.submitCode(submitted), { kind: 'wrong_code' }, text)
      const guessed = { session, type, number, code: text }
      assert.deepEqual(await identity.submitCode(guessed), { kind: 'wrong_code' }, text)
    }
    assert.equal(codesSent(), 0)
  })
}

/** Sends a code through `assertOnce` and returns the session. */
async function sent(world: IdentityWorld, key: string, { type, number }: Who): Promise<string> {
  const outcome = await assertOnce(world, ({ identity }) =>
    identity.sendCode({ key, onBehalfOf: BUSINESS, type, number }),
  )
  assert(outcome.kind === 'sent')
  return outcome.session
}
