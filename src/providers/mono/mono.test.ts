import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  CODE,
  type MonoWorld,
  monoWorld,
  NOBODYS_NUMBER,
  PERSON,
  PHONELESS_NUMBER,
  SECOND_PHONE_NUMBER,
} from '../../../test/providers/mono.ts'
import { personOf, WATCH_LISTED_NUMBER } from '../sandbox/people.ts'

const asked = (number = PERSON, type: 'BVN' | 'NIN' = 'BVN') =>
  ({ key: 'k1', onBehalfOf: 'b1', type, number }) as const

async function worldFor(t: TestContext): Promise<MonoWorld> {
  const world = await monoWorld()
  t.after(() => world.close())
  return world
}

async function sessionOf(world: MonoWorld, number = PERSON) {
  const sent = await world.identity.sendCode(asked(number))
  assert(sent.kind === 'sent', sent.kind)
  return sent.session
}

async function given(t: TestContext, number = PERSON) {
  const world = await worldFor(t)
  const session = await sessionOf(world, number)
  const submit = (code = CODE) => world.identity.submitCode({ session, type: 'BVN', number, code })
  return { world, session, submit }
}

test('the right code opens all that Mono has of a BVN, also after a wrong one', async (t) => {
  const { submit } = await given(t)

  assert.deepEqual(await submit('000000'), { kind: 'wrong_code' })
  const said = await submit()

  assert(said.kind === 'verified')
  const person = personOf('BVN', PERSON)
  assert.deepEqual(said.details, {
    ...person,
    // Mono does not tell these.
    ...{ enrollmentBank: '', enrollmentBranch: '', stateOfResidence: '', title: '' },
    levelOfAccount: '',
  })
  assert.equal(said.details.watchListed, 'NO')
})

test('the names that an integrator saw are read too', async (t) => {
  const { world, submit } = await given(t)
  const other = { phone_number1: '08000000001', phone_number2: '08000000002', image: 'aGk=' }
  const home = { residential_address: '1 Example Street', state_of_residence: 'Lagos' }
  const bank = { enrollment_bank: '058', enrollment_branch: 'Ikeja', level_of_account: 'Level 2' }
  const more = { date_of_birth: '1998-06-23', lga_of_residence: 'Ikeja', watch_listed: 'yes' }
  const data = { first_name: 'Ada', last_name: 'Example', title: 'Mrs', ...other, ...home, ...bank }
  world.alter(() => JSON.stringify({ status: 'successful', data: { ...data, ...more } }))

  const said = await submit()

  assert(said.kind === 'verified')
  assert.partialDeepStrictEqual(said.details, {
    bvn: PERSON,
    fullName: 'Ada Example',
    middleName: '',
    dateOfBirth: '23-06-1998',
    phoneNumber1: '08000000001',
    phoneNumber2: '08000000002',
    enrollmentBank: '058',
    enrollmentBranch: 'Ikeja',
    residentialAddress: '1 Example Street',
    stateOfResidence: 'Lagos',
    lgaOfResidence: 'Ikeja',
    levelOfAccount: 'Level 2',
    title: 'Mrs',
    watchListed: 'YES',
    registrationDate: null,
    imageBase64: 'aGk=',
  })
})

test('somebody who is watch-listed is told as that', async (t) => {
  const { submit } = await given(t, WATCH_LISTED_NUMBER)

  const said = await submit()

  assert(said.kind === 'verified' && said.details.watchListed === 'YES')
})

test('the code goes to a registered phone, and to nothing else', async (t) => {
  const world = await worldFor(t)

  await sessionOf(world)
  await sessionOf(world, SECOND_PHONE_NUMBER)
  const phoneless = await world.identity.sendCode(asked(PHONELESS_NUMBER))

  assert.deepEqual(phoneless, { kind: 'not_sent' })
  assert.deepEqual(world.sentTo(), ['phone', 'phone_1'])
})

test('a person without any way to be asked is one to whom no code is sent', async (t) => {
  const world = await worldFor(t)
  world.alter((_, text) => text.replace(/"methods":\[.*?\]/, '"methods":[]'))

  assert.deepEqual(await world.identity.sendCode(asked()), { kind: 'not_sent' })
})

test('the request for a code is in the words of their guide', async (t) => {
  const { world, submit } = await given(t)
  await submit()

  assert.deepEqual(world.billed, [
    { step: 'initiate', said: { bvn: PERSON, scope: 'identity' } },
    { step: 'verify', said: { method: 'phone' } },
    { step: 'details', said: { otp: CODE } },
  ])
})

test('a look-up that cannot succeed is not made, because it would be billed', async (t) => {
  const world = await worldFor(t)

  for (const number of ['', '2222222222', `${PERSON}0`, ` ${PERSON}`, 'x'.repeat(11)]) {
    assert.deepEqual(await world.identity.sendCode(asked(number)), { kind: 'unknown_number' })
  }
  assert.deepEqual(await world.identity.sendCode(asked(PERSON, 'NIN')), { kind: 'unavailable' })
  for (const session of ['', '../../x', 'a\r\nb: c', 'x'.repeat(65)]) {
    const submitted = { session, type: 'BVN', number: PERSON, code: CODE } as const
    assert.deepEqual(await world.identity.submitCode(submitted), { kind: 'unknown' })
  }

  assert.deepEqual(world.billed, [])
})

