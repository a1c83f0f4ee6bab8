import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { scaled } from '../../../test/scale.ts'
import { playYear } from '../../../test/subscriptions-year.ts'
import { useContext } from '../../../test/support.ts'

const context = useContext()
const api = useApi(context)

test('a year of 10,000 subscriptions: each period is charged once, as the model says', async () => {
  await playYear(context, api, scaled(10_000, 200))
})
