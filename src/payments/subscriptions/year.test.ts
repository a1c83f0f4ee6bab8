import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { playYear } from '../../../test/subscriptions-year.ts'
import { useContext } from '../../../test/support.ts'

const context = useContext()
const api = useApi(context)

test('a year of some subscriptions: each period is charged once, as the model says', async () => {
  await playYear(context, api, 30)
})
