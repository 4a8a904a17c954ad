// The command line on another machine than the server: over the network, with a token, against the calls of the administration.
import { tokenPermissions } from '@countersign/api/permissions'
import type { Permission } from '@countersign/api/permissions'
import { testKeys } from '@countersign/testing/test-keys'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifySecret } from '../../protocol/applications/secret.ts'
import { findApplication } from '../../protocol/applications/store.ts'
import { createTestApp, openConfirmed } from '../../testing/test-app.ts'
import { hearCommands } from '../../testing/test-commands.ts'
import { openWithRole, personIdOf } from '../../testing/test-roles.ts'
import { connect } from './connect.ts'
import { runRemote, takeElsewhere } from './run-remote.ts'
import { settled } from '../../testing/read-all.ts'

const { alice, bob } = testKeys
const said = hearCommands()

async function open(permissions: readonly Permission[] = tokenPermissions) {
  const app = await createTestApp()
  const server = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { browser, personId } = await openWithRole(app, alice, 'owner')
  const made = (await browser.send('POST', '/api/admin/tokens', { name: 'Command line', permissions, days: 1 })).json<{
    secret: string
    token: { id: string }
  }>()
  vi.stubEnv('COUNTERSIGN_TOKEN', made.secret)
  const run = async (...words: string[]): Promise<[number, string]> => {
    const code = await runRemote(words.slice(0, 2).join(' '), words.slice(2), { server, tokenFile: null })
    return [code, said.splice(0).join('\n')]
  }
  return { app, server, personId, tokenId: made.token.id, secret: made.secret, run }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-remote-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the server and the token file are taken out of the arguments, wherever they stand', () => {
  expect(takeElsewhere(['application', 'list'])).toEqual({ words: ['application', 'list'], elsewhere: null })
  expect(takeElsewhere(['--server', 'https://a.example', 'application', 'list', '--json'])).toEqual({
    words: ['application', 'list', '--json'],
    elsewhere: { server: 'https://a.example', tokenFile: null },
  })
  expect(takeElsewhere(['application', 'remove', 'wiki', '--token-file', 't'])).toEqual({
    words: ['application', 'remove', 'wiki'],
    elsewhere: { server: '', tokenFile: 't' },
  })
  expect(takeElsewhere(['application', 'list', '--token-file=t', '--server=https://a.example'])).toEqual({
    words: ['application', 'list'],
    elsewhere: { server: 'https://a.example', tokenFile: 't' },
  })
})

test('a token goes to the server that is named, over a connection that nobody reads, and nowhere else', async () => {
  for (const address of [
    '',
    'http://sign-in.example',
    'https://user:pass@sign-in.example',
    'https://sign-in.example/path',
    'sign-in.example',
    'file:///etc',
  ]) {
    expect(() => connect(address, 'cst_x'), address).toThrow(/--server/)
  }
  // Whoever redirects is not followed.
  const seen: (string | undefined)[] = []
  const thief = createServer((request, response) => void (seen.push(request.headers.authorization), response.end('{}')))
  const honest = createServer(
    (_request, response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${(thief.address() as AddressInfo).port}/` }).end(),
  )
  for (const each of [thief, honest]) {
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void each.close())
  }
  await expect(
    connect(`http://127.0.0.1:${(honest.address() as AddressInfo).port}`, 'cst_secret').call('listTokens'),
  ).rejects.toThrow('cannot be reached')
  expect(seen).toEqual([])
})

test('without a token, or with one that is not accepted, it says so', async () => {
  const { server, run } = await open(['figures.read'])
  expect(await run('keys', 'rotate')).toEqual([2, expect.stringContaining('works on the machine of the server alone')])
  expect(await run('activity', 'export', join(makeFolder(), 'file'))).toEqual([
    1,
    expect.stringContaining('(permission.lacking)'),
  ])
  vi.stubEnv('COUNTERSIGN_TOKEN', 'cst_nothing')
  expect(await run('application', 'list')).toEqual([1, expect.stringContaining('(token.refused)')])
  vi.stubEnv('COUNTERSIGN_TOKEN', '')
  expect(await run('application', 'list')).toEqual([1, expect.stringContaining('COUNTERSIGN_TOKEN')])
  expect(await runRemote('application list', [], { server, tokenFile: '/nowhere/token' })).toBe(1)
  expect(said.splice(0)).toEqual(['The file /nowhere/token cannot be read.'])
})

test('the activity is taken along as a file of one’s own, by a token from a file', async () => {
  const { server, secret, tokenId, personId, app } = await open()
  const folder = makeFolder()
  const [tokenFile, path] = [join(folder, 'token'), join(folder, 'activity.jsonl')]
  writeFileSync(tokenFile, `${secret}\n`)
  vi.stubEnv('COUNTERSIGN_TOKEN', '')
  expect(await runRemote('activity export', [path], { server, tokenFile })).toBe(0)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const lines = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string })
  expect(lines.map(({ type }) => type)).toContain('token.created')
  expect(await runRemote('activity export', [path], { server, tokenFile })).toBe(1)
  expect(await runRemote('activity export', [join(folder, 'a.xml'), '--format', 'xml'], { server, tokenFile })).toBe(2)
  // The activity tells that a token did it, and whose.
  await settled(app.database.queries)
  const { content } = await app.database.queries
    .selectFrom('events')
    .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
    .select('content')
    .where('type', '=', 'activity.exported')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(content)).toEqual({ actorId: personId, tokenId })
})

