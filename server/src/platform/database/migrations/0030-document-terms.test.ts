// Applications that people let in before their documents were stored apart: what an operator changed stays, and what only the first document
// lacked does not (THREATS O14).
import { describe, expect, test } from 'vitest'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'

const wide = ['openid', 'profile', 'wallet', 'offline_access']
const definition = (changes: object = {}) => ({
  scopes: wide,
  dpopRequired: false,
  pushedRequestRequired: false,
  maximumAgeSeconds: null,
  ...changes,
})

const none = {
  withheldScopes: [],
  addedScopes: [],
  withheldGrantTypes: [],
  dpopRequired: false,
  pushedRequestRequired: false,
  maximumAgeSeconds: null,
}

interface Case {
  /** What is in force. */
  kept: object
  /** What its document said last; left out where that was forgotten. */
  said?: object
  /** What the audit log has. */
  changes?: string[]
  narrowing: object | null
}

const cases: Readonly<Record<string, Case>> = {
  'narrow-at-first': { kept: definition({ scopes: ['openid'] }), said: definition(), narrowing: null },
  'changed-by-its-document': {
    kept: definition({ scopes: ['openid'] }),
    said: definition(),
    changes: [
      'redirectUris + https://agent.example/callback',
      'grantTypes - refresh_token; scopes - offline_access',
      'claimed name changed',
    ],
    narrowing: null,
  },
  'narrowed-by-an-operator': {
    kept: definition({ scopes: ['openid', 'groups'], maximumAgeSeconds: 60 }),
    said: definition(),
    changes: ['scopes + groups - profile - wallet - offline_access; maximumAgeSeconds null → 60'],
    narrowing: {
      ...none,
      withheldScopes: ['profile', 'wallet', 'offline_access'],
      addedScopes: ['groups'],
      maximumAgeSeconds: 60,
    },
  },
  'only-refresh-tokens-withheld': {
    kept: definition({ scopes: ['openid', 'profile', 'wallet'] }),
    said: definition(),
    changes: ['scopes - offline_access'],
    narrowing: { ...none, withheldScopes: ['offline_access'] },
  },
  'narrowed-and-forgotten': {
    kept: definition({ scopes: ['openid'] }),
    changes: ['scopes - profile - wallet - offline_access'],
    narrowing: { ...none, withheldScopes: ['profile', 'wallet', 'offline_access'] },
  },
  'dpop-of-the-document': {
    kept: definition({ dpopRequired: true }),
    said: definition({ dpopRequired: true }),
    changes: ['dpopRequired false → true'],
    narrowing: none,
  },
  'dpop-of-nobody-knows-whom': {
    kept: definition({ dpopRequired: true, pushedRequestRequired: true }),
    said: definition(),
    changes: ['dpopRequired false → true'],
    narrowing: { ...none, dpopRequired: true },
  },
  'other-policy': { kept: definition(), said: definition(), changes: ['ways - key'], narrowing: none },
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('O14 what an operator narrowed stays apart from the document, and every document is read again', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    const { queries } = database
    await migrate(database, '0024-instances')
    const application = { name: 'Agent', kind: 'single-page', enabled: 1, sector: 'x', created_at: 1, changed_at: 1 }
    const hash = (text: string) => text.padEnd(43, '0')
    let sequence = 0
    for (const [id, { kept, said, changes = [] }] of Object.entries(cases)) {
      await queries
        .insertInto('applications')
        .values({ id, ...application, definition: JSON.stringify(kept), origin: 'metadata-document' } as never)
        .execute()
      if (said !== undefined)
        await queries
          .insertInto('client_documents')
          .values({
            client_id: id,
            content: JSON.stringify({ definition: said, claimedName: null }),
            read_at: 1,
            fresh_until: 9e12,
            used_at: 1,
          })
          .execute()
      for (const text of changes) {
        const details = JSON.stringify({ applicationId: id, changes: text })
        const line = { at: 1, type: 'application.changed', outcome: 'success', details } as const
        sequence += 1
        // Some are sealed, and the last ones not yet.
        if (id === 'other-policy')
          await queries
            .insertInto('unsealed_events')
            .values({ ...line, evidence_hash: hash('e'), salt: 's', content: '{}' } as never)
            .execute()
        else {
          await queries
            .insertInto('events')
            .values({ sequence, ...line, previous_hash: hash('p'), hash: hash(`h${sequence}`) } as never)
            .execute()
          await queries.insertInto('event_links').values({ kind: 'application', target: id, sequence }).execute()
        }
      }
    }
    await migrate(database)
    const rows = await queries.selectFrom('applications').select(['id', 'document', 'narrowing']).execute()
    const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
    expect(Object.fromEntries(rows.map(({ id, narrowing }) => [id, parse(narrowing)]))).toEqual(
      Object.fromEntries(Object.entries(cases).map(([id, { narrowing }]) => [id, narrowing])),
    )
    expect(Object.fromEntries(rows.map(({ id, document }) => [id, parse(document)]))).toEqual(
      Object.fromEntries(
        Object.entries(cases).map(([id, { said }]) => [
          id,
          said === undefined ? null : { definition: said, anyLoopbackPort: false },
        ]),
      ),
    )
    const fresh = await queries.selectFrom('client_documents').select('fresh_until').distinct().execute()
    expect(fresh).toEqual([{ fresh_until: 0 }])
  })
})
