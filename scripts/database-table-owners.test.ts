// Tests that each table has one owner (decision 0031): the folder that writes it and defines what
// its rows mean. Other code calls the owner to change rows. Other code may read any table, but must
// use the owner's conditions for what rows mean.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DatabaseSchema } from '../server/src/platform/database/database-schema.ts'
import { repositoryRoot, getServerSourceFolder, listSourceFiles } from './list-source-files.ts'

/**
 * Table → folder. Owners are as low in the import order as possible, because code that needs a
 * table changed must import its owner.
 */
const owners: Readonly<Record<string, string>> = {
  people: 'store/people',
  profile_pictures: 'store/pictures',
  identity_merges: 'store/people',
  usernames: 'store/usernames',
  email_addresses: 'store/email',
  email_codes: 'store/email',
  email_sends: 'store/email',
  wallets: 'store/wallets',
  wallet_names: 'store/wallets',
  wallet_avatars: 'store/wallets',
  proofs: 'store/wallets',
  sessions: 'store/sessions',
  browsers: 'store/sessions',
  passkeys: 'auth/passkeys',
  spent_challenges: 'auth/challenges',
  pending_challenges: 'auth/challenges',
  challenge_validity: 'auth/challenges',
  cross_device_requests: 'auth/cross-device',
  applications: 'store/applications',
  application_logos: 'store/applications',
  protected_site_hosts: 'store/applications',
  refused_requests: 'store/refused-requests',
  resources: 'store/resources',
  products: 'store/products',
  authorizations: 'store/authorizations',
  provider_records: 'store/authorizations',
  token_responses: 'store/authorizations',
  logout_deliveries: 'store/authorizations',
  grants: 'store/grants',
  subjects: 'oidc/provider',
  registration_tokens: 'oidc/provider',
  client_metadata_documents: 'store/client-metadata',
  signing_keys: 'store/signing-keys',
  groups: 'store/groups',
  group_members: 'groups/membership',
  role_assignments: 'store/roles',
  api_tokens: 'store/roles',
  login_requests: 'store/roles',
  setup: 'store/roles',
  saved_views: 'store/saved-views',
  recent_items: 'store/saved-views',
  branding: 'admin/endpoints',
  retention_progress: 'admin/retention',
  audit_events: 'audit-log',
  audit_event_evidence: 'audit-log',
  audit_log_head: 'audit-log',
  audit_log_nodes: 'audit-log',
  pending_audit_events: 'audit-log',
  log_signing_keys: 'audit-log/checkpoints',
  checkpoints: 'audit-log/checkpoints',
  log_witnesses: 'audit-log/checkpoints',
  audit_event_links: 'audit-log',
  audit_event_counts: 'audit-log',
  audit_event_cursor: 'audit-log',
  audit_event_hours: 'audit-log',
  readiness_probe: 'platform',
  instances: 'platform/cluster',
  work_leases: 'platform/cluster',
  release_history: 'platform/database',
  rate_limits: 'platform/rate-limits',
} satisfies Readonly<Record<keyof DatabaseSchema | 'rate_limits', string>>

/**
 * Meanings that a column alone does not express: the columns they depend on, and the other files
 * that may use these columns, each with a reason.
 */
