import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { IdentityDetails, IdentityType } from '../rails.ts'
import { sandboxIdentity } from './identity.ts'
import { memoryOf, type SandboxMessage } from './memory.ts'
import { personOf, phoneOf } from './people.ts'

// The fields of `providerResponse`, in the order of the contract.
const FIELDS = [
  ...['bvn', 'fullName', 'firstName', 'middleName', 'lastName', 'dateOfBirth', 'phoneNumber1'],
  ...['phoneNumber2', 'gender', 'enrollmentBank', 'enrollmentBranch', 'email', 'lgaOfOrigin'],
  ...['lgaOfResidence', 'maritalStatus', 'nin', 'nationality', 'residentialAddress'],
  ...['stateOfOrigin', 'stateOfResidence', 'title', 'watchListed', 'levelOfAccount'],
  ...['registrationDate', 'imageBase64'],
]
/** The tests' clock is never before this day. */
const TODAY = new Date('2026-03-15T12:00:00Z')
const KEY = '019c0000-0000-7000-8000-000000000001'

const file = JSON.parse(
  readFileSync(join(import.meta.dirname, 'people.json'), 'utf8'),
) as IdentityDetails[]
const types = fc.constantFrom('BVN' as const, 'NIN' as const)
const numbers = fc.stringMatching(/^\d{11}$/)

function givenRegistry() {
  const messages: SandboxMessage[] = []
  const rail = sandboxIdentity({
    memory: memoryOf(new Map()),
    messages: {
      send: async (message) => void messages.push(message),
      wasSent: async ({ key }) => messages.some((message) => message.key === key),
    },
    baseUrl: () => 'https://pay.example',
    now: () => TODAY,
  })
  const sendCode = async (number: string, type: IdentityType = 'BVN', key = KEY) =>
    (await rail.sendCode({ key, onBehalfOf: 'business_1', type, number })).kind
  const enquire = async (number: string, type: IdentityType = 'BVN') =>
    (await rail.enquire({ key: KEY, onBehalfOf: 'business_1', type, number })).kind
  const submit = (number: string, code: string, type: IdentityType = 'BVN') =>
    rail.submitCode({ session: 'any', type, number, code })
  return { rail, messages, sendCode, enquire, submit }
}

test('what becomes of a number is written on it, for a BVN as for a NIN', async () => {
  const table: [number: string, sent: string, enquired: string, messages: number][] = [
    ['00000000000', 'unknown_number', 'unknown_number', 0],
    ['11111111111', 'unavailable', 'unavailable', 0],
    ['33333333333', 'sent', 'sent', 1],
    ['44444444444', 'not_sent', 'not_sent', 0],
    ['00000000504', 'unknown', 'sent', 1],
    ['00000000505', 'unknown', 'not_found', 0],
    ['22222222222', 'sent', 'sent', 1],
    ['00000000101', 'sent', 'sent', 1],
  ]
  for (const type of ['BVN', 'NIN'] as const) {
    for (const [number, sent, enquired, count] of table) {
      const registry = givenRegistry()
      const outcomes = [await registry.sendCode(number, type), await registry.enquire(number, type)]
      assert.deepEqual(outcomes, [sent, enquired], `${type} ${number}`)
      assert.equal(registry.messages.length, count, `${type} ${number}`)
    }
  }
})

test('each call sends the code once, under the key that it was given', async () => {
  const { rail, messages } = givenRegistry()
  const request = { onBehalfOf: 'business_1', type: 'NIN', number: '00000000201' } as const

  const first = await rail.sendCode({ key: KEY, ...request })
  const again = await rail.sendCode({ key: KEY, ...request })
  const other = await rail.sendCode({ key: KEY.replace('1', '2'), ...request })

  assert.deepEqual(again, first)
  assert.notDeepEqual(other, first)
  const message = {
    channel: 'sms',
    key: KEY,
    onBehalfOf: 'business_1',
    to: '0800*****01',
    text:
      '123456 is your code to share your NIN details. ' +
      'It is valid for 10 minutes. Give it only to people you trust.',
    otp: '123456',
  }
  const resent = { ...message, key: KEY.replace('1', '2') }
  assert.deepEqual(messages, [message, message, resent])
})