test('applications are added, shown, changed, given another secret, disabled and removed', async () => {
  const { app, run } = await open()
  expect(await run('application', 'list')).toEqual([
    0,
    'There is no application yet. "countersign application add" makes one.',
  ])
  const [, added] = await run(
    'application',
    'add',
    'Book Shelf',
    '--kind',
    'web',
    '--redirect',
    'https://books.example/callback',
  )
  const secret = /shown only now: ([\w-]{43})/.exec(added)?.[1] ?? ''
  const record = () => findApplication(app.database.queries, 'book-shelf')
  expect(
    verifySecret(
      (await record()) ??
        (() => {
          throw new Error(added)
        })(),
      secret,
      app.clock.now,
    ),
  ).toBe(true)
  expect(await run('application', 'list')).toEqual([0, 'book-shelf  web  Book Shelf'])
  expect((await run('application', 'show', 'book-shelf'))[1]).toContain('https://books.example/callback')
  expect(await run('application', 'change', 'book-shelf', '--redirect', 'http://books.example/callback')).toEqual([
    1,
    expect.stringContaining('--redirect'),
  ])
  expect(await run('application', 'change', 'book-shelf', '--max-age', '3600')).toEqual([
    0,
    expect.stringContaining('maximumAgeSeconds null → 3600'),
  ])
  expect((await record())?.definition.maximumAgeSeconds).toBe(3600)
  expect((await run('application', 'rotate-secret', 'book-shelf', '--overlap', '1h'))[1]).toMatch(
    /shown only now: [\w-]{43}\nThe old one works until 20/,
  )
  expect(await run('application', 'disable', 'book-shelf')).toEqual([
    0,
    '"book-shelf" is disabled. What it was given has ended.',
  ])
  expect((await record())?.enabled).toBe(false)
  expect(await run('application', 'enable', 'book-shelf')).toEqual([0, '"book-shelf" is enabled.'])
  expect(await run('application', 'remove', 'book-shelf')).toEqual([1, expect.stringContaining('Add --yes')])
  expect(await run('application', 'remove', 'book-shelf', '--yes')).toEqual([0, '"book-shelf" is removed.'])
  expect(await run('application', 'show', 'book-shelf')).toEqual([
    1,
    expect.stringContaining('(application.not_found)'),
  ])
})

test('groups are added, shown, changed and removed', async () => {
  const { run } = await open()
  expect(await run('group', 'add', 'friends', '--wallets', bob.address)).toEqual([0, '"friends" is added.'])
  expect((await run('group', 'list'))[1]).toMatch(/^friends {2}members \d+, \d+ checked recently {2}friends$/)
  expect(await run('group', 'change', 'friends', '--name', 'Good friends')).toEqual([0, '"friends" is changed.'])
  expect((await run('group', 'show', 'friends'))[1].toLowerCase()).toContain(bob.address.toLowerCase())
  expect(await run('group', 'add', 'nobody')).toEqual([1, expect.stringContaining('needs a rule')])
  expect(await run('group', 'remove', 'friends', '--yes')).toEqual([0, '"friends" is removed.'])
})

