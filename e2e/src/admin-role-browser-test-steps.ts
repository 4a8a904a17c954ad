// Who administrates in a test. A role is written into the database outright, as an operator with access to the machine could;
// how a role is given by the product itself has tests of its own.
import { DatabaseSync } from 'node:sqlite'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import type { RunningTestServer } from './start-server-for-tests.ts'
import { readPersonIdFromSession } from './read-person-id-from-session.ts'
import { openAccountWithFakeWallet } from './wallet-sign-in-test-steps.ts'

/**
 * Signs somebody in, and gives them a role; the browser, which has their wallet, is at their account then, and
 * known to be theirs.
 * @returns the id of the person
 */
export async function signInWithRole(
  page: Page,
  server: RunningTestServer,
  key: EthereumTestKey,
  role: AdminRole,
): Promise<string> {
  await openAccountWithFakeWallet(page, key, server.origin)
  return grantRoleToSignedInPerson(page, server, role)
}

/** Gives a role to whoever is signed in. @returns the id of the person */
export async function grantRoleToSignedInPerson(
  page: Page,
  server: RunningTestServer,
  role: AdminRole,
): Promise<string> {
  const personId = await readPersonIdFromSession(page.context(), server.origin)
  if (personId === null) throw new Error('Nobody is signed in.')
  grantRoleInTestDatabase(server, personId, role)
  return personId
}

/** Gives a role to a person. */
export function grantRoleInTestDatabase(server: RunningTestServer, personId: string, role: AdminRole): void {
  changeDatabase(
    server,
    'insert into role_assignments (person_id, role, granted_by, granted_at) values (?, ?, null, ?)',
    personId,
    role,
    Date.now(),
  )
  // As after a confirmation: in a browser that is new, the administration asks for one before it shows anything.
  const now = Date.now()
  changeDatabase(server, 'update browsers set trusted_at = ? where person_id = ?', now, personId)
}

/** Takes a role away at once, as another owner would. */
export function revokeRoleInTestDatabase(server: RunningTestServer, personId: string, role: AdminRole): void {
  changeDatabase(server, 'delete from role_assignments where person_id = ? and role = ?', personId, role)
}

/** Lets the sessions of a person have begun longer ago; that they were confirmed lately stays. */
export function backdateSessionsInTestDatabase(server: RunningTestServer, personId: string, seconds: number): void {
  changeDatabase(
    server,
    'update sessions set created_at = created_at - ? where person_id = ?',
    seconds * 1000,
    personId,
  )
}

/** Takes every role away and starts the server again, as if it were new. @returns the code that its terminal shows */
export async function removeAllRolesAndRestart(server: RunningTestServer): Promise<string> {
  changeDatabase(server, 'delete from role_assignments')
  changeDatabase(server, "update setup set dismissed_steps = '[]', backed_up_at = null")
  await server.stop()
  await server.start()
  return readSetupCodeFromServerLog(server)
}

/** The newest code for the first owner that the terminal shows. */
export function readSetupCodeFromServerLog({ log }: RunningTestServer): string {
  const code = log.flatMap((line) => /^\s*([0-9a-z]{4}(?:-[0-9a-z]{4}){4})\s*$/.exec(line)?.[1] ?? []).at(-1)
  if (code === undefined) throw new Error('The terminal shows no code.')
  return code
}

/** Changes something beneath a running server. */
function changeDatabase({ databasePath }: RunningTestServer, sql: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(databasePath, { timeout: 10_000 })
  try {
    database.prepare(sql).run(...values)
  } finally {
    database.close()
  }
}
