import type { Named } from './outcomes.ts'

// What an identity registry offers.

export type IdentityType = 'BVN' | 'NIN'

/** A person's record, under the contract's names. A missing value is ''. */
export type IdentityDetails = {
  bvn: string
  fullName: string
  firstName: string
  middleName: string
  lastName: string
  /** DD-MM-YYYY. */
  dateOfBirth: string
  phoneNumber1: string
  phoneNumber2: string
  gender: string
  /** A bank code. */
  enrollmentBank: string
  enrollmentBranch: string
  email: string
  lgaOfOrigin: string
  lgaOfResidence: string
  maritalStatus: string
  nin: string
  nationality: string
  residentialAddress: string
  stateOfOrigin: string
  stateOfResidence: string
  title: string
  /** YES or NO. */
  watchListed: string
  levelOfAccount: string
  registrationDate: string | null
  imageBase64: string
}

export type CodeOutcome =
  /** A code was sent to the registered phone. `session`: the provider's opaque id for it. */
  | { kind: 'sent'; session: string }
  /** The registry has no record of this number. */
  | { kind: 'unknown_number' }
  /** The record exists, but no code was sent or will be. */
  | { kind: 'not_sent' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }
  /** Only from `enquire`: nothing with this key ever arrived. */
  | { kind: 'not_found' }

export type DetailsOutcome =
  | { kind: 'verified'; details: IdentityDetails }
  | { kind: 'wrong_code' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** The registry makes, sends and checks the code. The caller limits how often. */
export interface IdentityRail extends Named {
  /** The types for which it sends a code. It gets no other. */
  types: readonly IdentityType[]
  /** `onBehalfOf`: the id of the business that asks. */
  sendCode(request: {
    key: string
    onBehalfOf: string
    type: IdentityType
    number: string
  }): Promise<CodeOutcome>
  /** What became of an unanswered `sendCode`. */
  enquire(request: {
    key: string
    onBehalfOf: string
    type: IdentityType
    number: string
  }): Promise<CodeOutcome>
  /** The right code returns the details, also when submitted again. */
  submitCode(request: {
    session: string
    onBehalfOf?: string
    type: IdentityType
    number: string
    code: string
  }): Promise<DetailsOutcome>
}
