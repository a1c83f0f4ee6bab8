import { test } from 'node:test'
import { APPLICATION_ROLE, connectAsOwner } from '../src/platform/db.ts'
import { ensureApplicationRole, grantToApplication } from '../src/platform/migrate.ts'
import { SERVER, useContext } from './support.ts'

const PROCESSES = 4
const ROUNDS = 20

const context = useContext()

test('processes that start at the same moment over one database all start', async () => {
  const owners = Array.from({ length: PROCESSES }, () =>
    connectAsOwner({ ...SERVER, database: context.database }),
  )
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      owners.map(async (owner) => {
        await ensureApplicationRole(owner)
        await grantToApplication(owner, APPLICATION_ROLE)
      }),
    )
  }
  await Promise.all(owners.map((owner) => owner.end()))
})
