// Runs `countersign login` against a server, and approves it in a browser.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { builtServerCliPath } from '../src/start-server-for-tests.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

interface StartedCommand {
  output: () => string
  ended: Promise<number | null>
}

function openTerminal() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-login-'))
  const start = (...words: string[]): StartedCommand => {
    let text = ''
    const started = spawn(process.execPath, [builtServerCliPath, ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder, APPDATA: folder },
    })
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
    return { output: () => text, ended: new Promise((resolve) => started.once('exit', resolve)) }
  }
  const run = async (...words: string[]): Promise<string> => {
    const { output, ended } = start(...words)
    const exitCode = await ended
    return `${exitCode} ${output()}`
  }
  return { start, run, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

test('N23: a login is approved with a wallet, lets commands run, and ends with logout', async ({
  page,
  server,
  key,
}) => {
  const terminal = openTerminal()
  const { origin } = server
  await signInWithRole(page, server, key, 'administrator')
  const list = () => terminal.run('application', 'list', '--server', origin)
  expect(await list()).toContain(`countersign login ${origin}`)

  const login = terminal.start('login', origin)
  await expect.poll(login.output).toContain('must show the code')
  const [, link = ''] = /Open (\S+)/.exec(login.output()) ?? []
  const [, code = ''] = /the code (\S+)\./.exec(login.output()) ?? []
  await page.goto(link)
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByText('Change applications')).toBeVisible()
  await expect(page.getByText('127.0.0.0/24')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Approve this command line' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expect(page.getByRole('heading', { name: 'The command line is approved' })).toBeVisible()
  expect(await login.ended).toBe(0)
  expect(login.output()).toContain(`Logged in to ${origin} until`)

  // Other tests may have added applications to this server.
  expect(await list()).toMatch(/^0 /)
  expect(await terminal.run('registration-token', 'create', '--server', origin)).toMatch(/^1 .*permission\.denied/s)
  await page.getByRole('link', { name: 'Tokens' }).click()
  const token = page.getByRole('row', { name: /created by “countersign login”/ }).first()
  await expect(token).toContainText('Change applications')

  expect(await terminal.run('logout')).toContain(`0 Logged out of ${origin}.`)
  expect(await list()).toContain(`countersign login ${origin}`)
  await page.reload()
  await expect(token).toContainText('Revoked')
  terminal.remove()
})

test('a login asks the person to sign in, and can be denied', async ({ page, server, key }) => {
  const terminal = openTerminal()
  const login = terminal.start('login', server.origin)
  await expect.poll(login.output).toContain('must show the code')
  const [, link = ''] = /Open (\S+)/.exec(login.output()) ?? []
  await page.goto(link)
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await signInWithRole(page, server, key, 'auditor')
  await page.goto(link)
  await page.getByRole('button', { name: 'This wasn’t me' }).click()
  await expect(page.getByRole('heading', { name: 'The command line was denied' })).toBeVisible()
  expect(await login.ended).toBe(1)
  expect(login.output()).toContain('denied in the browser')
  terminal.remove()
})
