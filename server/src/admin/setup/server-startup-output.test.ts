// Tests what a server process prints to the terminal at startup.
import { findFreePort } from '@countersign/testing/find-free-port'
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { insertPerson } from '../../store/people/person-store.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { serverStartScriptSource } from '../../testing/start-test-server-process.ts'
import { isMatchingSetupCode } from './setup-code.ts'

async function start(
  address: string,
  environment: Record<string, string> = {},
): Promise<{ log: string; terminal: string }> {
  const port = await findFreePort()
  const written = { log: '', terminal: '' }
  const settings = {
    COUNTERSIGN_PORT: String(port),
    COUNTERSIGN_ORIGIN: 'https://sign-in.example',
    COUNTERSIGN_DATABASE: address,
    COUNTERSIGN_KEY_FILE: join(address.slice('sqlite:'.length), '../key'),
    COUNTERSIGN_LOG_LEVEL: 'trace',
    ...environment,
  }
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', serverStartScriptSource],
    { env: { PATH: process.env['PATH'], ...settings }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdout.on('data', (piece: Buffer) => void (written.log += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => void (written.terminal += piece.toString()))
  while (!written.log.includes('"ready"')) {
    if (child.exitCode !== null) throw new Error(`The server does not start: ${written.terminal}`)
    await wait(20)
  }
  child.kill('SIGTERM')
  await ended
  return written
}

test('N12: startup prints a new setup code to the terminal, not the log, until there is an owner', async () => {
  const address = await createTestDatabase('sqlite')
  const { queries } = openDatabaseUntilTestEnds(address)
  const hash = async () =>
    (await queries.selectFrom('setup').select('code_hash').executeTakeFirstOrThrow()).code_hash ?? ''
  const codes = []
  for (let round = 0; round < 2; round++) {
    const { log, terminal } = await start(address)
    expect(terminal).toContain('https://sign-in.example/setup')
    const code = /^ {2}((?:[0-9a-z]{4}-){4}[0-9a-z]{4})$/m.exec(terminal)?.[1] ?? ''
    expect(isMatchingSetupCode(code, await hash())).toBe(true)
    expect(log).not.toContain(code)
    codes.push(code)
  }
  expect(codes[0]).not.toBe(codes[1])
  await queries.transaction().execute((transaction) => insertPerson(transaction, 'owner', 1))
  await queries
    .insertInto('role_assignments')
    .values({ person_id: 'owner', role: 'owner', granted_by: null, granted_at: 1 })
    .execute()
  expect((await start(address)).terminal).not.toContain('/setup')
})

test('startup warns that an IP address origin has no passkeys, and does not log a CLI token', async () => {
  const { log } = await start(await createTestDatabase('sqlite'), {
    COUNTERSIGN_ORIGIN: 'https://192.0.2.1',
    COUNTERSIGN_TOKEN: 'cst_of-the-command-line',
  })
  expect(log).toContain('the host in the origin is an IP address, for which browsers do not create passkeys')
  expect(log).not.toContain('cst_of-the-command-line')
})
