// Tests of the registration token commands.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isClientRegistrationOpen } from '../oidc/provider/client-registration-tokens.ts'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'
import type { CliCommandResult } from '../testing/cli-command-test-steps.ts'
import { openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-registration-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const address = `sqlite:${join(folder, 'countersign.db')}`
  const environment = { COUNTERSIGN_DATABASE: address, COUNTERSIGN_ORIGIN: 'https://sign-in.example' }
  const run = (...words: string[]): Promise<CliCommandResult> =>
    runCliCommandForTests(['registration-token', 'create', ...words], { folder, environment })
  const other = (...words: string[]): Promise<CliCommandResult> =>
    runCliCommandForTests(['registration-token', ...words], { folder, environment })
  return { address, run, other }
}

test('O8: a registration token opens registration for its lifetime, and only its hash is stored', async () => {
  const { address, run } = openFolder()
  const before = Date.now()
  const { code, out } = await run('--lifetime', '2h', '--uses', '3')
  const after = Date.now()
  expect(code).toBe(0)
  expect(out).toContain('https://sign-in.example/register')
  const [token = ''] = /(?<![\w-])[\w-]{43}(?![\w-])/.exec(out) ?? []
  expect(token).not.toBe('')
  const { queries } = openDatabaseUntilTestEnds(address)
  const records = await queries.selectFrom('provider_records').selectAll().execute()
  expect(records).toMatchObject([{ kind: 'InitialAccessToken' }])
  expect(JSON.stringify(records)).not.toContain(token)
  expect(await isClientRegistrationOpen(queries, before + 7_199_000)).toBe(true)
  expect(await isClientRegistrationOpen(queries, after + 7_200_000)).toBe(false)
  await sequenceAllAuditEntries(queries)
  expect(await queries.selectFrom('audit_events').select('type').execute()).toEqual([
    { type: 'registration_token.created' },
  ])
})

test.each(['0h', '31d', '24'])(
  'a registration token lifetime of %s is refused with the allowed range',
  async (life) => {
    const { code, out, error } = await openFolder().run(`--lifetime=${life}`)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toContain(`--lifetime is "${life}"; allowed: a number of minutes, hours or days from 1m to 30d`)
  },
)

test('O17: registration-token list shows the remaining uses, and revoke ends a token', async () => {
  const { run, other } = openFolder()
  expect((await run()).out).toContain('10 applications can register')
  expect((await run('--uses', '1')).out).toContain('one application can register')
  const listed = await other('list')
  expect(listed.out).toMatch(/^[0-9a-z]{26}\tvalid\t\S+\t0\t(10|1)\t\n/)
  const { tokens } = JSON.parse((await other('list', '--json')).out) as { tokens: { id: string; works: boolean }[] }
  expect(tokens).toMatchObject([{ works: true }, { works: true }])
  const id = tokens[0]?.id ?? ''
  const { code, out } = await other('revoke', id, '--json')
  expect([code, JSON.parse(out)]).toEqual([0, { id }])
  expect((await other('revoke', id)).error).toContain(`no valid registration token "${id}"`)
  expect((await other('list')).out).toMatch(new RegExp(`^${id}\\tended\\t`, 'm'))
  for (const uses of ['0', '-1', '1001', 'x']) {
    const { code, error } = await run(`--uses=${uses}`)
    expect([code, error]).toEqual([1, expect.stringContaining(`--uses is "${uses}"; allowed: a number`)])
  }
})
