import { expect, test } from 'vitest'
import { explainStatementOnSqlite } from '../../testing/check-query-plan.ts'
import { openTestDatabase } from '../../testing/database-fixtures.ts'
import { recordSqlStatementsUntilTestEnds } from '../../testing/record-sql-statements-until-test-ends.ts'
import { listStoredGroupVerdicts } from './list-stored-group-verdicts.ts'

test('stored memberships are looked up by person, so the size of the group does not matter', async () => {
  const statements = recordSqlStatementsUntilTestEnds('sqlite', () => 'lookup')
  const { queries } = await openTestDatabase('sqlite')
  statements.clear()
  await listStoredGroupVerdicts(queries, ['p'.repeat(26)], ['team'])
  const [statement] = [...statements.values()]
  if (statement === undefined) throw new Error('No statement was recorded')
  expect((await explainStatementOnSqlite(queries, statement))?.join('\n')).toContain('person_id=?')
})
