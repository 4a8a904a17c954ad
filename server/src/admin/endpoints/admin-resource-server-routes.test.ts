// Tests of the admin resource server endpoints.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { deriveResourceServerId } from '../../platform/derive-resource-server-id.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { addTestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const mcp = 'https://mcp.example/mcp'
const at = `/api/admin/resources/${deriveResourceServerId(mcp)}`
const notes = {
  resource: mcp,
  name: 'Notes',
  scopes: [{ scope: 'read', description: 'Read your notes' }],
  openTo: 'listed',
  tokenLifetimeSeconds: null,
  claims: [],
  algorithm: 'ES256',
  tokenType: 'at+jwt',
  subjects: 'by-application',
}
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }): string =>
  statusCode < 300 ? 'done' : (JSON.parse(body) as { code: string }).code

describe.each(databaseKinds)('admin resource server endpoints on %s', (kind) => {
  test('add, find, change and remove a resource, and log which admin did it', async () => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
    const faulty = await browser.send('POST', '/api/admin/resources', { ...notes, name: ' ' })
    expect(faulty.json()).toMatchObject({ code: 'resource.invalid', field: 'name' })
    expect((await browser.send('POST', '/api/admin/resources', notes)).json()).toMatchObject({
      ...notes,
      described: true,
    })
    expect(codeOf(await browser.send('POST', '/api/admin/resources', notes))).toBe('resource.already_exists')
    await browser.send('POST', '/api/admin/resources', {
      ...notes,
      resource: 'https://other.example/',
      name: 'Other',
      openTo: 'everyone',
    })
    const list = async (query: string) =>
      (await browser.send('GET', `/api/admin/resources?${query}`))
        .json<AdminApiEndpointOutput<'listResources'>>()
        .items.map(({ name }) => name)
    expect(await list('')).toEqual(['Notes', 'Other'])
    expect(await list('order=desc')).toEqual(['Other', 'Notes'])
    expect(await list('search=mcp.EX')).toEqual(['Notes'])
    expect(await list('openTo=everyone')).toEqual(['Other'])
    await addTestClientApplication(app, { resources: [{ resource: mcp, scopes: ['read'] }] })
    const read = async () => (await browser.send('GET', at)).json<AdminApiEndpointOutput<'readResource'>>()
    const before = await read()
    expect(before).toMatchObject({ people: 0, applications: [{ id: 'test-app', scopes: ['read'] }] })
    const change = (body: object) => browser.send('PUT', at, { ...notes, changedAt: before.changedAt, ...body })
    expect(codeOf(await change({ resource: 'https://other.example/' }))).toBe('resource.invalid')
    expect((await change({ claims: ['wallet'] })).json()).toMatchObject({ claims: ['wallet'] })
    expect(codeOf(await change({ claims: [] }))).toBe('resource.conflict')
    await app.database.queries
      .insertInto('grants')
      .values({
        id: 'g',
        person_id: personId,
        application_id: 'test-app',
        scopes: 'openid',
        denied_scopes: '',
        resources: JSON.stringify([{ resource: mcp, scopes: ['read'] }]),
        disclosures: '{}',
        created_at: 1,
        last_used_at: 1,
        revoked_at: null,
      })
      .execute()
    const { changedAt, people } = await read()
    expect(people).toBe(1)
    const switching = { changedAt, subjects: 'by-resource' }
    expect(codeOf(await change(switching))).toBe('resource.subject_change_unconfirmed')
    expect(codeOf(await change({ ...switching, confirmedPeople: 1 }))).toBe('done')
    expect(codeOf(await browser.send('DELETE', at))).toBe('resource.in_use')
    expect(codeOf(await browser.send('DELETE', '/api/admin/applications/test-app'))).toBe('done')
    expect(codeOf(await browser.send('DELETE', at))).toBe('done')
    expect(codeOf(await browser.send('GET', at))).toBe('resource.not_found')
    await sequenceAllAuditEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select(['type', 'content'])
      .where('type', 'like', 'resource.%')
      .orderBy('audit_events.sequence')
      .execute()
    expect(lines.map(({ type }) => type)).toEqual([
      'resource.added',
      'resource.added',
      'resource.changed',
      'resource.changed',
      'resource.removed',
    ])
    expect(lines.every(({ content }) => content.includes(personId))).toBe(true)
  })
})