/** What Mono answers to a step, and what that means. */
const SAID = {
  initiate: [
    [404, { status: 'failed', message: 'BVN not found' }, 'unknown_number'],
    [400, { status: 'failed', message: 'Invalid BVN' }, 'unknown_number'],
    [200, { status: 'failed', message: 'BVN does not exist' }, 'unknown_number'],
    [500, { status: 'failed', message: 'BVN not found' }, 'unknown'],
    [409, { status: 'failed', message: 'BVN not found' }, 'unknown'],
    [400, { status: 'failed', message: 'BVN service gave an invalid response' }, 'unknown'],
    [404, { status: 'failed', message: 'Not found' }, 'unknown'],
    [401, { status: 'failed', message: 'Invalid secret key' }, 'unavailable'],
    [403, {}, 'unavailable'],
    [429, {}, 'unavailable'],
    [402, { status: 'failed', message: 'Insufficient balance' }, 'unavailable'],
    [402, { status: 'failed', message: 'The request was unacceptable' }, 'unknown'],
    [503, {}, 'unknown'],
    [200, {}, 'unknown'],
    [200, { status: 'successful', data: {} }, 'unknown'],
    [200, { status: 'successful', data: { session_id: '../x', methods: [] } }, 'unknown'],
    [200, { status: 'successful', data: { session_id: 's1' } }, 'unknown'],
    [200, { status: 'successful', data: { session_id: 's1', methods: [{}] } }, 'unknown'],
    [200, { status: 'pending', data: { session_id: 's1', methods: [] } }, 'unknown'],
  ],
  verify: [
    [400, { status: 'failed', message: 'Sorry' }, 'unknown'],
    [200, { status: 'failed', message: 'Sorry' }, 'unknown'],
    [200, {}, 'unknown'],
    [502, {}, 'unknown'],
    [401, {}, 'unavailable'],
    [429, {}, 'unavailable'],
  ],
  details: [
    [400, { status: 'failed', message: 'Invalid OTP' }, 'wrong_code'],
    [400, { status: 'failed', message: 'The OTP you entered is incorrect' }, 'wrong_code'],
    [401, { status: 'failed', message: 'OTP has expired' }, 'wrong_code'],
    [200, { status: 'failed', message: 'Wrong verification code' }, 'wrong_code'],
    [400, { status: 'failed', message: 'Invalid request, status code 400' }, 'unknown'],
    [400, { status: 'failed', message: 'Session expired' }, 'unknown'],
    [500, { status: 'failed', message: 'Invalid OTP' }, 'unknown'],
    [401, { status: 'failed', message: 'Unauthorised' }, 'unknown'],
    [403, {}, 'unknown'],
    [429, {}, 'unavailable'],
    [200, { status: 'successful', data: null }, 'unknown'],
    [200, { status: 'successful', data: [{ account_name: 'Ada' }] }, 'unknown'],
    [200, { status: 'successful', data: { first_name: 'Ada', bvn: '22222222223' } }, 'unknown'],
    [200, { status: 'successful', data: { first_name: 'Ada', bvn: PERSON } }, 'verified'],
    [200, { status: 'pending', data: { first_name: 'Ada', bvn: PERSON } }, 'unknown'],
  ],
} as const

test('each answer is told apart, and one that is not understood is never a no', async (t) => {
  for (const step of ['initiate', 'verify'] as const) {
    for (const [status, said, kind] of SAID[step]) {
      const world = await worldFor(t)
      world.fail(step, { status, body: JSON.stringify(said) })
      const outcome = await world.identity.sendCode(asked())
      assert.deepEqual(outcome, { kind }, `${step} ${status} ${JSON.stringify(said)}`)
    }
  }
  for (const [status, said, kind] of SAID.details) {
    const { world, submit } = await given(t)
    world.fail('details', { status, body: JSON.stringify(said) })
    assert.equal((await submit()).kind, kind, `${status} ${JSON.stringify(said)}`)
  }
})

test('what became of a code whose answer was lost, nobody can find out', async (t) => {
  for (const step of ['initiate', 'verify'] as const) {
    for (const fault of ['before', 'after', { status: 200, body: '<html>' }] as const) {
      const world = await worldFor(t)
      world.fail(step, fault)
      assert.deepEqual(await world.identity.sendCode(asked()), { kind: 'unknown' }, step)
      assert.deepEqual(await world.identity.enquire(asked()), { kind: 'unknown' })
    }
  }
})

test('a key that Mono rejects sends nothing, and the operator is told', async (t) => {
  const world = await worldFor(t)
  const { identity } = world.another(`live_sk_${'x'.repeat(20)}`)

  assert.deepEqual(await identity.sendCode(asked()), { kind: 'unavailable' })

  assert.equal(identity.isLockedOut(), true)
  assert.deepEqual(world.billed, [])
})

test("nobody's number is told as that", async (t) => {
  const world = await worldFor(t)

  assert.deepEqual(await world.identity.sendCode(asked(NOBODYS_NUMBER)), { kind: 'unknown_number' })
})

test('nothing of a person is logged', async (t) => {
  const { world, session, submit } = await given(t)
  for (const code of ['000000', CODE]) await submit(code)
  await world.identity.sendCode(asked(NOBODYS_NUMBER))
  world.alter((_, text) => text.slice(1))
  await world.identity.sendCode(asked())
  await submit()

  const logged = JSON.stringify(world.logged)

  assert(world.logged.length >= 3)
  const { lastName, phoneNumber1 } = personOf('BVN', PERSON)
  for (const secret of [PERSON, CODE, '000000', session, lastName, phoneNumber1, NOBODYS_NUMBER]) {
    assert(!logged.includes(secret), secret)
  }
})
