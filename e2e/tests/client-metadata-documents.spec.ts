// Tests an unregistered application (draft-ietf-oauth-client-id-metadata-document): a Model Context
// Protocol client that the server knows only by its metadata document.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@countersign/testing/find-free-port'
import { createTestCertificate } from '@countersign/testing/create-test-certificate'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { startNodeScript } from '../src/start-demo-for-tests.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const certificate = createTestCertificate('localhost')
const folder = mkdtempSync(join(tmpdir(), 'countersign-documents-'))
const certificateFile = join(folder, 'site.pem')
writeFileSync(certificateFile, certificate.cert)

test.use({
  serverSettings: { NODE_EXTRA_CA_CERTS: certificateFile, COUNTERSIGN_CLIENT_METADATA_HOSTS: 'localhost' },
  allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\//,
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('O14: an unregistered client is shown by its URL, can be used, and is listed afterwards', async ({
  page,
  server,
  key,
}) => {
  const site = createServer(certificate, (request, response) => {
    response.writeHead(request.url === '/agent.json' ? 200 : 404, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        client_id: id,
        client_name: 'Helpful Agent',
        logo_uri: `${new URL(id).origin}/logo.png`,
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
      }),
    )
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const id = `https://localhost:${(site.address() as AddressInfo).port}/agent.json`
  const { host } = new URL(id)
  const resource = `http://127.0.0.1:${await findFreePort()}/mcp`
  const environment = {
    COUNTERSIGN_PORT: new URL(server.origin).port,
    COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
  }
  const add = [
    'resource',
    'add',
    resource,
    '--name',
    'Notes',
    '--scope',
    'read Read your notes',
    '--open-to',
    'everyone',
  ]
  expect((await runCountersignCommand(add, environment, tmpdir())).exitCode).toBe(0)
  await signInWithRole(page, server, key, 'administrator')
  const notes = startNodeScript('examples/src/example-mcp-resource-server.ts', {
    ISSUER: server.origin,
    RESOURCE: resource,
  })
  const callback = `http://127.0.0.1:${await findFreePort()}/callback`
  try {
    await expect.poll(notes.output).toContain(`MCP server at ${resource}`)
    const agent = startNodeScript(
      'examples/src/example-mcp-client.ts',
      { RESOURCE: resource, CLIENT_ID: id, CALLBACK: callback },
      ['list-notes'],
    )
    const address = () => /^Open {2}(\S+)$/m.exec(agent.output())?.[1] ?? ''
    await expect.poll(address, { timeout: 30_000 }).toContain('/authorize')
    await page.goto(address())
    await expect(page.getByRole('heading', { name: `${host} wants to know` })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText('Unverified app')
    await expect(main).toContainText(id)
    await expect(main).toContainText('“Helpful Agent” (not verified)')
    await expect(main).toContainText(new URL(callback).host)
    await expect(main).toContainText('You’ll continue to an app on this device')
    await expect(main).toContainText('Access to Notes')
    await expectAccessible(page)
    for (const [width, height] of [
      [360, 740],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expectNoHorizontalScroll(page)
    }
    await page.getByRole('button', { name: 'Allow and continue' }).click()
    await expect(page.getByText('Done. You can close this page.')).toBeVisible()
    expect(await agent.ended, agent.output()).toBe(0)
    expect(agent.output()).toContain('list-notes: No notes yet.')

    await page.goto(`${server.origin}/account/applications`)
    await expect(page.getByRole('heading', { name: host })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`Not registered here; identified by its address ${id}`)
    await page.goto(`${server.origin}/admin/applications`)
    await page.getByRole('link', { name: host }).click()
    await expect(page.getByRole('heading', { level: 2, name: host })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Someone allowed it by its address.')
    await expect(page.getByRole('main')).toContainText('Requested in its metadata documentopenid, profile, wallet')
    await expect(page.getByRole('main')).toContainText('Changed hereNothing')
    await expect(page.getByRole('main')).toContainText('“Helpful Agent” (not verified)')
    await expectAccessible(page)
  } finally {
    notes.interrupt()
    site.close()
    await notes.ended
  }
})

test('O21: an error is sent to an unregistered application only after the person clicks the button', async ({
  page,
  server,
}) => {
  const received: string[] = []
  const callback = createPlainServer((request, response) => {
    request.on('data', (chunk) => received.push(String(chunk)))
    request.once('end', () => response.end('<title>Agent</title><h1>Agent</h1>'))
  })
  const site = createServer(certificate, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const form = { client_id: id, client_name: 'Helpful Agent', token_endpoint_auth_method: 'none' }
    response.end(JSON.stringify({ ...form, application_type: 'native', redirect_uris: [redirectUri] }))
  })
  for (const each of [callback, site]) await new Promise<void>((listening) => each.listen(0, '127.0.0.1', listening))
  const id = `https://localhost:${(site.address() as AddressInfo).port}/agent.json`
  const redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
  const ask = (more: Record<string, string>): string =>
    `${server.origin}/authorize?${new URLSearchParams({ client_id: id, redirect_uri: redirectUri, scope: 'openid', state: 'kept', ...more })}`
  try {
    for (const [colorScheme, width, more] of [
      ['light', 360, { response_type: 'token' }],
      ['dark', 1440, { response_type: 'code', prompt: 'none', response_mode: 'form_post' }],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 740 })
      const response = await page.goto(ask(more))
      expect([response?.status(), new URL(page.url()).origin]).toEqual([400, server.origin])
      await expect(page.getByRole('heading', { name: 'You weren’t signed in' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(new URL(id).host)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await page.getByText('Continue to the app').click()
      await expect(page.getByRole('heading', { name: 'Agent' })).toBeVisible()
    }
    expect(received.map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
      expect.objectContaining({ error: 'invalid_request', state: 'kept', iss: server.origin }),
    ])
  } finally {
    for (const each of [callback, site]) {
      each.closeAllConnections()
      each.close()
    }
  }
})
