import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

// The picture in the README: a desktop page with the account to pay to, a phone with the receipt.

const PATH = join(import.meta.dirname, '../../docs/pictures/checkout.png')
const DESK = { width: 1000, height: 700 }
const PHONE = { width: 360, height: 740 }
const SIZE = { width: 1280, height: 800 }

const STYLE = `
body { margin: 0; height: 100vh; background: linear-gradient(160deg, #e3efeb, #cfe2db); }
img { position: absolute; box-shadow: 0 0 0 1px #0a6b5626, 0 24px 64px #10201b33; }
.desk { left: 32px; top: 72px; width: 930px; border-radius: 14px; }
.phone { right: 32px; bottom: 48px; width: 288px; border: 8px solid #10201b; border-radius: 36px; }
`

/** Sharp on high-density screens too. */
export const PICTURE_SCALE = 2

export async function takeDesk(page: Page): Promise<Buffer> {
  await page.setViewportSize(DESK)
  return page.screenshot()
}

export async function takePhone(page: Page): Promise<Buffer> {
  await page.setViewportSize(PHONE)
  return page.screenshot()
}

export async function compose(browser: Browser, desk: Buffer, phone: Buffer): Promise<void> {
  const page = await browser.newPage({ viewport: SIZE })
  const image = (name: string, bytes: Buffer) =>
    `<img class="${name}" alt="" src="data:image/png;base64,${bytes.toString('base64')}">`
  await page.setContent(`<style>${STYLE}</style>${image('desk', desk)}${image('phone', phone)}`)
  mkdirSync(dirname(PATH), { recursive: true })
  await page.screenshot({ path: PATH })
  await page.close()
}