const meanings: readonly { what: string; form: RegExp; owner: string; others: Readonly<Record<string, string>> }[] = [
  {
    what: 'a session is live',
    form: /\b(ended_at|idle_expires_at)\b/,
    owner: 'store/sessions',
    others: {
      'server/src/account/personal-data/export-person-usage-sections.ts': 'tells a person when their sessions ended',
    },
  },
  {
    what: 'a wallet is linked',
    form: /\bunlinked_at\b/,
    owner: 'store/wallets',
    others: {
      'server/src/account/personal-data/erase-people-from-audit-log.ts':
        'looks for an address in the log as long as it was theirs',
      'server/src/account/personal-data/export-person-identity-sections.ts':
        'tells a person until when they had a wallet',
    },
  },
  {
    what: 'a person is active',
    form: /\bstatus\b['"`)}\s,]*(?:'='\s*,\s*|(?<![!=])=\s*)'active'/,
    owner: 'store/people',
    others: {},
  },
]

/** Code that is exempt because it writes every table. */
const isElsewhere = (path: string): boolean =>
  // Creates tables, and fills columns that a new version adds.
  path.startsWith('server/src/platform/database/migrations/') ||
  // During an upgrade, locks the tables that the new version changes.
  path === 'server/src/platform/database/lock-tables-for-upgrade.ts' ||
  // Declares tables and columns as types.
  path === 'server/src/platform/database/database-schema.ts' ||
  // Sets up states that take a long time to reach or must never occur.
  path.startsWith('server/src/testing/') ||
  path.includes('.test.') ||
  // Generates a whole history at once, which no owner would allow (`countersign seed`).
  path.startsWith('server/src/cli/demo-data/')

const sources: ReadonlyMap<string, string> = new Map(
  listSourceFiles('server/src')
    .filter((path) => !isElsewhere(path))
    .map((path) => [path, withoutComments(readFileSync(join(repositoryRoot, path), 'utf8'))]),
)

/** Removes only whole-line comments, because a comment after code never contains SQL. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\/|\/\*\*|\*).*$/gm, '')
}

const builderWrite = /\.\s*(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)')?/g
const rawWrite =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into(?=[^']+\susing\s)|delete\s+from|truncate(?:\s+table)?|lock\s+table)\s+(?:"?(\w+)|\$\{)/gi
const rawUpdate = /\bupdate\s+(?:"?(?!set\b)(\w+)"?(?:\s+as\s+\w+)?|\$\{[^}]*\})\s+set\b/gi
const builderLock = /\.\s*for(?:Update|NoKeyUpdate|Share|KeyShare)\(\s*(?:'(\w+)')?/g
const rawLock = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b/gi

/** The tables that a source writes or locks; `unnamed` if it does not name the table. */
function writtenBy(source: string): string[] {
  const named = [builderWrite, rawWrite, rawUpdate].flatMap((form) =>
    [...source.matchAll(form)].map(([, table]) => table ?? 'unnamed'),
  )
  const held = [...source.matchAll(builderLock)].map((found) => found[1] ?? readAt(source.slice(0, found.index)))
  const heldRaw = [...source.matchAll(rawLock)].map(() => 'unnamed')
  return [...named, ...held, ...heldRaw]
}

/**
 * The table of the query that ends here; `unnamed` for a join, because a lock would apply to all of
 * the joined tables.
 */
function readAt(before: string): string {
  const start = before.lastIndexOf('.selectFrom(') + 1
  const query = before.slice(start)
  return /[a-z]Join\(/.test(query) ? 'unnamed' : (/^selectFrom\('(\w+)'/.exec(query)?.[1] ?? 'unnamed')
}

describe('detection of written tables', () => {
  test.each<[source: string, tables: string[]]>([
    ["queries.insertInto('people').values(row)", ['people']],
    ["transaction\n  .updateTable('people')\n  .set(x)", ['people']],
    ["prepare((queries, id: string) => queries.deleteFrom('people').where('id', '=', id))", ['people']],
    ['ofPeople = (table) => transaction.deleteFrom(table)', ['unnamed']],
    ['sql`insert into people (id) values (${id}) on conflict do update set id = excluded.id`', ['people']],
    ['sql`insert or ignore into people values (1)`', ['people']],
    ['sql`update people\n set name = ${name}`', ['people']],
    ['sql`update people as one set name = ${name}`', ['people']],
    ['sql`update ${sql.table(name)} set name = 1`', ['unnamed']],
    ['sql`delete from "people" where id = 1`', ['people']],
    ['sql`delete from ${table}`', ['unnamed']],
    [
      "queries.selectFrom('people').select('id').$if(isPostgres, (query) => query.forUpdate().skipLocked())",
      ['people'],
    ],
    ["queries.selectFrom('people').innerJoin('wallets', 'a', 'b').forShare()", ['unnamed']],
    ["queries.selectFrom('people').innerJoin('wallets', 'a', 'b').forUpdate('wallets')", ['wallets']],
    ['sql`select id from people for update skip locked`', ['unnamed']],
    ['sql`merge into people using (values (1)) as one on true when matched then do nothing`', ['people']],
    ["'a merge into the other identity can be undone'", []],
    ["queries.selectFrom('people').selectAll()", []],
  ])('finds the tables written by %s', (source, tables) => {
    expect(writtenBy(source)).toEqual(tables)
  })
})

test('every table is written only by its owner', () => {
  const writes = [...sources].flatMap(([path, source]) =>
    writtenBy(source).map((table) => ({ path, table, isOwner: owners[table] === getServerSourceFolder(path) })),
  )
  expect(writes.filter(({ isOwner }) => !isOwner).map(({ path, table }) => `${path} writes ${table}`)).toEqual([])
  const written = new Set(writes.map(({ table }) => table))
  expect(Object.keys(owners).filter((table) => !written.has(table))).toEqual([])
})

test.each(meanings)('only the owner of the table determines whether $what', ({ form, owner, others }) => {
  const saying = [...sources].filter(([, source]) => form.test(source)).map(([path]) => path)
  expect(saying.filter((path) => getServerSourceFolder(path) === owner)).not.toEqual([])
  expect(saying.filter((path) => getServerSourceFolder(path) !== owner)).toEqual(Object.keys(others))
})
