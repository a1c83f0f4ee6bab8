import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CODE,
  FEE_FAILED_NUMBER,
  NOBODYS_NUMBER,
  WALLET_SHORT_NUMBER,
} from '../../../test/providers/safehaven/identities.ts'
import {
  PERSON,
  type SafehavenWorld,
  safehavenWorld,
} from '../../../test/providers/safehaven/world.ts'
import { personOf } from '../sandbox/people.ts'
import { dayOf } from '../values.ts'

const asked = (type: 'BVN' | 'NIN', number = PERSON) =>
  ({ key: 'k1', onBehalfOf: 'b1', type, number }) as const

async function sessionOf(world: SafehavenWorld, type: 'BVN' | 'NIN' = 'BVN') {
  const sent = await world.identity.sendCode(asked(type))
  assert(sent.kind === 'sent')
  return sent.session
}

test('the right code opens all that the registry has of a BVN, also a second time', async (t) => {
  const world = await safehavenWorld(t)
  const session = await sessionOf(world)
  const submit = (code: string) =>
    world.identity.submitCode({ session, type: 'BVN', number: PERSON, code })
  assert.deepEqual(await submit('000000'), { kind: 'wrong_code' })
  const first = await submit(CODE)
  assert.deepEqual(first, { kind: 'verified', details: personOf('BVN', PERSON) })
  assert.deepEqual(await submit(CODE), first)
})

test('a NIN has eight details, under names of its own', async (t) => {
  const world = await safehavenWorld(t)
  const session = await sessionOf(world, 'NIN')
  const submitted = { session, type: 'NIN', number: PERSON, code: CODE } as const
  const said = await world.identity.submitCode(submitted)
  assert(said.kind === 'verified')
  const person = personOf('NIN', PERSON)
  assert.partialDeepStrictEqual(said.details, {
    nin: PERSON,
    bvn: '',
    fullName: `${person.firstName} ${person.lastName}`,
    firstName: person.firstName,
    lastName: person.lastName,
    dateOfBirth: person.dateOfBirth,
    phoneNumber1: person.phoneNumber1,
    gender: person.gender,
    stateOfOrigin: person.stateOfOrigin,
    lgaOfOrigin: person.lgaOfOrigin,
    imageBase64: person.imageBase64,
    watchListed: '',
    registrationDate: null,
  })
  assert.equal(Object.keys(said.details).length, Object.keys(person).length)
})

test('each way in which no code leaves is told apart', async (t) => {
  const world = await safehavenWorld(t)
  for (const [number, kind] of [
    [NOBODYS_NUMBER, 'unknown_number'],
    [FEE_FAILED_NUMBER, 'not_sent'],
    [WALLET_SHORT_NUMBER, 'unavailable'],
  ] as const) {
    assert.deepEqual(await world.identity.sendCode(asked('BVN', number)), { kind })
  }
})

test('what became of a start that was not answered, nobody can find out', async (t) => {
  const world = await safehavenWorld(t)
  for (const how of ['before', 'after', 'text_502', 'text_502_after', 'hidden_500'] as const) {
    world.controls.fail({ call: 'POST /identity/v2', how })
    assert.deepEqual(await world.identity.sendCode(asked('BVN')), { kind: 'unknown' }, how)
    assert.deepEqual(await world.identity.enquire(asked('BVN')), { kind: 'unknown' })
  }
})

test('details of another number, or without a code that was right, are no details', async (t) => {
  const world = await safehavenWorld(t)
  const session = await sessionOf(world)
  const submitted = { session, type: 'BVN', number: PERSON, code: CODE } as const
  for (const [from, to] of [
    [`"identityNumber":"${PERSON}"`, '"identityNumber":"22222222223"'],
    ['"otpVerified":true', '"otpVerified":false'],
    ['"otpVerified":true', '"otpVerified":"true"'],
    ['"status":"SUCCESS"', '"status":"PENDING"'],
    ['"providerResponse":', '"other":'],
  ]) {
    world.controls.alter = (_, text) => text.replace(from!, to!)
    assert.deepEqual(await world.identity.submitCode(submitted), { kind: 'unknown' }, `${to}`)
  }
  world.controls.alter = null
  const odd = { ...submitted, session: '../../x' }
  assert.deepEqual(await world.identity.submitCode(odd), { kind: 'unknown' })
})

test('nothing of a person is logged', async (t) => {
  const world = await safehavenWorld(t)
  const session = await sessionOf(world)
  for (const code of ['000000', CODE]) {
    await world.identity.submitCode({ session, type: 'BVN', number: PERSON, code })
  }
  await world.identity.sendCode(asked('BVN', NOBODYS_NUMBER))
  world.controls.alter = (_, text) => text.slice(1)
  await world.identity.sendCode(asked('BVN'))
  const logged = JSON.stringify(world.logged)
  assert(world.logged.length >= 3)
  for (const secret of [PERSON, CODE, session, 'Mimidoo', NOBODYS_NUMBER]) {
    assert(!logged.includes(secret), secret)
  }
})

test('a day of birth is read in the forms that have been seen, and in no other', () => {
  for (const [text, expected] of [
    ['23-06-1998', '23-06-1998'],
    ['1998-06-23', '23-06-1998'],
    ['1998-06-23T00:00:00.000Z', '23-06-1998'],
    ['23/06/1998', '23-06-1998'],
    ['23-Jun-1998', '23-06-1998'],
    ['01-Jan-1998', '01-01-1998'],
    ['31-DEC-1998', '31-12-1998'],
    ['3-June-1998', '03-06-1998'],
    ['23-13-1998', ''],
    ['06/98', ''],
    ['', ''],
  ] as const) {
    assert.equal(dayOf(text), expected, text)
  }
})
