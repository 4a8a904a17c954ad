import { setTimeout as wait } from 'node:timers/promises'
import { installDjangoProject, startDjangoProject } from '../django-test-project.ts'
import { expectPageText, assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const renewAfterSeconds = 5

export const mozillaDjangoOidcTest: IntegrationTest = {
  id: 'mozilla-django-oidc',
  registry: 'PyPI',
  install: (folder) => installDjangoProject(folder, '5.0.2'),
  run: async (context, installed) => {
    const { server, port, register, alice, bob } = context
    const address = `http://127.0.0.1:${await port()}`
    const { paste, more } = await register(address)
    await startDjangoProject(context, installed, {
      address,
      settings: `${paste}
MIDDLEWARE += ['mozilla_django_oidc.middleware.SessionRefresh']
OIDC_RENEW_ID_TOKEN_EXPIRY_SECONDS = ${renewAfterSeconds}`,
      modules: { 'countersign_backend.py': more[0] ?? '' },
      paths: ["path('oidc/', include('mozilla_django_oidc.urls'))"],
      signIn: { path: '/oidc/authenticate/', method: 'get' },
      signOutPath: '/oidc/logout/',
      name: 'user.first_name',
    })
    const signInAddress = `${address}/oidc/authenticate/`
    await alice.signInAt(signInAddress)
    await expectPageText(alice.page, 'Hello alice, of admins staff')
    await bob.signInAt(signInAddress)
    await expectPageText(bob.page, 'Only for staff, bob')

    const renewals: URL[] = []
    alice.page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.searchParams.get('prompt') === 'none') renewals.push(url)
    })
    await wait(renewAfterSeconds * 1000 + 500)
    await alice.page.goto(address)
    await expectPageText(alice.page, 'Hello alice')
    assertThat(renewals.length === 1, `${renewals.length} silent renewals`)

    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.waitForURL((url) => url.origin === server.origin)
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.getByRole('button', { name: 'Sign in' }).waitFor()
    assertThat(alice.page.url() === `${address}/`, `after signing out at ${alice.page.url()}`)
    await assertSignedOut(alice, server.origin)

    await bob.page.goto(`${server.origin}/end-session`)
    await bob.page.getByRole('button', { name: 'Sign out' }).click()
    await bob.page.waitForURL('**/signed-out**')
    await wait(renewAfterSeconds * 1000 + 500)
    await bob.page.goto(address)
    await bob.page.getByRole('button', { name: 'Sign in' }).waitFor()
    return {
      signIn: 'works',
      names: 'username in `first_name`; the user is the `sub`',
      groups: 'Django groups, with the backend below',
      refused: 'refused by the application',
      signOut: 'both sessions, returns to the application',
      refresh: 'silently with `SessionRefresh`; ends after sign-out from Countersign',
    }
  },
}
