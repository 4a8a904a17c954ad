// Roles are written to the database; assigning them in the product has its own tests.
import { DatabaseSync } from 'node:sqlite'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import type { RunningTestServer } from './start-server-for-tests.ts'
import { readPersonIdFromSession } from './read-person-id-from-session.ts'
import { openAccountWithFakeWallet } from './wallet-sign-in-test-steps.ts'

/** Returns the person's ID. The browser has the wallet, is trusted, and shows the account. */
export async function signInWithRole(
  page: Page,
  server: RunningTestServer,
  key: EthereumTestKey,
  role: AdminRole,
): Promise<string> {
  await openAccountWithFakeWallet(page, key, server.origin)
  return grantRoleToSignedInPerson(page, server, role)
}

export async function grantRoleToSignedInPerson(
  page: Page,
  server: RunningTestServer,
  role: AdminRole,
): Promise<string> {
  const personId = await readPersonIdFromSession(page.context(), server.origin)
  if (personId === null) throw new Error('No one is signed in.')
  grantRoleInTestDatabase(server, personId, role)
  return personId
}

export function grantRoleInTestDatabase(server: RunningTestServer, personId: string, role: AdminRole): void {
  changeDatabase(
    server,
    'insert into role_assignments (person_id, role, granted_by, granted_at) values (?, ?, null, ?)',
    personId,
    role,
    Date.now(),
  )
  // Marks the browsers as trusted, because the console asks for a step-up in new browsers.
  const now = Date.now()
  changeDatabase(server, 'update browsers set trusted_at = ? where person_id = ?', now, personId)
}

export function revokeRoleInTestDatabase(server: RunningTestServer, personId: string, role: AdminRole): void {
  changeDatabase(server, 'delete from role_assignments where person_id = ? and role = ?', personId, role)
}

/** Makes sessions older; recent step-ups stay valid. */
export function backdateSessionsInTestDatabase(server: RunningTestServer, personId: string, seconds: number): void {
  changeDatabase(
    server,
    'update sessions set created_at = created_at - ? where person_id = ?',
    seconds * 1000,
    personId,
  )
}

export async function removeAllRolesAndRestart(server: RunningTestServer): Promise<string> {
  changeDatabase(server, 'delete from role_assignments')
  changeDatabase(server, "update setup set dismissed_steps = '[]', backed_up_at = null")
  await server.stop()
  await server.start()
  return readSetupCodeFromServerLog(server)
}

export function readSetupCodeFromServerLog({ log }: RunningTestServer): string {
  const code = log.flatMap((line) => /^\s*([0-9a-z]{4}(?:-[0-9a-z]{4}){4})\s*$/.exec(line)?.[1] ?? []).at(-1)
  if (code === undefined) throw new Error('The terminal shows no code.')
  return code
}

function changeDatabase({ databasePath }: RunningTestServer, sql: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(databasePath, { timeout: 10_000 })
  try {
    database.prepare(sql).run(...values)
  } finally {
    database.close()
  }
}
