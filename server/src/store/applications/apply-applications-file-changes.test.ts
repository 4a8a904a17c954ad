import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { openTestDatabase, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createTestApplicationDefinition } from '../../testing/application-definition-fixtures.ts'
import { addApplication } from './add-application.ts'
import { applyApplicationsFileChanges } from './apply-applications-file-changes.ts'
import type { ApplyApplicationsFileChangesResult } from './apply-applications-file-changes.ts'
import { formatApplicationDefinitionErrorLine } from '../definition-errors/create-application-definition-error.ts'
import { parseApplicationsFile } from './parse-applications-file.ts'
import { formatApplicationsFilePlanStep, planApplicationsFileChanges } from './plan-applications-file-changes.ts'
import type { DesiredApplication } from './plan-applications-file-changes.ts'
import { findApplicationById, listAllApplications } from './application-store.ts'

const now = Date.parse('2026-01-15T12:00:00.000Z')
const wanted = (
  input: Parameters<typeof createTestApplicationDefinition>[0] = {},
  rest: Partial<DesiredApplication> = {},
): DesiredApplication => ({
  path: 'applications[0]',
  definition: createTestApplicationDefinition(input),
  ...rest,
})
const stepsOf = (applied: ApplyApplicationsFileChangesResult): string[] =>
  applied.outcome === 'applied' ? applied.steps.map(formatApplicationsFilePlanStep) : [applied.outcome]

const apply = (
  { queries }: Database,
  list: DesiredApplication[],
  prune = false,
): Promise<ApplyApplicationsFileChangesResult> =>
  applyApplicationsFileChanges({ queries, random: systemRandomBytes }, list, { prune }, now)

