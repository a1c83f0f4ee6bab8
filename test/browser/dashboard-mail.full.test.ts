import { test } from 'node:test'
import { givenMailServer } from '../mail-server.ts'
import { openDashboard } from './dashboard.ts'
import { eventually } from './service.ts'
import { usePlace, visit } from './visit.ts'

// The dashboard of a service that sends mails: what is in them is shown to nobody else.

const mail = await givenMailServer()
const place = usePlace({
  COWRIE_TEST_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  COWRIE_MAIL_FROM: 'team@pay.example.com',
})

test('who invites somebody is told that it is mailed, and the link is in the mail alone', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/team')
      await page.getByRole('button', { name: 'Invite a person' }).click()
      await page.getByLabel('Email').fill('chidi@example.com')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()

      await page.getByText('Invitation sent.').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('cell', { name: 'chidi@example.com', exact: true }).waitFor()
      await eventually('the mail has come', async () => {
        const email = mail.arrivals.find(({ to }) => to.includes('chidi@example.com'))
        return email?.text.includes('/dashboard') || null
      })
    },
    { viewport: { width: 1280, height: 800 }, statuses: [401] },
  ))
