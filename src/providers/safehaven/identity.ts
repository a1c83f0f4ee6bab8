import type { DetailsOutcome, IdentityDetails, IdentityRail, IdentityType } from '../rails.ts'
import { dayOf, type Fields, fieldsOf, lineOf, portraitOf, textOf, wordOf } from '../values.ts'
import { codeAnswered } from './answers.ts'
import { type Answer, type Api, idOf } from './client.ts'

// BVN and NIN, with a code to the registered phone. Our names of the details come from theirs;
// eight of a NIN's have other names. A verification has no reference of ours, so if its answer is
// lost, nobody can enquire about it, and the fee may be gone.

const TEXT_LENGTH_MAX = 500

export function identityOf(api: Api): Omit<IdentityRail, 'name' | 'isDown'> {
  return {
    types: ['BVN', 'NIN'],

    async sendCode({ type, number }) {
      const answer = await api.ask({
        call: 'identity',
        method: 'POST',
        path: '/identity/v2',
        json: { type, number, debitAccountNumber: api.config.accountNumber, async: false },
      })
      return codeAnswered(answer)
    },

    async enquire() {
      return { kind: 'unknown' }
    },

    async submitCode({ session, type, number, code }) {
      const identityId = idOf(session)
      if (identityId === '') return { kind: 'unknown' }
      const answer = await api.ask({
        call: 'identity_code',
        method: 'POST',
        path: '/identity/v2/validate',
        json: { identityId, type, otp: code },
      })
      return detailsAnswered(answer, type, number)
    },
  }
}

function detailsAnswered(answer: Answer, type: IdentityType, number: string): DetailsOutcome {
  if (answer.kind === 'unavailable' || answer.kind === 'unknown') return answer
  if (answer.kind === 'refused') {
    const isWrong = answer.status === 400 && /invalid otp|otp.*(invalid|incorrect)/i
    if (isWrong !== false && isWrong.test(answer.message)) return { kind: 'wrong_code' }
    const isShut = answer.status === 401 || answer.status === 403
    return { kind: isShut ? 'unavailable' : 'unknown' }
  }
  const record = fieldsOf(answer.data)
  const person = fieldsOf(record['providerResponse'])
  const isVerified = wordOf(record['status']) === 'success' && record['otpVerified'] === true
  // Never return the details of another number.
  const of = textOf(record['identityNumber'])
  if (!isVerified || Object.keys(person).length === 0 || (of !== '' && of !== number)) {
    return { kind: 'unknown' }
  }
  return { kind: 'verified', details: detailsOf(person, type, number) }
}

function detailsOf(person: Fields, type: IdentityType, number: string): IdentityDetails {
  const text = (...names: string[]) => {
    const found = names.map((name) => lineOf(person[name], TEXT_LENGTH_MAX)).find(Boolean)
    return found ?? ''
  }
  const firstName = text('firstName')
  const middleName = text('middleName')
  const lastName = text('lastName')
  const registrationDate = text('registrationDate')
  return {
    bvn: type === 'BVN' ? number : text('bvn'),
    fullName: text('fullName') || [firstName, middleName, lastName].filter(Boolean).join(' '),
    firstName,
    middleName,
    lastName,
    dateOfBirth: dayOf(text('dateOfBirth', 'dob')),
    phoneNumber1: text('phoneNumber1', 'phone'),
    phoneNumber2: text('phoneNumber2'),
    gender: text('gender'),
    enrollmentBank: text('enrollmentBank'),
    enrollmentBranch: text('enrollmentBranch'),
    email: text('email'),
    lgaOfOrigin: text('lgaOfOrigin'),
    lgaOfResidence: text('lgaOfResidence'),
    maritalStatus: text('maritalStatus'),
    nin: type === 'NIN' ? number : text('nin'),
    nationality: text('nationality'),
    residentialAddress: text('residentialAddress'),
    stateOfOrigin: text('stateOfOrigin'),
    stateOfResidence: text('stateOfResidence'),
    title: text('title'),
    watchListed: /^(YES|NO)$/.exec(text('watchListed').toUpperCase())?.[0] ?? '',
    levelOfAccount: text('levelOfAccount'),
    registrationDate: registrationDate === '' ? null : registrationDate,
    imageBase64: portraitOf(person['imageBase64'] ?? person['photo']),
  }
}
