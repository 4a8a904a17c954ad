// Many more people than database connections at once: none of them gets a 503.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { createTestDatabase } from '../../testing/database-fixtures.ts'
import { openDatabase } from './open-sqlite-or-postgres-database.ts'
import type { OpenDatabaseOptions } from './open-sqlite-or-postgres-database.ts'

const people = 200

async function openInstances(count: number, limits: NonNullable<OpenDatabaseOptions['limits']>): Promise<TestServer[]> {
  const address = await createTestDatabase('postgres')
  const open = async (): Promise<TestServer> => {
    const database = openDatabase(address, { limits })
    onTestFinished(() => database.close())
    return createTestServer({ database })
  }
  return Promise.all(Array.from({ length: count }, open))
}

const signInAtOnce = (instances: readonly TestServer[], crowd: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: crowd }, async (_, person) => {
      const browser = instances[person % instances.length]?.openBrowser({ address: `10.${person}.0.1` })
      return (await browser?.signIn(createEthereumTestKey(person + 1)))?.statusCode ?? 0
    }),
  )

test('three instances sign in two hundred people at once without an error', { timeout: 120_000 }, async () => {
  // The default number of connections, with a longer timeout for a busy test machine.
  const instances = await openInstances(3, {
    databaseConnections: 10,
    databaseConnectionTimeoutSeconds: 60,
    databaseLockTimeoutSeconds: 30,
  })
  expect(await signInAtOnce(instances, people)).toEqual(Array<number>(people).fill(200))
  expect(instances.flatMap(({ log }) => log).filter((line) => line.includes('"level":50'))).toEqual([])
})

test('settings limit the number of database connections and how long a request waits for one', async () => {
  const [instance] = await openInstances(1, {
    databaseConnections: 1,
    databaseConnectionTimeoutSeconds: 1,
    databaseLockTimeoutSeconds: 2,
  })
  const { pool } = instance?.database ?? expect.fail()
  const { rows } = await (pool ?? expect.fail()).query(
    "select setting from pg_settings where name in ('lock_timeout', 'statement_timeout') order by name",
  )
  expect(rows).toEqual([{ setting: '2000' }, { setting: '4000' }])
  const only = await pool?.connect()
  // This waits in real time: one second, the shortest timeout that can be configured.
  expect((await instance?.openBrowser().send('GET', '/health/ready'))?.json()).toMatchObject({
    code: 'database.unavailable',
  })
  only?.release()
  expect(await signInAtOnce(instance === undefined ? [] : [instance], 5)).toEqual([200, 200, 200, 200, 200])
})
