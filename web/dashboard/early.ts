import { isGate } from '../../src/http/gate.ts'
import { callHeaders } from './place.ts'
import { applyTheme } from './theme.ts'

// Stands in the page, and runs before its scripts are there: sets the colours, and asks who is
// signed in. `api.ts` takes the answer.

const PREFIX = /^\/dashboard(\/(test|live))?/
const SESSION = '/dashboard/api/session'

applyTheme()
window.earlyAnswers = isGate(location.pathname.replace(PREFIX, ''))
  ? {}
  : { [SESSION]: fetch(SESSION, { headers: callHeaders() }) }

declare global {
  interface Window {
    /** By path. Each is taken once. */
    earlyAnswers?: Record<string, Promise<Response>>
  }
}
