// Tests MCP (Model Context Protocol) authorization with the official SDK on both sides, and none of
// our code.
import { tmpdir } from 'node:os'
import { findFreePort } from '@countersign/testing/find-free-port'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { startNodeScript } from '../src/start-demo-for-tests.ts'
import type { RunningNodeScript } from '../src/start-demo-for-tests.ts'
import { signInByApi, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

/** Opens the URL that a program printed, and consents. @returns what the program requested */
async function allow(page: Page, program: RunningNodeScript, time: number): Promise<string> {
  const address = () => [...program.output().matchAll(/^Open {2}(\S+)$/gm)][time]?.[1] ?? ''
  await expect.poll(address, { timeout: 30_000 }).toContain('/authorize')
  await page.goto(address())
  await expect(page.getByRole('button', { name: 'Allow and continue' })).toBeVisible()
  const asked = await page.locator('main').innerText()
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await expect(page.getByText('Done. You can close this page.')).toBeVisible()
  return asked
}

test('an MCP server recognizes a person across clients and requests further scopes when needed', async ({
  page,
  server,
  key,
}) => {
  const resource = `http://127.0.0.1:${await findFreePort()}/mcp`
  const elsewhere = 'https://elsewhere.example/mcp'
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/new-resource')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Address').fill(`${resource}#here`)
  await field('Scope 1').fill('read')
  await field('Description of scope 1').fill('Read your notes')
  await page.getByRole('button', { name: 'Add resource' }).click()
  await expect(field('Address')).toHaveAttribute('aria-invalid', 'true')
  await field('Address').fill(resource)
  await field('Name').fill('Notes')
  await page.getByRole('button', { name: 'Add scope' }).click()
  await field('Scope 2').fill('write')
  await field('Description of scope 2').fill('Change your notes')
  await page.getByLabel('Which applications may use it').selectOption('applications')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add resource' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
  await expect(page.getByText('One ID, the same for all clients')).toBeVisible()
  await expectAccessible(page)

  const loopback = { kind: 'native', redirectUris: ['http://127.0.0.1/callback'] } as const
  await applyTestApplicationDefinitions(server, [
    { ...loopback, id: 'mcp-one', name: 'Agent one' },
    { ...loopback, id: 'mcp-two', name: 'Agent two' },
    {
      ...testClientSecretEnvironmentReference,
      id: 'mcp-job',
      name: 'Job',
      kind: 'machine',
      resources: [{ resource: elsewhere, scopes: ['read'] }],
    },
  ])
  const notes = startNodeScript('examples/src/example-mcp-resource-server.ts', {
    ISSUER: server.origin,
    RESOURCE: resource,
  })
  await expect.poll(notes.output).toContain(`MCP server at ${resource}`)
  const start = async (id: string, ...tools: string[]) => {
    const callback = `http://127.0.0.1:${await findFreePort()}/callback`
    return startNodeScript(
      'examples/src/example-mcp-client.ts',
      { RESOURCE: resource, CLIENT_ID: id, CALLBACK: callback },
      tools,
    )
  }
  try {
    const one = await start('mcp-one', 'list-notes', 'add-note', 'list-notes')
    const first = await allow(page, one, 0)
    expect(first).toContain('Access to Notes')
    expect(first).toContain('Read your notes')
    expect(first).not.toContain('Change your notes')
    expect(await allow(page, one, 1)).toContain('Change your notes')
    expect(await one.ended).toBe(0)
    expect(one.output()).toMatch(/^list-notes: No notes yet\.\n[^]*add-note: Note 1 was saved\.\nlist-notes: Note 1$/m)
    const two = await start('mcp-two', 'list-notes')
    await allow(page, two, 0)
    expect(await two.ended).toBe(0)
    expect(two.output()).toContain('list-notes: Note 1')

    // O15: sends no token, an invalid token, and a token for another service.
    const ask = async (authorization?: string) => {
      const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) }
      const { status, headers: responseHeaders } = await fetch(resource, { method: 'POST', headers, body: '{}' })
      return `${status} ${responseHeaders.get('www-authenticate')}`
    }
    const where = `resource_metadata="${new URL(resource).origin}/.well-known/oauth-protected-resource/mcp"`
    expect(await ask()).toBe(`401 Bearer scope="read", ${where}`)
    const refused = `401 Bearer error="invalid_token", scope="read", ${where}`
    expect(await ask('Bearer a.b.c')).toBe(refused)
    const answer = await fetch(`${server.origin}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`mcp-job:${testClientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: elsewhere, scope: 'read' }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    expect(await ask(`Bearer ${access_token}`)).toBe(refused)
  } finally {
    notes.interrupt()
    await notes.ended
  }
})

test('the MCP conformance tests for authorization servers pass', async ({ page, server, key }) => {
  await signInByApi(page.context(), server.origin, key)
  const port = await findFreePort()
  const resource = 'https://conformance.example/mcp'
  const redirectUris = [`http://127.0.0.1:${port}/callback`]
  await applyTestApplicationDefinitions(server, [
    { id: 'mcp-conformance', name: 'Conformance', kind: 'native', redirectUris },
  ])
  const environment = {
    COUNTERSIGN_PORT: new URL(server.origin).port,
    COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
  }
  const add = ['resource', 'add', resource, '--open-to', 'applications']
  const { exitCode, output } = await runCountersignCommand(add, environment, tmpdir())
  expect(exitCode, output).toBe(0)
  const asked = `authorization --url ${server.origin} --client-id mcp-conformance --resource ${resource} --port ${port}`
  const conformance = startNodeScript(
    'node_modules/@modelcontextprotocol/conformance/dist/index.js',
    {},
    asked.split(' '),
  )
  const address = () => /^http\S+\/authorize\S+$/m.exec(conformance.output())?.[0] ?? ''
  await expect.poll(address).not.toBe('')
  await page.goto(address())
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  expect(await conformance.ended, conformance.output()).toBe(0)
  expect(conformance.output()).toContain('Total: 2 passed, 0 failed')
})
