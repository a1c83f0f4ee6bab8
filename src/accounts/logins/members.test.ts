import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  type Browser,
  givenPerson,
  openBrowser,
  type Person,
  signedInAs,
} from '../../../test/logins.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../../test/support.ts'
import type { Role } from '../../core/access.ts'
import { DAY, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { changeRole, removeMember } from './members.ts'

// The team of a business: who joins, who leaves, and that an owner always remains.

const context = useContext()
const api = useApi(context)
const PASSWORD = 'novel sparrow kettle umbrella 97'

let moment: Date

before(async () => {
  await context.opened
  moment = context.now()
  context.now = () => moment
  context.monotonicMs = () => moment.getTime()
})

let people = 0

function freshEmail(): string {
  people += 1
  return `invited-${people}@example.com`
}

async function givenTeam() {
  const business = await givenBusiness(context)
  const owner = await givenPerson(context, business)
  return { business, owner, browser: await signedInAs(api, owner, business.businessId) }
}

async function givenInvitation(browser: Browser, email = freshEmail(), role: Role = 'support') {
  const answer = await browser.post('/invitations', { email, role })
  assert.equal(answer.status, 201, answer.text)
  const { link, invitation_id: invitationId } = answer.body.data
  return { email, invitationId, token: link.split('#')[1] as string }
}

/** A browser of a person without a login. */
function nobody(): Browser {
  people += 1
  return openBrowser(api, {} as Person, `10.4.0.${people}`)
}

async function rolesOf({ businessId }: GivenBusiness): Promise<Record<string, Role>> {
  const rows = await context.sql<{ email: string; role: Role }[]>`
    select l.email, m.role from membership m join login l using (login_id)
    where m.business_id = ${businessId}
  `
  return Object.fromEntries(rows.map(({ email, role }) => [email, role]))
}

test('an invited person chooses a password, joins the team and is signed in', async () => {
  const { business, owner, browser } = await givenTeam()
  const { email, token } = await givenInvitation(browser, 'Zainab@Example.com', 'finance')
  const newcomer = nobody()
  const opened = await newcomer.post('/invitations/open', { token })
  assert.deepEqual(opened.body.data, {
    email,
    business_name: 'Demo Store',
    role: 'finance',
    has_login: false,
  })
  const accept = { token, name: ' Zainab Sample ', password: PASSWORD }
  for (const part of [{}, { password: PASSWORD }, { name: 'Zainab Sample' }]) {
    const answer = await newcomer.post('/invitations/accept', { token, ...part })
    assert.equal(answer.body.code, 'password_needed')
  }
  const weak = await newcomer.post('/invitations/accept', { ...accept, password: 'short' })
  assert.equal(weak.status, 400, 'and costs nothing')
  assert.equal((await newcomer.post('/invitations/accept', accept)).status, 200)
  const { data } = (await newcomer.get('/session')).body
  assert.deepEqual([data.email, data.name], [email, 'Zainab Sample'])
  assert.equal(data.businesses[0].role, 'finance')
  assert.deepEqual(await rolesOf(business), { [owner.email]: 'owner', [email]: 'finance' })
})

test('a person with a login must be signed in to accept', async () => {
  const { browser } = await givenTeam()
  const elsewhere = await givenBusiness(context, 'Other Store')
  const known = await givenPerson(context, elsewhere)
  const stranger = await signedInAs(api, await givenPerson(context, elsewhere))
  const { token } = await givenInvitation(browser, known.email.toUpperCase())
  const accept = { token, name: 'Mallory Sample', password: PASSWORD }

  assert.equal((await nobody().post('/invitations/open', { token })).body.data.has_login, true)
  for (const other of [nobody(), stranger]) {
    const answer = await other.post('/invitations/accept', accept)
    assert.equal(answer.body.code, 'sign_in_to_accept')
  }
  const own = await signedInAs(api, known)
  assert.equal((await own.post('/invitations/accept', { token })).status, 200)
  const { data } = (await own.get('/session')).body
  assert.equal(data.businesses.length, 2)
  const again = await signedInAs(api, known)
  assert.equal((await again.get('/session')).status, 200, 'the password is the one it was')
})

test('of four concurrent acceptances of an invitation, one succeeds', async () => {
  const { business, browser } = await givenTeam()
  const { token } = await givenInvitation(browser)
  const tries = Array.from({ length: 4 }, () =>
    nobody().post('/invitations/accept', { token, name: 'Ada Example', password: PASSWORD }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
  assert(statuses.every((status) => [200, 404, 409].includes(status)))
  assert.equal(Object.keys(await rolesOf(business)).length, 2)
  const late = await nobody().post('/invitations/open', { token })
  assert.equal(late.body.code, 'link_not_valid')
})

test('an invitation ends after seven days, when withdrawn and when replaced', async () => {
  const { business, owner, browser } = await givenTeam()
  const openAndAccept = async (token: string) => {
    const person = { token, name: 'Ada Example', password: PASSWORD }
    const opened = await nobody().post('/invitations/open', { token })
    const accepted = await nobody().post('/invitations/accept', person)
    assert.equal(opened.body.code, 'link_not_valid')
    assert.equal(accepted.body.code, 'link_not_valid')
  }
  const withdrawn = await givenInvitation(browser)
  assert.equal((await browser.delete(`/invitations/${withdrawn.invitationId}`)).status, 200)
  await openAndAccept(withdrawn.token)
  const twice = await browser.delete(`/invitations/${withdrawn.invitationId}`)
  assert.equal(twice.body.code, 'invitation_not_found')

  const replaced = await givenInvitation(browser)
  const { token } = await givenInvitation(browser, replaced.email.toUpperCase(), 'finance')
  await openAndAccept(replaced.token)
  assert.equal((await nobody().post('/invitations/open', { token })).body.data.role, 'finance')
  moment = later(moment, 7 * DAY)
  await openAndAccept(token)
  const later7 = await signedInAs(api, owner, business.businessId)
  assert.deepEqual((await later7.get('/invitations')).body.data, [])
})

test('a business cannot see or withdraw another’s invitation', async () => {
  const { browser } = await givenTeam()
  const other = await givenTeam()
  const { token, invitationId } = await givenInvitation(browser)
  const answer = await other.browser.delete(`/invitations/${invitationId}`)
  assert.equal(answer.body.code, 'invitation_not_found')
  assert.deepEqual((await other.browser.get('/invitations')).body.data, [])
  assert.equal((await nobody().post('/invitations/open', { token })).status, 200)
})

test('ten concurrent invitations of one address leave one open', async () => {
  const { browser } = await givenTeam()
  const invited = { email: freshEmail(), role: 'support' }
  // On a busy machine, one may wait too long for a connection and is sent again.
  const invite = async () => {
    const { status } = await browser.post('/invitations', invited)
    return status === 503 ? null : status
  }
  const tries = Array.from({ length: 10 }, () => until('it is answered', invite))
  const statuses = await Promise.all(tries)
  assert.deepEqual(new Set(statuses), new Set([201]))
  assert.equal((await browser.get('/invitations')).body.data.length, 1)
})

test('a team member cannot be invited again', async () => {
  const { owner, browser } = await givenTeam()
  const email = owner.email.toUpperCase()
  const answer = await browser.post('/invitations', { email, role: 'support' })
  assert.equal(answer.body.code, 'member_already')
})

test('the last owner can neither leave nor change role', async () => {
  const { business, owner, browser } = await givenTeam()
  await givenPerson(context, business, 'developer')
  const path = `/members/${owner.loginId}`
  assert.equal((await browser.delete(path)).body.code, 'last_owner')
  assert.equal((await browser.put(path, { role: 'finance' })).body.code, 'last_owner')
  assert.equal((await browser.put(path, { role: 'owner' })).status, 200)
})

for (const [how, take] of [
  ['remove', removeMember],
  ['demote', (...[c, b, id]: Parameters<typeof removeMember>) => changeRole(c, b, id, 'support')],
] as const) {
  test(`two owners who ${how} each other at once: one stays`, async () => {
    const { business, owner } = await givenTeam()
    const { businessId } = business
    const second = await givenPerson(context, business)
    // Neither continues before both wait for the lock on the team.
    const racing = await asOwner(context, (sql) =>
      sql.begin(async (locked) => {
        await locked`select 1 from membership where business_id = ${businessId} for update`
        const both = Promise.allSettled([
          take(context, businessId, owner.loginId),
          take(context, businessId, second.loginId),
        ])
        await until('both wait', async () => {
          const [row] = await locked`
            select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
          `
          return row!['count'] === 2
        })
        return { both }
      }),
    )
    const outcomes = await racing.both
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const refused = outcomes.find((one) => one.status === 'rejected')
    assert.equal((refused as PromiseRejectedResult).reason.code, 'last_owner')
    const roles = Object.values(await rolesOf(business))
    assert.equal(roles.filter((role) => role === 'owner').length, 1)
  })
}

test('a changed role applies from the next request, and a removal at once', async () => {
  const { business, browser } = await givenTeam()
  const person = await givenPerson(context, business, 'developer')
  const member = await signedInAs(api, person, business.businessId)
  const changing = () => member.put('/settings/checkout', { language: 'yo' })
  assert.equal((await changing()).status, 200)
  await browser.put(`/members/${person.loginId}`, { role: 'support' })
  assert.equal((await changing()).body.code, 'role_forbids')
  assert.equal((await member.get('/session')).body.data.businesses[0].role, 'support')
  assert.equal((await member.get('/transactions')).status, 200)
  await browser.delete(`/members/${person.loginId}`)
  assert.equal((await member.get('/transactions')).body.code, 'role_forbids')
  assert.deepEqual((await member.get('/session')).body.data.businesses, [])
})

for (const [how, leave] of [
  ['removed', (loginId: string, by: Browser) => by.delete(`/members/${loginId}`)],
  [
    'no owner any more',
    (loginId: string, by: Browser) => by.put(`/members/${loginId}`, { role: 'finance' }),
  ],
] as const) {
  test(`an owner who is ${how} does not come back by an invitation of their own`, async () => {
    const { business, browser } = await givenTeam()
    const leaver = await givenPerson(context, business)
    const own = await signedInAs(api, leaver, business.businessId)
    const { token } = await givenInvitation(own, freshEmail(), 'owner')
    assert.equal((await leave(leaver.loginId, browser)).status, 200)

    const body = { token, name: 'Ada Example', password: PASSWORD }
    const accepted = await nobody().post('/invitations/accept', body)
    assert.equal(accepted.body.code, 'link_not_valid', accepted.text)
    assert.deepEqual((await browser.get('/invitations')).body.data, [])
  })
}

test('removing a member who is not an owner keeps open invitations', async () => {
  const { business, browser } = await givenTeam()
  const { loginId } = await givenPerson(context, business, 'developer')
  const { invitationId } = await givenInvitation(browser)
  await browser.put(`/members/${loginId}`, { role: 'finance' })
  await browser.delete(`/members/${loginId}`)

  const [invitation] = (await browser.get('/invitations')).body.data
  assert.equal(invitation.invitation_id, invitationId)
})

test('a member of another business is not in the team', async () => {
  const { browser } = await givenTeam()
  const other = await givenTeam()
  for (const id of [other.owner.loginId, 'x', '%27', '00000000-0000-7000-8000-000000000000']) {
    assert.equal((await browser.delete(`/members/${id}`)).body.code, 'member_not_found', id)
    const changed = await browser.put(`/members/${id}`, { role: 'support' })
    assert.equal(changed.body.code, 'member_not_found', id)
  }
  assert.equal((await other.browser.get('/members')).body.data.length, 1)
  moment = later(moment, 1 * MINUTE + 1 * SECOND)
})