test('where nobody reads the messages, everything else is as ever', async () => {
  const { rail: told } = givenRegistry()
  const untold = sandboxIdentity({
    memory: memoryOf(new Map()),
    baseUrl: () => 'https://pay.example',
    now: () => TODAY,
  })
  const request = {
    key: KEY,
    onBehalfOf: 'business_1',
    type: 'BVN',
    number: '22222222222',
  } as const

  assert.deepEqual(await untold.enquire(request), { kind: 'not_found' })
  assert.deepEqual(await untold.sendCode(request), await told.sendCode(request))
  assert.deepEqual(await untold.enquire(request), await told.enquire(request))
})

test('a session follows from the key, and not from whose number it is', async () => {
  const { rail } = givenRegistry()
  const sessionOf = async (type: IdentityType, number: string, key: string) => {
    const outcome = await rail.sendCode({ key, onBehalfOf: 'business_1', type, number })
    assert(outcome.kind === 'sent')
    return outcome.session
  }

  const session = await sessionOf('BVN', '22298765431', 'k')

  assert.equal(await sessionOf('NIN', '22298765432', 'k'), session)
  assert.notEqual(await sessionOf('BVN', '22298765431', 'l'), session)
})

test('123456 opens the details and nothing else does', async () => {
  const { submit } = givenRegistry()
  const number = '22298765431'
  for (const code of ['123457', '12345', '1234567', '', ' 123456', '１２３４５６']) {
    assert.deepEqual(await submit(number, code), { kind: 'wrong_code' }, code)
  }

  const details = personOf('BVN', number)

  assert.deepEqual(await submit(number, '123456'), { kind: 'verified', details })
})

test('where no code was sent, none is right', async () => {
  const { submit } = givenRegistry()
  for (const number of ['00000000000', '11111111111', '44444444444', '00000000505', '123']) {
    assert.deepEqual(await submit(number, '123456'), { kind: 'wrong_code' }, number)
  }
  assert.equal((await submit('00000000504', '123456')).kind, 'verified')
})

test('only 33333333333 is watch-listed', () => {
  assert.equal(personOf('BVN', '33333333333').watchListed, 'YES')
  assert.equal(personOf('NIN', '33333333333').watchListed, 'YES')
  assert.equal(personOf('BVN', '33333333334').watchListed, 'NO')
})

test('a person of the file is found by the BVN and by the NIN, word for word', () => {
  assert.equal(file.length, 40)
  for (const person of file) {
    const { imageBase64, ...found } = personOf('BVN', person.bvn)
    assert.deepEqual(found, person)
    assert.deepEqual(personOf('NIN', person.nin), { ...found, imageBase64 })
  }
})

test('everybody has a portrait, the same each time: a small PNG, and not everybody the same one', () => {
  const numbers = Array.from({ length: 200 }, (_, i) => String(i * 7_919).padStart(11, '0'))

  const portraits = numbers.map((number) => personOf('BVN', number).imageBase64)

  for (const portrait of portraits) {
    const bytes = Buffer.from(portrait, 'base64')
    assert.equal(bytes.subarray(0, 8).toString('hex'), '89504e470d0a1a0a')
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [64, 80])
    assert(portrait.length <= 1_536)
  }
  assert.deepEqual(
    numbers.map((number) => personOf('BVN', number).imageBase64),
    portraits,
  )
  assert.equal(new Set(portraits).size, 16)
})

test('the same digits of the other type are another person’s', () => {
  const asked = file.flatMap(({ bvn, nin }) => [bvn, nin])
  const others = Array.from({ length: 100 }, (_, i) => `222${String(i).padStart(8, '0')}`)
  for (const number of [...asked, ...others]) {
    const [byBvn, byNin] = [personOf('BVN', number), personOf('NIN', number)]
    assert.equal(byBvn.bvn, number)
    assert.equal(byNin.nin, number)
    assert.notEqual(byBvn.residentialAddress, byNin.residentialAddress)
  }
})

test('hardly two people share an address, and none a name with one of the file', () => {
  const people = Array.from({ length: 2_000 }, (_, i) =>
    personOf('NIN', String(70_000_000_000 + i)),
  )

  const addresses = new Set(people.map(({ residentialAddress }) => residentialAddress))
  assert(addresses.size > 1_990, `${addresses.size} of 2000`)
  const known = new Set(file.map(({ fullName }) => fullName))
  assert.deepEqual(
    people.filter(({ fullName }) => known.has(fullName)),
    [],
  )
  assert(new Set(people.map(({ fullName }) => fullName)).size > 700)
})

