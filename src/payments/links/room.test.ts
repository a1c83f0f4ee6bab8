import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { begin, givenLink } from '../../../test/links.ts'
import { askForAccount, pay } from '../../../test/payments.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR } from '../../platform/clock.ts'
import { abandonDue } from '../transactions/expire.ts'
import { linkStateOf } from './pay.ts'

// A link is used up when as many have paid as it allows. Before that, who pays just now holds a use
// that may become free.

const context = useContext()
const api = useApi(context)

for (const [paid, amidst, kind, later] of [
  [0, 0, 'open', 'open'],
  [0, 1, 'open', 'open'],
  [0, 2, 'held', 'open'],
  [1, 0, 'open', 'open'],
  [1, 1, 'held', 'open'],
  [2, 0, 'used_up', 'used_up'],
] as const) {
  test(`a link for two of which ${paid} have paid and ${amidst} are amidst it is ${kind}`, async () => {
    const business = await givenBusiness(context)
    const { slug } = await givenLink(api, business, { uses_max: 2 })
    for (let i = 0; i < paid; i++) await pay(api, await begin(api, slug), 'success')
    for (let i = 0; i < amidst; i++) await askForAccount(api, await begin(api, slug))

    const now = await linkStateOf(context, slug)
    context.advance(25 * HOUR)
    await abandonDue(context)
    const afterwards = await linkStateOf(context, slug)

    assert.deepEqual([now.kind, afterwards.kind], [kind, later])
  })
}
