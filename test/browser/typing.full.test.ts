import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { answerCard, CARDS, givenPayment, PRICE, paid, payByCard } from './payments.ts'
import { usePlace, visit } from './visit.ts'

// What hands do to the page: typing, mending, pasting, and doing without a mouse.

const place = usePlace()

async function openCard(page: Page, reference: string): Promise<Locator> {
  const { url } = await givenPayment(place, reference, { channels: ['card'] })
  await page.goto(url)
  return page.getByLabel('Card number')
}

/** The value with `|` where the caret is. */
async function caretIn(input: Locator): Promise<string> {
  return input.evaluate((field: HTMLInputElement) => {
    const at = field.selectionStart!
    return `${field.value.slice(0, at)}|${field.value.slice(at)}`
  })
}

async function put(input: Locator, at: number): Promise<void> {
  await input.evaluate(
    (field: HTMLInputElement, place) => field.setSelectionRange(place, place),
    at,
  )
}

/** The names of the card brands that are shown. */
async function marksOn(page: Page): Promise<(string | null)[]> {
  const shown = await page.locator('.marks svg:not([hidden])').all()
  return Promise.all(shown.map((mark) => mark.getAttribute('aria-label')))
}

/** As the browser pastes: without lines, and cut where the field has a greatest length. */
async function paste(page: Page, input: Locator, text: string): Promise<void> {
  await input.fill('')
  await input.focus()
  await page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text)
}

test('the caret stays where the customer put it, whatever is typed and taken away', () =>
  visit(place, async (page) => {
    const number = await openCard(page, 'CARET-1')
    await number.pressSequentially('4084084084084081')
    assert.equal(await caretIn(number), '4084 0840 8408 4081|')

    await put(number, 7)
    await page.keyboard.press('Backspace')
    assert.equal(await caretIn(number), '4084 0|408 4084 081')
    await page.keyboard.type('8')
    assert.equal(await caretIn(number), '4084 08|40 8408 4081')

    // A gap is no digit: who deletes it means the digit beyond it, in both directions.
    await put(number, 5)
    await page.keyboard.press('Backspace')
    assert.equal(await caretIn(number), '408|0 8408 4084 081')
    await page.keyboard.type('4')
    assert.equal(await caretIn(number), '4084| 0840 8408 4081')
    await page.keyboard.press('Delete')
    assert.equal(await caretIn(number), '4084| 8408 4084 081')
    await page.keyboard.type('0')
    assert.equal(await caretIn(number), '4084 0|840 8408 4081')

    const expiry = page.getByLabel('Expiry date')
    await expiry.pressSequentially('1231')
    assert.equal(await caretIn(expiry), '12 / 31|')
    for (const left of ['12 / 3|', '12|', '1|', '|']) {
      await page.keyboard.press('Backspace')
      assert.equal(await caretIn(expiry), left)
    }
    await page.keyboard.type('5')
    assert.equal(await caretIn(expiry), '05 / |')
    await page.keyboard.press('Backspace')
    assert.equal(await caretIn(expiry), '0|')
  }))

test('a month of one digit ends at the separator that the customer types or pastes', () =>
  visit(place, async (page) => {
    await openCard(page, 'MONTH-1')
    const expiry = page.getByLabel('Expiry date')
    const ways: [string, (text: string) => Promise<void>][] = [
      ['typed', (text) => expiry.pressSequentially(text)],
      ['pasted', (text) => paste(page, expiry, text)],
      ['filled in by the browser', (text) => expiry.fill(text)],
    ]
    for (const [way, enter] of ways) {
      for (const [text, shown] of [
        ['1/29', '01 / 29|'],
        ['1-29', '01 / 29|'],
        ['1 / 29', '01 / 29|'],
        ['9/29', '09 / 29|'],
        ['01/29', '01 / 29|'],
        ['12/29', '12 / 29|'],
        ['01/2029', '01 / 2029|'],
        ['1/2029', '01 / 2029|'],
      ] as const) {
        await expiry.fill('')
        await enter(text)
        assert.equal(await caretIn(expiry), shown, `${text}, ${way}`)
      }
    }

    await expiry.fill('12/29')
    await put(expiry, 2)
    await page.keyboard.press('Backspace')
    assert.equal(await caretIn(expiry), '1|2 / 9', 'what is deleted adds nothing')
  }))

test('a number is taken as it is pasted, with spaces, lines, dashes and words around it', () =>
  visit(place, async (page) => {
    const number = await openCard(page, 'PASTE-1')
    for (const text of [
      ' 5060 6666 6666 6666 666 ',
      '5060\n6666\n6666\n6666\n666\n',
      '5060-6666–6666\u00a06666\t666',
      'Card: 5060666666666666666.',
    ]) {
      await paste(page, number, text)
      assert.equal(await number.inputValue(), '5060 6666 6666 6666 666')
      assert.deepEqual(await marksOn(page), ['Verve'])
    }
    for (const [text, marks] of [
      ['4222222222222', ['Visa']],
      ['2221 0000 0000 0009', ['Mastercard']],
      ['3782 822463 10005', ['Amex']],
      ['6011 0000 0000 0004', ['Visa', 'Mastercard', 'Verve']],
    ] as const) {
      await paste(page, number, text)
      assert.deepEqual(await marksOn(page), marks)
    }
    const cvv = page.getByLabel('CVV')
    await paste(page, cvv, ' 1 2 3 ')
    assert.equal(await cvv.inputValue(), '123')
    const expiry = page.getByLabel('Expiry date')
    await paste(page, expiry, '12/2031\n')
    assert.equal(await expiry.inputValue(), '12 / 2031')
  }))

