import type { Named } from './outcomes.ts'

// What a registry of identities does for us.

export type IdentityType = 'BVN' | 'NIN'

/** What the registry knows of a person, by the contract's names. A value that it lacks is ''. */
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
  /** A code has left for the phone that is registered. `session`: how the rail calls it, opaque. */
  | { kind: 'sent'; session: string }
  /** The registry has nobody under this number. */
  | { kind: 'unknown_number' }
  /** It has, but no code was sent: none will come. */
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

/** The registry makes the code, sends it and judges it. How often it is asked to is our care. */
export interface IdentityRail extends Named {
  /** `onBehalfOf`: the id of the business that asks. */
  sendCode(request: {
    key: string
    onBehalfOf: string
    type: IdentityType
    number: string
  }): Promise<CodeOutcome>
  /** What became of a call to send that was not answered. */
  enquire(request: {
    key: string
    onBehalfOf: string
    type: IdentityType
    number: string
  }): Promise<CodeOutcome>
  /** The right code opens the details, also when it is submitted again. */
  submitCode(request: {
    session: string
    onBehalfOf?: string
    type: IdentityType
    number: string
    code: string
  }): Promise<DetailsOutcome>
}