describe('applying an applications file', () => {
  testOnBothDatabases('adds and changes what differs, and changes nothing when repeated', async (kind) => {
    const database = await openTestDatabase(kind)
    const first = await apply(database, [wanted(), wanted({ id: 'tv', kind: 'device', redirectUris: [] })])
    expect(stepsOf(first)).toEqual(['+ grafana added', '+ tv added'])
    expect(first.outcome === 'applied' && first.secrets.map(({ id }) => id)).toEqual(['grafana'])
    const list = [
      wanted({ claimsIn: 'id-token', scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'] }),
      wanted({ id: 'tv', kind: 'device', redirectUris: [] }),
    ]
    const second = await apply(database, list)
    expect(stepsOf(second)).toEqual(['~ grafana: scopes + groups; claimsIn userinfo → id-token'])
    expect(second).toMatchObject({ secrets: [] })
    const lines = await listSequencedAuditEntryTexts(database.queries)
    expect(stepsOf(await apply(database, list))).toEqual([])
    expect(await listSequencedAuditEntryTexts(database.queries)).toEqual(lines)
  })

  testOnBothDatabases('removes applications only with prune, and only those that operators added', async (kind) => {
    const database = await openTestDatabase(kind)
    const context = { queries: database.queries, random: systemRandomBytes }
    await addApplication(
      context,
      { definition: createTestApplicationDefinition({ id: 'old' }), origin: 'operator' },
      now,
    )
    await addApplication(
      context,
      { definition: createTestApplicationDefinition({ id: 'guest' }), origin: 'registration' },
      now,
    )
    expect(stepsOf(await apply(database, [wanted()]))).toEqual(['+ grafana added'])
    expect(stepsOf(await apply(database, [wanted()], true))).toEqual(['- old removed'])
    expect((await listAllApplications(database.queries)).map(({ id }) => id)).toEqual(['grafana', 'guest'])
    expect((await listSequencedAuditEntryTexts(database.queries)).at(-1)).toBe(
      'application.removed success {"applicationId":"old"}',
    )
  })

  testOnBothDatabases('is atomic', async (kind) => {
    const database = await openTestDatabase(kind)
    await apply(database, [wanted()])
    const before = await listAllApplications(database.queries)
    const faulty = await apply(
      database,
      [
        wanted({ id: 'tv', kind: 'device', redirectUris: [] }),
        wanted({ sectorIdentifierUri: 'https://other.example/x' }, { path: 'applications[1]' }),
      ],
      true,
    )
    expect(faulty.outcome === 'invalid' && faulty.errors.map(formatApplicationDefinitionErrorLine)).toEqual([
      'applications[1].sectorIdentifierUri: must stay on the host "grafana.example", or the application would treat everyone as a new user',
    ])
    expect(await listAllApplications(database.queries)).toEqual(before)
    // File validation would refuse the duplicate ID; here, the second application conflicts.
    expect(await apply(database, [wanted({ id: 'one' }), wanted({ id: 'two' }), wanted({ id: 'two' })])).toEqual({
      outcome: 'conflict',
    })
    expect(await listAllApplications(database.queries)).toEqual(before)
    // If the audit log write fails, no change persists.
    await (
      kind === 'sqlite'
        ? sql`delete from audit_log_head`
        : sql`alter table pending_audit_events add constraint refuses check (type = '') not valid`
    ).execute(database.queries)
    await expect(apply(database, [wanted({ id: 'one' })])).rejects.toThrow(/The audit log has no head|"refuses"/)
    expect(await listAllApplications(database.queries)).toEqual(before)
  })

  testOnBothDatabases('adds each application once when two runs are concurrent', async (kind) => {
    const database = await openTestDatabase(kind)
    const list = ['a1', 'a2', 'a3', 'a4'].map((id) => wanted({ id }))
    const results = await Promise.all([apply(database, list), apply(database, list.toReversed())])
    // One run applies all changes, the other finds nothing to do.
    expect(results.map((result) => (result.outcome === 'applied' ? result.steps.length : 0)).toSorted()).toEqual([0, 4])
    expect(await listSequencedAuditEntryTexts(database.queries)).toHaveLength(4)
    expect(await listAllApplications(database.queries)).toHaveLength(4)
  })

  test('sets a secret provided by the operator, and changes it with the file', async () => {
    const database = await openTestDatabase('sqlite')
    const [first, second] = ['0123456789abcdefghijklmnopqrstuvwxyz', 'zyxwvutsrqponmlkjihgfedcba9876543210']
    expect(await apply(database, [wanted({}, { secret: first })])).toMatchObject({ outcome: 'applied', secrets: [] })
    expect((await findApplicationById(database.queries, 'grafana'))?.secretHash).toBe(hashBearerSecret(first))
    expect(stepsOf(await apply(database, [wanted({}, { secret: first })]))).toEqual([])
    expect(stepsOf(await apply(database, [wanted({}, { secret: second })]))).toEqual(['~ grafana: secret changed'])
    expect((await findApplicationById(database.queries, 'grafana'))?.secretHash).toBe(hashBearerSecret(second))
    // The stored secret is kept if the file omits it.
    expect(stepsOf(await apply(database, [wanted()]))).toEqual([])
    expect((await listSequencedAuditEntryTexts(database.queries)).join()).not.toContain(first)
  })

  test('sets, changes, keeps and removes a logo', async () => {
    const database = await openTestDatabase('sqlite')
    const [red, blue] = [
      { mediaType: 'image/png' as const, bytes: Buffer.from('red') },
      { mediaType: 'image/png' as const, bytes: Buffer.from('blue') },
    ]
    const logo = async (): Promise<string | null | undefined> =>
      (await findApplicationById(database.queries, 'grafana'))?.logo
    await apply(database, [wanted({}, { logo: red })])
    const first = await logo()
    expect(first).toEqual(expect.any(String))
    expect(stepsOf(await apply(database, [wanted({}, { logo: red })]))).toEqual([])
    expect(stepsOf(await apply(database, [wanted()]))).toEqual([])
    expect(stepsOf(await apply(database, [wanted({}, { logo: blue })]))).toEqual(['~ grafana: logo changed'])
    expect(await logo()).not.toBe(first)
    expect(stepsOf(await apply(database, [wanted({}, { logo: null })]))).toEqual(['~ grafana: logo removed'])
    expect(await logo()).toBeNull()
  })
})

test('planning an applications file lists the same steps as applying it, but changes nothing', async () => {
  const database = await openTestDatabase('sqlite')
  await apply(database, [wanted({ id: 'old' })])
  const before = await listAllApplications(database.queries)
  const { steps } = planApplicationsFileChanges(before, [wanted({ id: 'new' })], { prune: true })
  expect(steps.map(formatApplicationsFilePlanStep)).toEqual(['+ new added', '- old removed'])
  expect(await listAllApplications(database.queries)).toEqual(before)
  expect(stepsOf(await apply(database, [wanted({ id: 'new' })], true))).toEqual(['+ new added', '- old removed'])
})

const grafana = { id: 'grafana', name: 'Grafana', kind: 'web', redirectUris: ['https://grafana.example/login'] }

test('an applications file contains definitions and the locations of secrets and logos', () => {
  expect(
    parseApplicationsFile({
      applications: [
        { ...grafana, secretFile: 'grafana.secret', logo: 'grafana.png' },
        { id: 'tv', name: 'TV', kind: 'device', logo: null },
      ],
    }),
  ).toMatchObject({
    outcome: 'read',
    entries: [
      {
        path: 'applications[0]',
        definition: { id: 'grafana', authentication: 'client_secret_basic' },
        secretLocation: { file: 'grafana.secret' },
        logo: 'grafana.png',
      },
      { path: 'applications[1]', definition: { id: 'tv' }, secretLocation: null, logo: null },
    ],
  })
  expect(parseApplicationsFile({ applications: [] })).toEqual({ outcome: 'read', entries: [], products: [] })
})

test.each([
  [null, ['The file must contain a JSON object with the list "applications".']],
  [[grafana], ['The file must contain a JSON object with the list "applications".']],
  [{ applications: {} }, ['The file must contain a JSON object with the list "applications".']],
  [{ applications: [], prune: true }, ['prune: is unknown; the file may contain only "products" and "applications"']],
  [
    { applications: [grafana, 'x', { ...grafana, id: 'two', redirectUris: ['http://two.example/'] }] },
    [
      'applications[1]: must be an object',
      'applications[2].redirectUris[0]: must start with "https://"; plain http is allowed only for localhost, 127.0.0.1 and [::1]',
    ],
  ],
  [
    { applications: [grafana, { ...grafana, name: 'Again' }] },
    ['applications[1].id: "grafana" is already used by applications[0]'],
  ],
  [
    { applications: [{ ...grafana, secret: 'in clear' }] },
    [expect.stringMatching(/^applications\[0\]\.secret: is unknown/)],
  ],
  [
    { applications: [{ ...grafana, secretFile: '', logo: 7 }] },
    [
      'applications[0].secretFile: must be a string of 1 to 4096 characters',
      'applications[0].logo: must be a string of 1 to 4096 characters',
    ],
  ],
  [
    { applications: [{ ...grafana, secretFile: 'a', secretEnvironment: 'A' }] },
    ['applications[0].secretFile: must not be combined with secretEnvironment'],
  ],
  [
    { applications: [{ id: 'tv', name: 'TV', kind: 'device', secretEnvironment: 'A' }] },
    ['applications[0].secretEnvironment: must be omitted: authentication "none" uses no secret'],
  ],
  [
    { applications: Array.from({ length: 1001 }, () => grafana) },
    ['applications: must not have more than 1000 entries'],
  ],
])('an applications file is refused with the path of each error (%#)', (content, errors) => {
  const read = parseApplicationsFile(content)
  expect(read.outcome === 'invalid' && read.errors.map(formatApplicationDefinitionErrorLine)).toEqual(errors)
})