test('a card of American Express has 15 digits in three groups, and 4 on its front', () =>
  visit(place, async (page) => {
    const number = await openCard(page, 'AMEX-1')
    await page.getByText('3 digits on the back of the card.').waitFor()

    await number.pressSequentially('3782822463100059')
    await page.getByLabel('CVV').fill('123')
    await page.getByRole('button', { name: `Pay ${PRICE}` }).click()

    assert.equal(await number.inputValue(), '3782 822463 10005', 'the sixteenth digit is dropped')
    assert.equal(await page.getByText('4 digits on the front of the card.').count(), 1)
    assert.equal(await page.getByLabel('CVV').getAttribute('aria-invalid'), 'true')
    assert.equal(await number.getAttribute('aria-invalid'), 'false')
  }))

test('a fourth digit of the CVV of another card is an error, before it costs an attempt', () =>
  visit(place, async (page) => {
    const number = await openCard(page, 'CVV-4')
    await number.pressSequentially(CARDS.success.number)
    await page.getByLabel('Expiry date').fill('1231')
    await page.getByLabel('CVV').fill('4081')

    await page.getByRole('button', { name: `Pay ${PRICE}` }).click()

    assert.equal(await page.getByLabel('CVV').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'cvv')
  }))

test('a code is taken with the spaces in it with which a message shows it', () =>
  visit(place, async (page) => {
    const { url } = await givenPayment(place, 'PASTE-2', { channels: ['card'] })
    await page.goto(url)
    await payByCard(page, CARDS.pinAndOtp)
    await answerCard(page, 'Card PIN', '1234')
    const code = page.getByLabel('6-digit code')
    await code.waitFor()

    await paste(page, code, ' 123 456\n')

    // The last digit sends it.
    await paid(page).waitFor()
  }))

test('every field of a card asks for digits and says what it is, for keyboards and managers', () =>
  visit(place, async (page) => {
    await openCard(page, 'FIELDS-1')
    const fields = await page
      .locator('input')
      .evaluateAll((inputs) =>
        (inputs as HTMLInputElement[]).map(({ id, inputMode, autocomplete, type, maxLength }) => [
          id,
          inputMode,
          autocomplete,
          type,
          maxLength,
        ]),
      )
    assert.deepEqual(fields, [
      ['number', 'numeric', 'cc-number', 'text', -1],
      ['expiry', 'numeric', 'cc-exp', 'text', -1],
      ['cvv', 'numeric', 'cc-csc', 'text', -1],
      ['pin', 'numeric', 'off', 'password', -1],
      ['otp', 'numeric', 'one-time-code', 'text', -1],
    ])
  }))

test('who has no mouse chooses with the arrows, Home and End, and pays', () =>
  visit(place, async (page) => {
    const { url } = await givenPayment(place, 'KEYS-1', { channels: ['card', 'bank_transfer'] })
    await page.goto(url)
    const [card, transfer] = ['Card', 'Bank transfer'].map((name) =>
      page.getByRole('tab', { name, exact: true }),
    ) as [Locator, Locator]
    const assertChosen = async (tab: Locator) => {
      assert.equal(await tab.getAttribute('aria-selected'), 'true')
      assert.equal(await tab.evaluate((one) => one === document.activeElement), true)
      const panel = page.locator(`#${await tab.getAttribute('aria-controls')}`)
      assert.equal(await panel.isVisible(), true)
    }
    await card.focus()
    const steps = [
      ['ArrowRight', transfer],
      ['ArrowRight', card],
      ['ArrowLeft', transfer],
      ['Home', card],
      ['End', transfer],
      ['ArrowLeft', card],
    ] as const
    for (const [key, chosen] of steps) {
      await page.keyboard.press(key)
      await assertChosen(chosen)
    }

    await page.keyboard.press('Tab')
    await page.keyboard.type(CARDS.success.number)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1231')
    await page.keyboard.press('Tab')
    await page.keyboard.type(CARDS.success.cvv)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), `Pay ${PRICE}`)
    await page.keyboard.press('Enter')

    await paid(page).waitFor()
  }))

test('a receipt is printed without buttons, in black on white, and stays meanwhile', () =>
  visit(place, async (page) => {
    await openCard(page, 'PRINT-1')
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
    await payByCard(page, CARDS.success)
    await page.getByText('Taking you back in').waitFor()

    await page.getByRole('button', { name: 'Print receipt' }).click()

    assert.equal(await page.locator('html').getAttribute('data-printed'), 'yes')
    assert.equal(await page.getByText('Taking you back in').isVisible(), false)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const seen = await page.evaluate(() => ({
      buttons: [...document.querySelectorAll<HTMLElement>('button, .button')].filter(
        ({ offsetParent }) => offsetParent !== null,
      ).length,
      ink: getComputedStyle(document.body).color,
      paper: getComputedStyle(document.body).backgroundColor,
    }))
    assert.deepEqual(seen, { buttons: 0, ink: 'rgb(0, 0, 0)', paper: 'rgb(255, 255, 255)' })
    for (const text of ['PRINT-1', 'Demo Store', 'morenike@example.com', '(Lagos)']) {
      assert.equal(await page.getByText(text).first().isVisible(), true, text)
    }
  }))

test('letters twice as large still fit the smallest phone', () =>
  visit(place, async (page) => {
    const { url } = await givenPayment(place, 'LARGE-1', { channels: ['bank_transfer', 'card'] })
    await page.goto(url)
    await page.locator('#account').waitFor()
    const size = () =>
      page
        .locator('#account p')
        .first()
        .evaluate((one) => getComputedStyle(one).fontSize)
    assert.equal(await size(), '16px')
    // As a browser does whose owner has asked for larger letters.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px'
    })
    assert.equal(await size(), '32px')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert(wide <= 0, `${wide} px too wide`)
  }))
