import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IdentityDetails, IdentityType } from '../rails.ts'
import { digitsOf } from './memory.ts'

// Who is behind a BVN or a NIN. Forty people are written down (people.json); anybody else is put
// together from two of them, the same way each time: what goes with a given name (gender, title,
// about how old) of one, what goes with a family (origin, home, bank) of another. All are invented.
// Numbers begin with eight zeros, phones with 0800 000 and e-mails end in example.com, so none can
// be a real person's; only the number that was asked for is whatever was asked for.

/** Whoever has this number, as a BVN or a NIN, may not be given a new account. */
export const WATCH_LISTED_NUMBER = '33333333333'

const PORTRAITS = 16
/** Of the SHA-256 that a person is drawn from, which has 77; a person needs 25. */
const DRAWN_DIGITS = 60

type Person = Omit<IdentityDetails, 'imageBase64'>

const people = JSON.parse(
  readFileSync(join(import.meta.dirname, 'people.json'), 'utf8'),
) as readonly Person[]
const byBvn = new Map(people.map((person) => [person.bvn, person]))
const byNin = new Map(people.map((person) => [person.nin, person]))

/** The person behind a number. Whose number it is depends on the type: a BVN is no NIN. */
export function personOf(type: IdentityType, number: string): IdentityDetails {
  const known = knownAs(type, number)
  // One person has one face, by whichever number.
  if (known !== undefined) return { ...known, imageBase64: portraitOf('BVN', known.bvn) }
  return { ...derived(type, number), imageBase64: portraitOf(type, number) }
}

/** Base64 of a PNG. */
function portraitOf(type: IdentityType, number: string): string {
  const file = `${1 + drawsOf(`portrait/${type}/${number}`)(PORTRAITS)}.png`
  return readFileSync(join(import.meta.dirname, 'portraits', file), 'base64')
}

/** Where a code goes. For that, nobody needs to be drawn. */
export function phoneOf(type: IdentityType, number: string): string {
  return (knownAs(type, number) ?? derived(type, number)).phoneNumber1
}

function knownAs(type: IdentityType, number: string): Person | undefined {
  return (type === 'BVN' ? byBvn : byNin).get(number)
}

/** In the order of the contract, which is that of the type. */
function derived(type: IdentityType, number: string): Person {
  const draw = drawsOf(`person/${type}/${number}`)
  const index = draw(people.length)
  const given = people[index]!
  // Never the same one twice: that would be somebody of the file under another number.
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

/** From 600 on: nobody's of the file, and none that the sandbox answers in a way of its own. */
function otherNumber(draw: Draw): string {
  return `00000000${600 + draw(400)}`
}

/** Up to four years older than somebody of the file, so as old as their title and marriage need. */
function birth(dateOfBirth: string, draw: Draw): string {
  const year = Number(dateOfBirth.slice(-4)) - draw(5)
  // Every month has 28 days.
  return [1 + draw(28), 1 + draw(12), year].map((part) => String(part).padStart(2, '0')).join('-')
}

function phone(draw: Draw): string {
  return `0800000${String(draw(10_000)).padStart(4, '0')}`
}

/** Another door in the same street. There are so many that hardly two people share one. */
function address(home: string, draw: Draw): string {
  const street = home.replace(/^\d+ /, '')
  return `Block ${1 + draw(99)}, Flat ${1 + draw(99)}, ${1 + draw(999)} ${street}`
}

/** The next whole number from 0 on, below `below`. */
type Draw = (below: number) => number

/** Numbers that follow from `text`: the same ones in the same order each time. */
function drawsOf(text: string): Draw {
  let rest = BigInt(digitsOf(text, DRAWN_DIGITS))
  return (below) => {
    const drawn = Number(rest % BigInt(below))
    rest /= BigInt(below)
    return drawn
  }
}
