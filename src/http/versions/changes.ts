// The breaking changes of the API, oldest first. The code knows the newest version only; a change
// says how a body looked in the version before. test/contract/versions.test.ts has an example.

export type Body = { [field: string]: unknown }

export type Change = {
  /** The version that it began: `2027-03-01`. */
  date: string
  /** What breaks, as `npm run check` names it. */
  breaks: string[]
  /**
   * The JSON of an answer or error as the version before sent it. It returns a body that has the
   * old form already as it is: events and stored responses keep the form they were made with.
   */
  answer?(body: Body, operationId: string): Body
  /** The same for the body of a webhook. */
  event?(body: Body): Body
}

export const CHANGES: Change[] = []
