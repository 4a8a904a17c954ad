// Tests that commands behave the same in process and over the network.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { verifyClientSecret } from '../store/applications/validate-and-verify-client-secret.ts'
import { findApplicationById } from '../store/applications/application-store.ts'
import {
  createTemporaryTestFolder,
  prepareCliTransports,
  cliTransportCases,
} from '../testing/cli-transport-test-steps.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'
import { openSteppedUpBrowser } from '../testing/countersign-test-server.ts'
import { requireBrowserPersonId } from '../testing/admin-role-test-steps.ts'

const { bob } = ethereumTestKeys
const { open } = prepareCliTransports()

describe.each(cliTransportCases)('CLI commands %s', (transport) => {
  test('audit export writes a private file, and the audit log names the caller', async () => {
    const { secret, tokenId, personId, app, isLocal, run } = await open(transport)
    const folder = createTemporaryTestFolder()
    const [tokenFile, path] = [join(folder, 'token'), join(folder, 'activity.jsonl')]
    writeFileSync(tokenFile, `${secret}\n`)
    vi.stubEnv('COUNTERSIGN_TOKEN', '')
    const byFile = isLocal ? [] : ['--token-file', tokenFile]
    expect((await run('audit', 'export', path, ...byFile))[0]).toBe(0)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const lines = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string })
    expect(lines.map(({ type }) => type)).toContain('api_token.created')
    expect((await run('audit', 'export', path, ...byFile))[0]).toBe(1)
    expect((await run('audit', 'export', join(folder, 'a.xml'), '--format', 'xml', ...byFile))[0]).toBe(2)
    await sequenceAllAuditEntries(app.database.queries)
    const { content } = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select('content')
      .where('type', '=', 'audit_log.exported')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(content)).toEqual(isLocal ? {} : { actorId: personId, tokenId })
  })

  test('application commands add, show, change, disable and remove an application and rotate its secret', async () => {
    const { app, run } = await open(transport)
    expect(await run('application', 'list')).toEqual([
      0,
      'There are no applications yet. "npx countersign application add" adds one.',
    ])
    const redirect = ['--redirect', 'https://books.example/callback']
    const [, added] = await run('application', 'add', 'Book Shelf', '--kind', 'web', ...redirect)
    expect(added).toContain('Added "Book Shelf". Its settings:')
    const secret = /client secret +([\w-]{43})/.exec(added)?.[1] ?? ''
    const record = async () => {
      const found = await findApplicationById(app.database.queries, 'book-shelf')
      if (found === undefined) throw new Error(added)
      return found
    }
    expect(verifyClientSecret(await record(), secret, Date.now())).toBe(true)
    expect(await run('application', 'add', 'Book Shelf', '--kind', 'web', ...redirect)).toEqual([
      1,
      'error: An application "book-shelf" already exists. Nothing was changed. To get its settings again, with a new secret in place of the old one, run "npx countersign application rotate-secret book-shelf --env". To add another application, choose another client ID with --id.',
    ])
    expect(await run('application', 'list')).toEqual([0, 'book-shelf\tweb\tenabled\tBook Shelf'])
    expect((await run('application', 'show', 'book-shelf'))[1]).toContain('https://books.example/callback')
    expect(JSON.parse((await run('application', 'list', '--json'))[1])).toMatchObject({
      applications: [{ id: 'book-shelf', definition: { name: 'Book Shelf' }, secret: 'kept as a hash' }],
    })
    expect(await run('application', 'change', 'book-shelf', '--redirect', 'http://books.example/callback')).toEqual([
      1,
      expect.stringContaining('--redirect'),
    ])
    expect(await run('application', 'change', 'book-shelf', '--allowed-group', 'gone')).toEqual([
      1,
      'error: --allowed-group[0]: there is no group "gone"; "npx countersign group list" shows all groups. Nothing was changed.',
    ])
    expect(await run('application', 'change', 'book-shelf', '--max-age', '3600')).toEqual([
      0,
      expect.stringContaining('maxAgeSeconds null → 3600'),
    ])
    expect((await record()).definition.maxAgeSeconds).toBe(3600)
    expect((await run('application', 'rotate-secret', 'book-shelf', '--overlap', '1h'))[1]).toMatch(
      /\(shown only once\): [\w-]{43}\nThe old secret works until 20/,
    )
    expect(await run('application', 'disable', 'book-shelf')).toEqual([
      0,
      'Disabled "book-shelf". Its sign-ins have ended, and its tokens have been revoked.',
    ])
    expect((await record()).enabled).toBe(false)
    expect(await run('application', 'enable', 'book-shelf')).toEqual([0, 'Enabled "book-shelf".'])
    expect(await run('application', 'remove', 'book-shelf')).toEqual([1, expect.stringContaining('Add --yes')])
    expect(await run('application', 'remove', 'book-shelf', '--yes')).toEqual([0, 'Removed "book-shelf".'])
    expect(await run('application', 'show', 'book-shelf')).toEqual([
      1,
      'error: There is no application "book-shelf". "npx countersign application list" lists all applications.',
    ])
  })

  test('every change is printed as JSON with --json', async () => {
    const { app, run } = await open(transport)
    const id = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    const resource = 'https://mcp.example/mcp'
    const resourceIds = async () => (await app.database.queries.selectFrom('resources').select('id').execute())[0]
    const print = async (...words: string[]): Promise<unknown> => {
      const [code, out] = await run(...words, '--json')
      expect(code, out).toBe(0)
      return JSON.parse(out)
    }
    expect(await print('group', 'add', 'friends', '--wallets', bob.address)).toMatchObject({
      id: 'friends',
      name: 'friends',
    })
    expect(await print('group', 'remove', 'friends', '--yes')).toEqual({ id: 'friends' })
    const added = await print('resource', 'add', resource, '--scope', 'read Read your notes')
    expect(added).toMatchObject({ ...(await resourceIds()), resource, scopes: [{ scope: 'read' }], openTo: 'listed' })
    expect(await print('resource', 'remove', resource, '--yes')).toEqual({ id: (added as { id: string }).id, resource })
    expect(await print('application', 'add', 'Tool', '--kind', 'device')).toMatchObject({
      definition: { id: 'tool', name: 'Tool' },
      secret: null,
    })
    expect(await print('application', 'disable', 'tool')).toEqual({ id: 'tool', enabled: false, changed: true })
    expect(await print('application', 'disable', 'tool')).toEqual({ id: 'tool', enabled: false, changed: false })
    expect(await print('application', 'enable', 'tool')).toEqual({ id: 'tool', enabled: true, changed: true })
    expect(await print('application', 'remove', 'tool', '--yes')).toEqual({ id: 'tool' })
    expect(await print('person', 'suspend', id, '--reason', 'x')).toEqual({ id, ended: 1 })
    expect(await print('person', 'reactivate', id)).toEqual({ id })
    expect(await print('person', 'erase', id, '--reason', 'x', '--yes')).toEqual({ id, ended: 0 })
    // Errors are printed as plain text on stderr, even with --json.
    expect(await run('application', 'enable', 'tool', '--json')).toEqual([
      1,
      'error: There is no application "tool". "npx countersign application list" lists all applications.',
    ])
  })

  test('apply commands change applications, groups and resources, and change nothing when repeated', async () => {
    const { app, run } = await open(transport)
    const folder = createTemporaryTestFolder()
    const write = (name: string, content: object): string => {
      writeFileSync(join(folder, name), JSON.stringify(content))
      return join(folder, name)
    }
    const groups = write('groups.json', {
      groups: [{ id: 'team', name: 'Team', rule: { type: 'wallets', wallets: [bob.address] } }],
    })
    const resources = write('resources.json', {
      resources: [{ resource: 'https://mcp.example/mcp', name: 'Notes', scopes: [{ scope: 'read' }] }],
    })
    const wiki = { id: 'wiki', name: 'Wiki', kind: 'web', redirectUris: ['https://wiki.example/callback'] }
    const secret = 'f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3'
    writeFileSync(join(folder, 'secret'), `${secret}\n`)
    const applications = write('applications.json', {
      applications: [{ ...wiki, allowedGroups: ['team'], secretFile: 'secret' }],
    })
    expect(await run('application', 'apply', applications)).toEqual([
      1,
      expect.stringContaining('applications[0].allowedGroups[0]: there is no group "team"'),
    ])
    for (const [subject, file, step] of [
      ['group', groups, '+ team added'],
      ['resource', resources, '+ https://mcp.example/mcp added'],
      ['application', applications, '+ wiki added'],
    ] as const) {
      const dry = await run(subject, 'apply', file, '--dry-run')
      expect(dry).toEqual([0, `${step}\nThis was a dry run; nothing was changed.`])
      expect(await run(subject, 'apply', file)).toEqual([0, step])
      expect(await run(subject, 'apply', file, '--prune')).toEqual([0, 'Nothing to change.'])
    }
    const record = await findApplicationById(app.database.queries, 'wiki')
    expect(record !== undefined && verifyClientSecret(record, secret, Date.now())).toBe(true)
    expect((await run('group', 'apply', write('groups.json', { groups: [] }), '--prune'))[1]).toContain(
      'does not contain "team", which cannot be removed because it is required by wiki',
    )
    const none = write('applications.json', { applications: [] })
    expect(await run('application', 'apply', none, '--prune')).toEqual([0, '- wiki removed'])
    expect(await run('resource', 'apply', write('resources.json', { resources: [] }), '--prune')).toEqual([
      0,
      '- https://mcp.example/mcp removed',
    ])
  })

  test('resource commands add, show, change and remove', async () => {
    const { run, app } = await open(transport)
    const address = 'https://mcp.example/mcp'
    expect(await run('resource', 'list')).toEqual([
      0,
      'There are no resources yet. "npx countersign resource add" adds one.',
    ])
    expect(await run('resource', 'add', address, '--scope', 'openid')).toEqual([
      1,
      expect.stringContaining('--scope[0].scope: must not have the same name as one of'),
    ])
    expect(await run('resource', 'add', address, '--scope', 'read Read your notes', '--open-to', 'everyone')).toEqual([
      0,
      `Added "${address}". Every application can use it, even if it is not registered.`,
    ])
    expect(await run('resource', 'list')).toEqual([
      0,
      `${address}\teveryone\t${new URL(address).host}${new URL(address).pathname}\tread`,
    ])
    expect(await run('resource', 'change', address, '--claim', 'wallet')).toEqual([
      0,
      `Changed "${address}":\n  claims none → wallet`,
    ])
    expect((await run('resource', 'show', address))[1]).toMatch(/scope read +Read your notes[^]*token claims +wallet/)
    // No confirmation is needed, because no one has used the resource yet.
    expect(await run('resource', 'change', address, '--subjects', 'by-application')).toEqual([0, expect.any(String)])
    expect(await run('resource', 'remove', address)).toEqual([1, expect.stringContaining('Add --yes')])
    expect(await run('resource', 'remove', address, '--yes')).toEqual([0, `Removed "${address}".`])
    expect(await app.database.queries.selectFrom('resources').selectAll().execute()).toEqual([])
  })

  test('person commands suspend, restore and erase, also by wallet address', async () => {
    const { app, isLocal, run } = await open(transport)
    const id = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    // A remote caller must give a reason; for a local caller, it defaults to the command line.
    if (!isLocal) expect((await run('person', 'suspend', bob.address))[0]).toBe(2)
    expect(await run('person', 'suspend', bob.address, '--reason', 'Lost laptop')).toEqual([
      0,
      `Suspended ${id}; 1 session ended.`,
    ])
    expect(await run('person', 'reactivate', id)).toEqual([0, `Reactivated ${id}.`])
    expect(await run('person', 'reactivate', id)).toEqual([1, `error: Found no person to reactivate: ${id}.`])
    expect((await run('person', 'suspend', `0x${'1'.padStart(40, '0')}`, '--reason', 'x'))[1]).toContain(
      'error: Found no person to suspend',
    )
    expect((await run('person', 'erase', 'Bob', '--reason', 'x', '--yes'))[1]).toContain('error: Found no person')
    expect(await run('person', 'erase', bob.address, '--reason', 'Asked for it', '--yes')).toEqual([
      0,
      `Erased ${id}; 0 sessions ended.`,
    ])
  })
})
