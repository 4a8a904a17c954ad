// Tests of the resource commands on one database file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../testing/inspect-test-database.ts'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'
import { openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'

const mcp = 'https://mcp.example/mcp'

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-resources-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const address = `sqlite:${join(folder, 'data/countersign.db')}`
  const environment = { COUNTERSIGN_DATABASE: address, COUNTERSIGN_ORIGIN: 'https://sign-in.example' }
  const run = async (...words: string[]): Promise<string> => {
    const { code, out, error } = await runCliCommandForTests(words, { folder, environment })
    return `${code} ${out}${error}`.trimEnd()
  }
  const write = (name: string, content: unknown): void => writeFileSync(join(folder, name), JSON.stringify(content))
  return { run, write, open: () => openDatabaseUntilTestEnds(address).queries }
}

async function allow(queries: DatabaseQueryBuilder, applicationId: string): Promise<void> {
  for (const id of ['p1', 'p2']) {
    const times = { created_at: 1, last_seen_at: 1 }
    await queries
      .insertInto('people')
      .values({
        id,
        display_name: null,
        display_name_folded: null,
        picture_url: null,
        locale: null,
        status: 'active',
        ...times,
      })
      .execute()
    await queries
      .insertInto('grants')
      .values({
        id,
        person_id: id,
        application_id: applicationId,
        scopes: 'openid',
        denied_scopes: '',
        resources: JSON.stringify([{ resource: mcp, scopes: ['read'] }]),
        disclosures: '{}',
        created_at: 1,
        last_used_at: 1,
        revoked_at: null,
      })
      .execute()
  }
}

test('resource commands add and show a resource, and remove it once no application lists it', async () => {
  const { run, open } = openFolder()
  expect(await run('resource', 'add', mcp, '--scope', 'read', '--scope', 'write Change your notes')).toBe(
    `0 Added "${mcp}". Only applications that list this resource can use it: run "npx countersign application change ID --resource …", or open the resource with --open-to.`,
  )
  expect(await run('resource', 'add', mcp, '--scope', 'read')).toContain(`1 error: A resource "${mcp}" already exists`)
  const application = ['--kind', 'web', '--redirect', 'https://wiki.example/callback']
  expect(await run('application', 'add', 'Wiki', ...application, '--resource', `${mcp} raed`)).toBe(
    `1 error: --resource[0].scopes[0]: "${mcp}" does not have the scope "raed"; its scopes are read write; add the scope with "npx countersign resource change". Nothing was changed.`,
  )
  expect(await run('application', 'add', 'Wiki', ...application, '--resource', `${mcp} read`)).toMatch(
    /^0 Added "Wiki"/,
  )
  expect(await run('resource', 'show', mcp)).toMatchInlineSnapshot(`
    "0   address         https://mcp.example/mcp
      name            mcp.example/mcp
      scope read      (no description)
      scope write     Change your notes
      open to         applications that list it: "npx countersign application change ID --resource ADDRESS…"
      listed by       wiki (read)
      token lifetime  default
      token claims    only the subject
      signed with     ES256
      token type      at+jwt
      subjects        by-resource: one identifier per person, whichever client requests the token
      product         none
      people          0 have granted an application access to it"
  `)
  expect(await run('resource', 'remove', mcp, '--yes')).toBe(
    `1 error: These applications list "${mcp}": wiki. Nothing was changed. Remove it from them first, with "npx countersign application change ID --resource …" (an empty value for none).`,
  )
  expect(await run('application', 'change', 'wiki', '--resource', '')).toMatch(/^0/)
  expect(await run('resource', 'remove', mcp)).toMatch(/^1 After [^]* is removed, [^]*Add --yes to confirm\.$/)
  expect(await run('resource', 'remove', mcp, '--yes')).toBe(`0 Removed "${mcp}".`)
  expect((await listSequencedAuditEntryTexts(open())).filter((line) => line.startsWith('resource.'))).toEqual([
    `resource.added success {"resource":"${mcp}"}`,
    `resource.removed success {"resource":"${mcp}"}`,
  ])
})

test('resource commands describe a resource in use, and require --yes to change its subjects', async () => {
  const { run, write, open } = openFolder()
  const application = ['application', 'add', 'Wiki', '--kind', 'web', '--redirect', 'https://wiki.example/callback']
  await run(...application, '--resource', `${mcp} read`)
  expect(await run('application', 'change', 'wiki', '--resource', `${mcp} read write`)).toMatch(/^0/)
  expect(await run('resource', 'list')).toBe(`0 ${mcp}\tlisted\t${mcp}\tread write`)
  await allow(open(), 'wiki')
  const warning = `2 people have granted an application access to "${mcp}". With the new subjects, each of them gets a different identifier there from the next token on, and the service no longer finds their data.`
  expect(await run('resource', 'change', mcp, '--subjects', 'by-resource')).toBe(
    `1 ${warning}\nerror: Nothing was changed. Add --yes to confirm.`,
  )
  const file = {
    resources: [
      {
        resource: mcp,
        name: 'Notes',
        scopes: [{ scope: 'read' }, { scope: 'write', description: 'Change your notes' }],
      },
    ],
  }
  write('resources.json', file)
  const change = `~ ${mcp}: name ${mcp} → Notes; subjects by-application → by-resource; descriptions of scopes changed (2 people get a different identifier there)`
  expect(await run('resource', 'apply', 'resources.json', '--dry-run')).toBe(
    `0 ${change}\nThis was a dry run; nothing was changed.`,
  )
  expect(await run('resource', 'apply', 'resources.json')).toBe(
    `1 ${warning}\nerror: Nothing was changed. Add --yes to confirm.`,
  )
  expect(await run('resource', 'apply', 'resources.json', '--yes')).toBe(`0 ${change}`)
  expect(await run('resource', 'apply', 'resources.json')).toBe('0 Nothing to change.')
  // From here on, the scopes that the operator defined apply.
  expect(await run('application', 'change', 'wiki', '--resource', `${mcp} read delete`)).toContain(
    'does not have the scope "delete"',
  )
  write('none.json', { resources: [] })
  expect(await run('resource', 'apply', 'none.json', '--prune')).toContain(
    'which cannot be removed because it is used by wiki',
  )
  write('bad.json', {
    resources: [
      { resource: 'https://a.example/#x', scopes: [{ scope: 'openid' }, 'b'], claims: ['email'], openTo: 'all' },
      5,
    ],
    extra: 1,
  })
  expect(await run('resource', 'apply', 'bad.json')).toContain('extra: is unknown')
  write('bad.json', {
    resources: [
      {
        resource: 'https://a.example/#x',
        scopes: [{ scope: 'openid' }, 'b'],
        claims: ['email'],
        openTo: 'all',
        more: 1,
      },
      5,
    ],
  })
  expect(await run('resource', 'apply', 'bad.json')).toMatchInlineSnapshot(`
    "1 error: Nothing was changed:
      - resources[0].resource: must not have a fragment ("#…") (RFC 8707 §2)
      - resources[0].scopes[0].scope: must not have the same name as one of this server’s own scopes
      - resources[0].scopes[1]: must be an object with "scope" and, optionally, "description"
      - resources[0].openTo: must be one of "listed", "applications", "everyone"
      - resources[0].claims[0]: must be one of "wallet", "groups"
      - resources[0].more: is unknown; the members of a resource are resource, name, scopes, openTo, tokenLifetimeSeconds, claims, algorithm, tokenType, subjects, product
      - resources[1]: A resource must be a JSON object."
  `)
})
