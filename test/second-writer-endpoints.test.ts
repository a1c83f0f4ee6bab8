import { beforeEach } from 'node:test'
import { type AddedEndpoint, clearAdded, updateAdded } from '../src/core/events/endpoints.sql.ts'
import { createEndpoint } from '../src/core/events/endpoints.ts'
import { type Race, testRaces } from './second-writers.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Added webhook endpoints: second-writers.ts.

const context = useContext()

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const at = new Date('2027-03-01T10:00:00+01:00')
const given = async () => {
  const sent = { url: 'https://books.example/hooks' }
  const { endpoint } = await createEndpoint(context, business, sent, null)
  return endpoint
}
const by = ({ businessId, mode, route }: AddedEndpoint) => ({ businessId, mode, route })

const RACES: Record<string, Race> = {
  'an endpoint is changed from a version': {
    table: 'webhook_endpoint',
    given,
    by,
    first: (sql, row: AddedEndpoint) => updateAdded(sql, row, { failures: 0, updatedAt: at }),
    second: (sql, row: AddedEndpoint) => updateAdded(sql, row, { url: 'x', updatedAt: at }),
  },
  'an endpoint is deleted from a version': {
    table: 'webhook_endpoint',
    given,
    by,
    first: (sql, row: AddedEndpoint) => updateAdded(sql, row, { failures: 0, updatedAt: at }),
    second: (sql, row: AddedEndpoint) => clearAdded(sql, row, at),
  },
}
testRaces(context, () => business, RACES)