test('resources are added, shown, changed and removed', async () => {
  const { run, app } = await open()
  const address = 'https://mcp.example/mcp'
  expect(await run('resource', 'list')).toEqual([0, 'There is no resource yet. "countersign resource add" adds one.'])
  expect(await run('resource', 'add', address, '--scope', 'openid')).toEqual([
    1,
    expect.stringContaining('--scope[0].scope: must not be named like'),
  ])
  expect(await run('resource', 'add', address, '--scope', 'read Read your notes', '--open-to', 'everyone')).toEqual([
    0,
    `"${address}" is added. Every application may use it, also one that nobody registered.`,
  ])
  expect(await run('resource', 'list')).toEqual([0, `${address}  everyone  read`])
  expect(await run('resource', 'change', address, '--claim', 'wallet')).toEqual([0, `"${address}" is changed.`])
  expect((await run('resource', 'show', address))[1]).toMatch(/scope read +Read your notes[^]*tokens tell +wallet/)
  // Another kind of name is for people to be asked about, where there are any.
  expect(await run('resource', 'change', address, '--subjects', 'by-application')).toEqual([0, expect.any(String)])
  expect(await run('resource', 'remove', address)).toEqual([1, expect.stringContaining('Add --yes')])
  expect(await run('resource', 'remove', address, '--yes')).toEqual([0, `"${address}" is removed.`])
  expect(await app.database.queries.selectFrom('resources').selectAll().execute()).toEqual([])
})

test('what is wrong with a group is told line by line, as on the machine of the server', async () => {
  const { run, app } = await open()
  const rule = (...contracts: string[]) => contracts.flatMap((contract) => ['--erc20', contract])
  const token = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  // What a definition may not be at all is found here already; its rule is read there, where the chains are.
  const wrong = rule('1:0x12:5', `1:${token}:-5`)
  expect(await run('group', 'add', 'Friends!', '--name', ' ', ...wrong)).toEqual([
    1,
    `Nothing was changed:
  - id: must be 2 to 64 of a–z, 0–9, ".", "_" and "-", and begin with a letter or digit
  - name: must not begin or end with a space`,
  ])
  expect(await run('group', 'add', 'friends', ...wrong)).toEqual([
    1,
    `Nothing was changed:
  - rule.any[0].contract: must be an address: "0x" and 40 hexadecimal digits
  - rule.any[1].atLeast: must be a whole number from 1 to 2^256 - 1, written as a text`,
  ])
  // Which chains are read is known there.
  const unread = `Nothing was changed:
  - rule: needs chain 1, which is not configured; none is
  - rule: needs chain 10, which is not configured; none is`
  expect(await run('group', 'add', 'friends', ...rule(`1:${token}:5`, `10:${token}:5`))).toEqual([1, unread])
  expect(await run('group', 'add', 'friends', '--wallets', bob.address)).toEqual([0, '"friends" is added.'])
  expect((await run('group', 'change', 'friends', ...rule(`1:${token}:5`)))[0]).toBe(1)
  expect((await run('group', 'change', 'friends', '--name', '\u202e')).at(0)).toBe(1)
  expect(await app.database.queries.selectFrom('groups').select(['id', 'name']).execute()).toEqual([
    { id: 'friends', name: 'friends' },
  ])
})

test('people are suspended and restored, by the address of their wallet too', async () => {
  const { app, run } = await open()
  const id = await personIdOf(await openConfirmed(app, bob))
  expect((await run('person', 'suspend', bob.address))[0]).toBe(2)
  expect(await run('person', 'suspend', bob.address, '--reason', 'Lost laptop')).toEqual([
    0,
    `Suspended ${id}; 1 session ended.`,
  ])
  expect(await run('person', 'restore', id)).toEqual([0, `Restored ${id}.`])
  expect(await run('person', 'restore', id)).toEqual([1, expect.stringContaining('(person.not_suspended)')])
  expect((await run('person', 'suspend', '0x0000000000000000000000000000000000000001', '--reason', 'x'))[1]).toContain(
    'There is no one person',
  )
})
