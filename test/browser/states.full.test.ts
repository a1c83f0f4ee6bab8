import { test } from 'node:test'
import { TAKES_PICTURES, takePictures } from './pictures.ts'
import { states } from './states.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Each state of the checkout on a small phone and a desk, in light and in dark: nothing is wider
// than the screen, and axe finds nothing, at WCAG 2.2 AA and beyond.

const place = usePlace()

for (const [name, { bring, statuses = [], hasScript = true }] of states) {
  test(`everybody can use the page that is ${name.replaceAll('-', ' ')}`, () =>
    visit(
      place,
      async (page) => {
        await bring(page, place)
        await inspect(page, name, { hasScript })
        if (TAKES_PICTURES) await takePictures(page, 'checkout', name)
      },
      { statuses, javaScriptEnabled: hasScript },
    ))
}
