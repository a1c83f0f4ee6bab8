import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IdentityDetails, IdentityType } from '../rails.ts'
import { digitsOf } from './memory.ts'

// The person behind a BVN or NIN. people.json has forty. Any other number combines two of them,
// always the same two: name, gender, title and age of one, origin, home and bank of the other.
// All are invented. Numbers begin with eight zeros, phones with 0800 000, and emails end in
// example.com, so none is a real person's. Only the requested number is as requested.

/** The person with this BVN or NIN is watch-listed. */
export const WATCH_LISTED_NUMBER = '33333333333'

const PORTRAITS = 16
/** Digits used of the SHA-256, which has 77. A person needs 25. */
const DRAWN_DIGITS = 60

type Person = Omit<IdentityDetails, 'imageBase64'>

const people = JSON.parse(
  readFileSync(join(import.meta.dirname, 'people.json'), 'utf8'),
) as readonly Person[]
const byBvn = new Map(people.map((person) => [person.bvn, person]))
const byNin = new Map(people.map((person) => [person.nin, person]))

/** The same number is another person as a BVN than as a NIN. */
export function personOf(type: IdentityType, number: string): IdentityDetails {
  const known = knownAs(type, number)
  // The same face for both numbers of a person.
  if (known !== undefined) return { ...known, imageBase64: portraitOf('BVN', known.bvn) }
  return { ...derived(type, number), imageBase64: portraitOf(type, number) }
}

/** Base64 of a PNG. */
function portraitOf(type: IdentityType, number: string): string {
  const file = `${1 + drawsOf(`portrait/${type}/${number}`)(PORTRAITS)}.png`
  return readFileSync(join(import.meta.dirname, 'portraits', file), 'base64')
}

/** The phone for the code, without generating the person. */
export function phoneOf(type: IdentityType, number: string): string {
  return (knownAs(type, number) ?? derived(type, number)).phoneNumber1
}

function knownAs(type: IdentityType, number: string): Person | undefined {
  return (type === 'BVN' ? byBvn : byNin).get(number)
}

/** In the order of the contract. */
function derived(type: IdentityType, number: string): Person {
  const draw = drawsOf(`person/${type}/${number}`)
  const index = draw(people.length)
  const given = people[index]!
  // Two different people: one alone would be a person of the file under another number.
  const family = people[(index + 1 + draw(people.length - 1)) % people.length]!
  const { firstName, middleName } = given
  const { lastName } = family
  const other = otherNumber(draw)
  return {
    bvn: type === 'BVN' ? number : other,
    fullName: [firstName, middleName, lastName].filter((name) => name !== '').join(' '),
    firstName,
    middleName,
    lastName,
    dateOfBirth: birth(given.dateOfBirth, draw),
    phoneNumber1: phone(draw),
    phoneNumber2: given.phoneNumber2 === '' ? '' : phone(draw),
    gender: given.gender,
    enrollmentBank: family.enrollmentBank,
    enrollmentBranch: family.enrollmentBranch,
    email: given.email === '' ? '' : `${firstName}.${lastName}@example.com`.toLowerCase(),
    lgaOfOrigin: family.lgaOfOrigin,
    lgaOfResidence: family.lgaOfResidence,
    maritalStatus: given.maritalStatus,
    nin: type === 'NIN' ? number : other,
    nationality: family.nationality,
    residentialAddress: address(family.residentialAddress, draw),
    stateOfOrigin: family.stateOfOrigin,
    stateOfResidence: family.stateOfResidence,
    title: given.title,
    watchListed: number === WATCH_LISTED_NUMBER ? 'YES' : 'NO',
    levelOfAccount: given.levelOfAccount,
    registrationDate: null,
  }
}

/** From 600 on: not used in the file, and not special in the sandbox. */
function otherNumber(draw: Draw): string {
  return `00000000${600 + draw(400)}`
}

/** Up to four years older than the person of the file, so title and marital status still fit. */
function birth(dateOfBirth: string, draw: Draw): string {
  const year = Number(dateOfBirth.slice(-4)) - draw(5)
  // Every month has 28 days.
  return [1 + draw(28), 1 + draw(12), year].map((part) => String(part).padStart(2, '0')).join('-')
}

function phone(draw: Draw): string {
  return `0800000${String(draw(10_000)).padStart(4, '0')}`
}

/** Another house number in the same street. */
function address(home: string, draw: Draw): string {
  const street = home.replace(/^\d+ /, '')
  return `Block ${1 + draw(99)}, Flat ${1 + draw(99)}, ${1 + draw(999)} ${street}`
}

/** The next integer from 0 up to, not including, `below`. */
type Draw = (below: number) => number

/** A sequence of numbers derived from `text`. */
function drawsOf(text: string): Draw {
  let rest = BigInt(digitsOf(text, DRAWN_DIGITS))
  return (below) => {
    const drawn = Number(rest % BigInt(below))
    rest /= BigInt(below)
    return drawn
  }
}
