import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import type { Place } from './visit.ts'

// Signs in to the dashboard through its page, as the owner of the Demo Store.

/** `path`: a page such as /transactions, reached through sign-in. */
export async function openDashboard(page: Page, place: Place, path = '/'): Promise<void> {
  await page.goto(`${place.service.baseUrl}/dashboard/test${path}`)
  await signIn(page, place.service.demo.dashboard)
  await page.getByText('Test mode: no real money').waitFor()
}

export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a page from the sidebar, and its section first if that is folded. */
export async function follow(page: Page, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Dashboard' })
  const itself = page.getByRole('link', { name, exact: true, includeHidden: true })
  const link = nav.getByRole('link', { name, exact: true, includeHidden: true })
  await link.waitFor({ state: 'attached' })
  if (!(await link.isVisible())) {
    await nav.locator('.nav-group').filter({ has: itself }).getByRole('button').click()
  }
  await link.click()
}

/** Sends a request as the signed-in user's page could, to set up a test. */
export async function askAs(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await page.evaluate(
    async ([method, path, body]) => {
      const name = 'cowrie-business'
      const business = sessionStorage.getItem(name) ?? localStorage.getItem(name)
      const answer = await fetch(`/dashboard/api${path}`, {
        method: method!,
        headers: {
          'cowrie-dashboard': '1',
          'cowrie-mode': 'test',
          ...(business && { 'cowrie-business': business }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body }),
      })
      return { isOk: answer.ok, text: await answer.text() }
    },
    [method, path, body && JSON.stringify(body)],
  )
  assert(answer.isOk, answer.text)
  return JSON.parse(answer.text).data
}

export async function turnOnSecondStep(page: Page): Promise<void> {
  const { secret } = await askAs(page, 'POST', '/second-factor')
  const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate()
  await askAs(page, 'POST', '/second-factor/confirm', { code })
  await page.reload()
}

/** Chooses from a field that is typed into. */
export async function choose(
  field: Locator,
  typed: string,
  option: string | RegExp,
): Promise<void> {
  await field.fill(typed)
  await field.page().getByRole('option', { name: option }).first().click()
}
