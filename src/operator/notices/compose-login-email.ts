import { resetLink } from '../../accounts/logins/account.ts'
import type { DueEmail } from '../../accounts/logins/emails.sql.ts'
import { invitationToken } from '../../accounts/logins/members.ts'
import { signUpLink } from '../../accounts/logins/sign-up.ts'
import type { BusinessId, Context } from '../../core/context.ts'
import { type Email, emailOf } from '../../payments/receipts/email-layout.ts'
import { isolated, plain, unlinked } from '../../payments/receipts/words.ts'
import type { Id } from '../../platform/ids.ts'

// Emails to people about their login or their business: an invitation, a password reset, the change
// of a bank account. The links of the first two sign people in, so they are in this email only.

const BUSINESS_LENGTH_MAX = 100
const NOTE_LENGTH_MAX = 1_000
const WORDS = {
  invitation,
  password_reset: passwordReset,
  held_off: heldOff,
  account_change: accountChange,
  reconciliation,
  alarm,
  sign_up: signUp,
  sign_up_known: signUpKnown,
}

export function composeLoginEmail(context: Context, due: DueEmail): Email {
  const url = linkOf(context, due)
  const { subject, label, ...words } = WORDS[due.kind](due)
  return emailOf(subject, {
    mode: null,
    over: 'Cowrie',
    under: null,
    isAmount: false,
    rows: [],
    buttons: [{ label, url }],
    ...words,
  })
}

function invitation({ businessName }: DueEmail) {
  // The recipient may not know us, and the business chose its name: so the name must not look like
  // a link.
  const name = isolated(unlinked(plain(businessName, BUSINESS_LENGTH_MAX)))
  return {
    subject: `You are invited to join the team of ${name}`,
    headline: `Join ${name}`,
    label: 'Join the team',
    paragraphs: [
      'This link works once, within seven days. Anyone who opens it can join the team, so ' +
        'do not share it.',
      'If you do not know who invited you, ignore this email.',
    ],
  }
}

function passwordReset() {
  return {
    subject: 'Set a new password',
    headline: 'Set a new password',
    label: 'Set a new password',
    paragraphs: [
      'Someone, probably you, requested a new password. This link works once, within an hour.',
      'If it was not you, ignore this email. Your password stays the same.',
    ],
  }
}

/** The recipient may not have signed up, and who did chose the name. */
function signUp({ businessName }: DueEmail) {
  const name = isolated(unlinked(plain(businessName, BUSINESS_LENGTH_MAX)))
  return {
    subject: 'Confirm your email address',
    headline: 'Confirm your email address',
    label: 'Confirm',
    paragraphs: [
      `You, or someone who typed your address, signed up ${name}. Confirm with the password that ` +
        'you chose, and your dashboard opens.',
      'This link works once, within a day.',
      'If it was not you, ignore this email: nothing is opened.',
    ],
  }
}

/** The same whichever business was named: the address has a login. */
function signUpKnown() {
  return {
    subject: 'You already have a login',
    headline: 'You already have a login',
    label: 'Sign in',
    paragraphs: [
      'You, or someone who typed your address, signed up for a new business. This address has a ' +
        'login already, so nothing was opened: sign in with it. If you forgot the password, the ' +
        'page helps you to set a new one.',
      'If it was not you, ignore this email.',
    ],
  }
}

function heldOff() {
  return {
    subject: 'Too many failed sign-in attempts for your login',
    headline: 'Too many failed sign-in attempts',
    label: 'Reset your password',
    paragraphs: [
      'Someone entered too many wrong passwords or codes for your login and must wait ' +
        'before trying again. Devices on which you signed in before still work.',
      'If it was you and you cannot sign in, reset your password on this page. If it was ' +
        'not you, you need not do anything.',
    ],
  }
}

/** The note contains names chosen by others. */
function accountChange({ businessName, note }: DueEmail) {
  const name = isolated(unlinked(plain(businessName, BUSINESS_LENGTH_MAX)))
  return {
    subject: `${name}: the bank account of a subaccount is being changed`,
    headline: 'The bank account of a subaccount is being changed',
    label: 'Open the dashboard',
    paragraphs: [
      unlinked(plain(note ?? '', NOTE_LENGTH_MAX)),
      'If you did not expect this, cancel the change now under Subaccounts. Then revoke the ' +
        'key or remove the person that requested it.',
    ],
  }
}

/** The note has a line per rail. */
function reconciliation({ note }: DueEmail) {
  return {
    subject: 'Bank statements and books differ',
    headline: 'Bank statements and books differ',
    label: 'See the exceptions',
    paragraphs: [
      ...plainLines(note ?? ''),
      'Each exception says what to do. You get this email every night until no exception is ' +
        'open.',
    ],
  }
}

function alarm({ note }: DueEmail) {
  return {
    subject: 'A provider needs attention',
    headline: 'A provider needs attention',
    label: 'See the provider',
    paragraphs: [
      ...plainLines(note ?? ''),
      'You get this email once. The Rails page shows the problem until it is solved.',
    ],
  }
}

function plainLines(note: string): string[] {
  return note.split('\n').map((line) => unlinked(plain(line, NOTE_LENGTH_MAX)))
}

function linkOf(context: Context, { kind, subjectId, businessId }: DueEmail): string {
  if (kind === 'password_reset') return resetLink(context, subjectId as Id<'password_reset'>)
  if (kind === 'sign_up') return signUpLink(context, subjectId as Id<'sign_up'>)
  if (kind === 'sign_up_known') return `${context.baseUrl()}/dashboard/sign-in`
  if (kind === 'account_change') return `${context.baseUrl()}/dashboard/`
  if (kind === 'reconciliation') return `${context.baseUrl()}/dashboard/operator/reconciliation`
  if (kind === 'alarm') return `${context.baseUrl()}/dashboard/operator/rails`
  if (kind === 'held_off') return `${context.baseUrl()}/dashboard/forgotten-password`
  const invitationId = subjectId as Id<'invitation'>
  const token = invitationToken(context, businessId as BusinessId, invitationId)
  return `${context.baseUrl()}/dashboard/invitation#${token}`
}
