// Keycloak is an identity broker here; the application is its account console.
import type { Page } from '@playwright/test'
import { signOutAndAssertBackChannelLogout } from '../sign-out-and-assert-back-channel-logout.ts'
import { expectPageText, assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import { firstFakeWalletName } from '../../../e2e/src/wallet-sign-in-test-steps.ts'
import { installMavenArchive } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const administrator = 'administrator'

export const keycloakTest: IntegrationTest = {
  id: 'keycloak',
  registry: 'Maven Central',
  install: async (folder) => {
    await installMavenArchive(folder, 'org.keycloak:keycloak-quarkus-dist:26.7.3:tar.gz', [
      'bin/kc.sh',
      'build',
      '--db=dev-mem',
    ])
    return '26.7.3'
  },
  run: async ({ server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const origin = `http://127.0.0.1:${at}`
    const address = `${origin}/realms/main`
    const { settings } = await register(address, ['--allowed-group', 'staff'])
    await start(
      [
        'bin/kc.sh',
        'start',
        '--optimized',
        '--cache=local',
        '--http-enabled=true',
        '--http-host=127.0.0.1',
        `--http-port=${at}`,
        `--hostname=${origin}`,
      ],
      `${origin}/realms/master`,
      {
        cwd: installed,
        environment: { KC_BOOTSTRAP_ADMIN_USERNAME: administrator, KC_BOOTSTRAP_ADMIN_PASSWORD: administrator },
      },
    )
    const call = callsOf(origin)
    await call('POST', '', { realm: 'main', enabled: true })
    const profile = (await call('GET', '/main/users/profile')) as {
      attributes: { name: string; required?: object; permissions?: object }[]
    }
    for (const attribute of profile.attributes) if (attribute.name !== 'username') delete attribute.required
    profile.attributes.push({ name: 'wallet', permissions: { view: ['admin'], edit: ['admin'] } })
    await call('PUT', '/main/users/profile', profile)
    await call('POST', '/main/groups', { name: 'staff' })

    const console = await openConsole(alice.page, origin)
    await addProvider(console, settings)
    await console.close()
    await addMapper(call, 'oidc-advanced-group-idp-mapper', {
      claims: JSON.stringify([{ key: 'groups', value: 'staff' }]),
      group: '/staff',
    })
    await addMapper(call, 'oidc-user-attribute-idp-mapper', { claim: 'wallet', 'user.attribute': 'wallet' })

    const account = `${address}/account/`
    await alice.page.goto(account)
    await alice.page.locator('#social-countersign').click()
    await alice.allow()
    await expectPageText(alice.page, 'alice')
    const [user] = (await call('GET', '/main/users?username=alice&exact=true&briefRepresentation=false')) as {
      id: string
      attributes?: { wallet?: string[] }
    }[]
    assertThat(user !== undefined, 'the realm has no user alice')
    assertThat(user.attributes?.wallet?.[0]?.startsWith('eip155:') === true, `Alice: ${JSON.stringify(user)}`)
    const groups = (await call('GET', `/main/users/${user.id}/groups`)) as { name: string }[]
    assertThat(groups.map(({ name }) => name).join() === 'staff', `groups of Alice: ${JSON.stringify(groups)}`)
    await bob.page.goto(account)
    await bob.page.locator('#social-countersign').click()
    await expectPageText(bob.page, 'can’t use Keycloak')
    await bob.page.getByText('Back to Keycloak').click()
    await bob.page.waitForURL(`${origin}/**`)
    await expectPageText(bob.page, 'Access denied when authenticating with countersign')

    await signOutAndAssertBackChannelLogout(
      alice,
      server,
      async () => ((await call('GET', `/main/users/${user.id}/sessions`)) as object[]).length === 0,
    )
    await alice.page.goto(account)
    await alice.page.locator('#social-countersign').click()
    await alice.page.getByRole('button', { name: firstFakeWalletName }).click()
    await alice.page.getByRole('button', { name: 'alice' }).click()
    await alice.page.getByText('Sign out').click()
    await alice.page.waitForURL((url) => url.origin === server.origin)
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.locator('#social-countersign').waitFor()
    await assertSignedOut(alice, server.origin)
    return {
      signIn: 'works',
      names: 'username',
      groups: 'mapper *Advanced Claim to Group*; the wallet as attribute',
      refused: 'Countersign shows the reason',
      signOut: 'both sessions, returns to the application; back-channel logout',
      refresh: '-',
    }
  },
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>

function callsOf(origin: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: administrator,
        password: administrator,
      }),
    })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const called = await fetch(`${origin}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await called.text()
    assertThat(called.ok, `${method} ${path}: ${called.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

const addMapper = (call: Call, identityProviderMapper: string, config: Record<string, string>): Promise<unknown> =>
  call('POST', '/main/identity-provider/instances/countersign/mappers', {
    name: identityProviderMapper,
    identityProviderAlias: 'countersign',
    identityProviderMapper,
    config: { syncMode: 'FORCE', ...config },
  })

async function openConsole(page: Page, origin: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ locale: 'en-US' })
  assertThat(context !== undefined, 'no browser')
  const console = await context.newPage()
  console.setDefaultTimeout(30_000)
  await console.goto(`${origin}/admin/master/console/#/main/identity-providers/oidc/add`)
  await console.locator('#username').fill(administrator)
  await console.locator('#password').fill(administrator)
  await console.locator('#kc-login').click()
  return console
}

/** Some settings appear only after the provider was added. */
async function addProvider(console: Page, settings: Readonly<Record<string, string>>): Promise<void> {
  const left = new Map(Object.entries(settings))
  const form = console.locator('main')
  const fillIn = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      const value = left.get(name)
      assertThat(value !== undefined, `the preset has no ${name}`)
      const field = form.getByLabel(new RegExp(`^${name}( \\*)?$`)).last()
      const kind = await field.getAttribute('type')
      if (kind === 'checkbox') {
        assertThat(value === 'on', `${name} is ${value}`)
        if (!(await field.isChecked())) await field.locator('..').click()
        assertThat(await field.isChecked(), `${name} is off`)
      } else if (kind === 'button') {
        await field.click()
        await console.getByRole('option', { name: value, exact: true }).click()
      } else await field.fill(value)
      left.delete(name)
    }
  }
  await fillIn(['Alias', 'Discovery endpoint'])
  const read = console.waitForResponse((answer) => answer.url().endsWith('/identity-provider/import-config'))
  await form.getByLabel(/^Discovery endpoint/).blur()
  await read
  await fillIn(['Client authentication', 'Client ID', 'Client Secret'])
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await console.waitForURL(/settings$/)
  await form.getByRole('button', { name: 'Advanced', exact: true }).click()
  await fillIn([...left.keys()])
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expectPageText(console, 'Provider successfully updated')
}
