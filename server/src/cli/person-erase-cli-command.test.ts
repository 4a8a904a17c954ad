// Tests of erasing a person from the command line.
import { toChecksumAddress } from '@countersign/message'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createRandomId } from '../platform/create-random-id.ts'
import { listSequencedAuditEntryTexts } from '../testing/inspect-test-database.ts'
import { createTestServer, ethereumTestKeys } from '../testing/countersign-test-server.ts'
import type { TestBrowser } from '../testing/countersign-test-server.ts'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'
import type { CliCommandResult } from '../testing/cli-command-test-steps.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'

const run = (database: string, ...words: string[]): Promise<CliCommandResult> =>
  runCliCommandForTests(['person', 'erase', ...words], {
    folder: tmpdir(),
    environment: { COUNTERSIGN_DATABASE: database, COUNTERSIGN_ORIGIN: 'https://sign-in.example' },
  })

async function openSignedIn(
  kind: (typeof databaseKinds)[number],
): Promise<{ address: string; database: Database; browser: TestBrowser; id: string }> {
  const address = await createTestDatabase(kind)
  const database = openDatabaseUntilTestEnds(address)
  const app = await createTestServer({ database })
  // The command uses the system clock.
  app.clock.now = Date.now()
  const browser = app.openBrowser()
  await browser.signIn()
  const { id } = await database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
  return { address, database, browser, id }
}

describe.each(databaseKinds)('countersign person erase on %s', (kind) => {
  test('P4: immediately erases the person identified by a wallet, and requires --yes', async () => {
    const { address, database, browser, id } = await openSignedIn(kind)
    const wallet = toChecksumAddress(ethereumTestKeys.alice.address)
    const unasked = await run(address, wallet)
    expect(unasked).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('Add --yes to confirm.') as string,
    })
    expect((await browser.send('GET', '/api/wallets')).statusCode).toBe(200)

    expect(await run(address, wallet, '--yes')).toEqual({ code: 0, out: `Erased ${id}; 1 session ended.\n`, error: '' })
    expect((await browser.send('GET', '/api/wallets')).json()).toMatchObject({ code: 'session.required' })
    expect((await listSequencedAuditEntryTexts(database.queries)).at(-1)).toBe(
      'person.erased success {"by":"operator"}',
    )
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole' })
    expect(await run(address, wallet, '--yes')).toMatchObject({
      code: 1,
      error: `error: Found no person to erase: ${wallet}.\n`,
    })
    expect(await run(address, id, '--yes')).toMatchObject({
      code: 1,
      error: `error: Found no person to erase: ${id}.\n`,
    })
  })

  test('P3: refuses while a merge can be undone', async () => {
    const { address, database, id } = await openSignedIn(kind)
    const merge = {
      moved_records: '{}',
      offered_at: 0,
      expires_at: 0,
      merged_at: 0,
      undo_until: Date.now() + 3_600_000,
      undone_at: null,
    }
    await database.queries
      .insertInto('identity_merges')
      .values({ id: createRandomId(systemRandomBytes), person_id: id, merged_person_id: id, ...merge })
      .execute()
    expect(await run(address, id, '--yes')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('can still be undone') as string,
    })
    expect((await database.queries.selectFrom('people').select('status').execute())[0]?.status).toBe('active')
  })
})

test('countersign person erase requires a person', async () => {
  expect(await run('sqlite:/nowhere', '--yes')).toMatchObject({
    code: 2,
    error: expect.stringContaining("missing required argument 'person'") as string,
  })
})
