// Pipelined statements, and what happens if one of them fails.
import { describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import type { DatabaseQueryBuilder, DatabaseTransaction } from './open-sqlite-or-postgres-database.ts'
import { PostgresDriver } from './postgres-driver.ts'
import { prepareSqlQuery, pipelineSqlStatement } from './prepare-and-pipeline-sql-queries.ts'

const spend = prepareSqlQuery((queries: DatabaseQueryBuilder, id: string, expires_at: number) =>
  queries.insertInto('spent_challenges').values({ id, expires_at }),
)
const listSpent = prepareSqlQuery((queries: DatabaseQueryBuilder) =>
  queries.selectFrom('spent_challenges').select('id').orderBy('id'),
)
const spent = async (queries: DatabaseQueryBuilder): Promise<string[]> => (await listSpent(queries)).map(({ id }) => id)

describe.each(databaseKinds)('pipelined statements of a transaction on %s', (kind) => {
  test('run in order, before any later query', async () => {
    const { queries } = await openTestDatabase(kind)
    await queries.transaction().execute(async (transaction) => {
      await pipelineSqlStatement(transaction, spend(transaction, 'b', 1))
      await pipelineSqlStatement(transaction, spend(transaction, 'a', 1))
      expect(await spent(transaction)).toEqual(['a', 'b'])
      await pipelineSqlStatement(transaction, spend(transaction, 'c', 1))
    })
    expect(await spent(queries)).toEqual(['a', 'b', 'c'])
  })

  test('fail the commit and keep nothing if one of them fails', async () => {
    const { queries } = await openTestDatabase(kind)
    await spend(queries, 'taken', 1)
    const run = (then: (transaction: DatabaseTransaction) => Promise<unknown>) =>
      queries.transaction().execute(async (transaction) => {
        await pipelineSqlStatement(transaction, spend(transaction, 'first', 1))
        await pipelineSqlStatement(transaction, spend(transaction, 'taken', 1))
        await then(transaction)
      })
    await expect(run(async () => {})).rejects.toThrow(/unique/i)
    await expect(
      run((transaction) => pipelineSqlStatement(transaction, spend(transaction, 'last', 1))),
    ).rejects.toThrow(/unique/i)
    expect(await spent(queries)).toEqual(['taken'])
    await Promise.all(Array.from({ length: 20 }, (_, place) => spend(queries, `later ${place}`, 1)))
    expect(await spent(queries)).toHaveLength(21)
  })

  test('are rolled back if the transaction fails for another reason', async () => {
    const { queries } = await openTestDatabase(kind)
    await expect(
      queries.transaction().execute(async (transaction) => {
        await pipelineSqlStatement(transaction, spend(transaction, 'x', 1))
        throw new Error('changed its mind')
      }),
    ).rejects.toThrow('changed its mind')
    expect(await spent(queries)).toEqual([])
  })

  test('are also checked at a manual commit', async () => {
    const { queries } = await openTestDatabase(kind)
    await spend(queries, 'taken', 1)
    const transaction = await queries.startTransaction().execute()
    await pipelineSqlStatement(transaction, spend(transaction, 'taken', 1))
    await expect(transaction.commit().execute()).rejects.toThrow(/unique/i)
    await transaction.rollback().execute()
    expect(await spent(queries)).toEqual(['taken'])
  })
})

describe('PostgreSQL driver', () => {
  test('reports the first error of a transaction, and rolls back even if it was caught', async () => {
    const { queries } = await openTestDatabase('postgres')
    await spend(queries, 'taken', 1)
    await queries.transaction().execute(async (transaction) => {
      await spend(transaction, 'kept', 1)
    })
    await expect(
      queries.transaction().execute(async (transaction) => {
        await spend(transaction, 'before', 1)
        await spend(transaction, 'taken', 1).catch(() => {})
        await expect(spent(transaction)).rejects.toThrow(/unique/)
      }),
    ).rejects.toThrow('The transaction was rolled back')
    expect(await spent(queries)).toEqual(['kept', 'taken'])
  })

  test('sends BEGIN together with the first statements, without waiting for responses', async () => {
    const asked: string[] = []
    const answers: (() => void)[] = []
    const client = {
      query: (query: string | { text: string }) => {
        asked.push(typeof query === 'string' ? query : query.text)
        return new Promise((resolve) => answers.push(() => resolve({ command: 'SELECT', rowCount: 0, rows: [] })))
      },
      release: () => {},
    }
    const driver = new PostgresDriver({ connect: async () => client } as never)
    const connection = await driver.acquireConnection()
    await driver.beginTransaction(connection, { accessMode: 'read only', isolationLevel: 'repeatable read' })
    const ask = (sql: string) =>
      connection.executeQuery({ sql, parameters: [], query: {} as never, queryId: {} as never })
    const both = Promise.all([ask('select 1'), ask('select 2')])
    expect(asked).toEqual(['begin isolation level repeatable read, read only', 'select 1', 'select 2'])
    for (const answer of answers) answer()
    await both
  })

  // A prepared statement must not fail when a newer release adds a column.
  test('N20: runs prepared statements after a column was added', async () => {
    const { queries, pool } = await openTestDatabase('postgres')
    await queries.transaction().execute(async (transaction) => {
      await spend(transaction, 'before', 1)
      expect(await spent(transaction)).toEqual(['before'])
      const named = await transaction
        .selectFrom('pg_prepared_statements' as never)
        .select('statement' as never)
        .execute()
      expect(JSON.stringify(named)).toContain('insert into \\"spent_challenges\\"')
    })
    await pool?.query('alter table spent_challenges add column later text')
    await queries.transaction().execute(async (transaction) => {
      await spend(transaction, 'after', 1)
      expect(await spent(transaction)).toEqual(['after', 'before'])
    })
  })
})
