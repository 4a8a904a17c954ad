// Tests that no bytes of an erased person remain in the database file or the name index.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { sql } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createFullyPopulatedPerson,
  personalDataFixtureStrings,
} from '../../testing/fully-populated-person-fixtures.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import { requestPersonErasureForTests } from '../../testing/person-erasure-test-steps.ts'

test('P9: the SQLite file contains no bytes of an erased person', async () => {
  const address = await createTestDatabase('sqlite')
  const app = await createOidcTestServer({ database: openDatabaseUntilTestEnds(address) })
  const { browser } = await createFullyPopulatedPerson(app)
  // A running backup keeps old pages readable, and keeps new pages in the write-ahead log.
  const copied = openDatabase(address, { readOnly: true })
  onTestFinished(() => copied.close())
  const backup = await copied.queries.startTransaction().execute()
  expect(
    await backup.selectFrom('people').select('display_name').where('display_name', 'is not', null).execute(),
  ).toHaveLength(1)
  await requestPersonErasureForTests(browser)
  const folder = dirname(address.slice('sqlite:'.length))
  const found = () => {
    const stored = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('')
      .toLowerCase()
    return [...personalDataFixtureStrings, ethereumTestKeys.alice.address.slice(2)].filter((trace) =>
      stored.includes(trace.toLowerCase()),
    )
  }
  await app.pruneExpired()
  expect(found()).not.toEqual([])
  await backup.rollback().execute()
  await app.pruneExpired()
  expect(found()).toEqual([])
})

// The index stores a second copy of each name, as trigrams.
test('P9: the name index contains no part of the name of an erased person', async () => {
  const address = await createTestDatabase('sqlite')
  const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
  const [stays, goes] = [await openSteppedUpBrowser(app, ethereumTestKeys.carol), await openSteppedUpBrowser(app)]
  expect((await stays.send('PATCH', '/api/person', { displayName: 'Zoë' })).statusCode).toBe(200)
  expect((await goes.send('PATCH', '/api/person', { displayName: 'ᚠᚢᚦ' })).statusCode).toBe(200)
  const holds = async (part: string) => {
    const { rows } = await sql<{ block: Buffer }>`select block from name_trigrams_data`.execute(app.database.queries)
    return rows.some(({ block }) => block.includes(part))
  }
  expect([await holds('zoë'), await holds('ᚠᚢᚦ')]).toEqual([true, true])
  await requestPersonErasureForTests(goes)
  expect([await holds('zoë'), await holds('ᚠᚢᚦ')]).toEqual([true, false])
  await app.pruneExpired()
  const folder = dirname(address.slice('sqlite:'.length))
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes('ᚠᚢᚦ'), name).toBe(false)
})