test('anybody fits together, the same each time', () => {
  fc.assert(
    fc.property(types, numbers, (type, number) => {
      const person = personOf(type, number)
      const { registrationDate, ...texts } = person

      assert.deepEqual(personOf(type, number), person)
      assert.deepEqual(Object.keys(person), FIELDS)
      assert.equal(registrationDate, null)
      assert.equal(texts.watchListed, number === '33333333333' ? 'YES' : 'NO')
      for (const [field, text] of Object.entries(texts)) assert.equal(typeof text, 'string', field)
      assert.equal(phoneOf(type, number), person.phoneNumber1)
      assertNumbers(type, number, person)
      assertNamed(person)
      assertOfAge(person)
      assertAtHome(person)
    }),
  )
})

function assertNumbers(type: IdentityType, number: string, person: IdentityDetails): void {
  const [asked, other] = type === 'BVN' ? [person.bvn, person.nin] : [person.nin, person.bvn]
  assert.equal(asked, number)
  assert.match(other, /^0{8}\d{3}$/)
  assert(!['000', '504', '505'].includes(other.slice(-3)), 'a number that means something else')
  assert.match(person.phoneNumber1, /^0800000\d{4}$/)
  assert.match(person.phoneNumber2, /^(0800000\d{4})?$/)
}

function assertNamed(person: IdentityDetails): void {
  const { firstName, middleName, lastName, gender, title, email } = person
  const names = middleName === '' ? [firstName, lastName] : [firstName, middleName, lastName]
  assert.equal(person.fullName, names.join(' '))
  const given = file.find((known) => known.firstName === firstName)
  assert.equal(given?.gender, gender, 'the name is of that gender')
  const titles = { Male: ['Mr', 'Dr'], Female: ['Mrs', 'Miss', 'Ms', 'Dr'] }[gender]
  assert(titles?.includes(title), `${title}, ${gender}`)
  assert(title !== 'Miss' || person.maritalStatus === 'Single')
  assert.match(email, /^([a-z]+\.[a-z-]+@example\.com)?$/)
  assert(email === '' || email.startsWith(`${firstName}.${lastName}@`.toLowerCase()))
  assert.match(person.levelOfAccount, /^Level [123] - (Low|Medium|High) Level Accounts$/)
}

function assertOfAge({ dateOfBirth, maritalStatus }: IdentityDetails): void {
  assert.match(dateOfBirth, /^\d{2}-\d{2}-\d{4}$/)
  const [day, month, year] = dateOfBirth.split('-').map(Number) as [number, number, number]
  const born = new Date(Date.UTC(year, month - 1, day))
  assert.deepEqual([born.getUTCDate(), born.getUTCMonth() + 1], [day, month], dateOfBirth)
  const adult = new Date(Date.UTC(year + 18, month - 1, day))
  assert(adult < TODAY, `${dateOfBirth} is a child`)
  assert(year > 1930, dateOfBirth)
  assert(maritalStatus === 'Single' || year < 1995, `${maritalStatus} so young`)
}

function assertAtHome(person: IdentityDetails): void {
  const { lgaOfOrigin, stateOfOrigin, lgaOfResidence, stateOfResidence } = person
  const places = file.flatMap((known) => [
    `${known.lgaOfOrigin}, ${known.stateOfOrigin}`,
    `${known.lgaOfResidence}, ${known.stateOfResidence}`,
  ])
  assert(places.includes(`${lgaOfOrigin}, ${stateOfOrigin}`))
  assert(places.includes(`${lgaOfResidence}, ${stateOfResidence}`))
  const street = person.residentialAddress.replace(/^(Block \d+, Flat \d+, )?\d+ /, '')
  const home = file.find((known) => known.residentialAddress.endsWith(` ${street}`))
  assert.equal(home?.lgaOfResidence, lgaOfResidence, 'the street is where they live')
  assert.equal(home?.enrollmentBranch, person.enrollmentBranch)
  assert.equal(home?.enrollmentBank, person.enrollmentBank)
}
