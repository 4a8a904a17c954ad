import { installDjangoProject, signInToDjangoProject, startDjangoProject } from '../django-test-project.ts'
import { expectPageText, assertSignedIn } from '../integration-test-assertions.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const unusedWallet = '0x000000000000000000000000000000000000dEaD'

export const djangoAllauthTest: IntegrationTest = {
  id: 'django-allauth',
  registry: 'PyPI',
  install: (folder) => installDjangoProject(folder, '65.22.1'),
  run: async (context, installed) => {
    const { server, port, register, countersign, alice, bob } = context
    const address = `http://127.0.0.1:${await port()}`
    const { paste, more } = await register(address)
    const signInPath = '/accounts/oidc/countersign/login/'
    await startDjangoProject(context, installed, {
      address,
      settings: `${paste}
SOCIALACCOUNT_ADAPTER = 'countersign_adapter.CountersignAdapter'
LOGIN_REDIRECT_URL = '/'`,
      modules: { 'countersign_adapter.py': more[0] ?? '' },
      paths: ["path('accounts/', include('allauth.urls'))"],
      signIn: { path: signInPath, method: 'post' },
      signOutPath: '/accounts/logout/',
      name: 'user.username',
    })
    await signInToDjangoProject(address, alice, bob)
    await expectPageText(alice.page, 'Hello alice, of admins staff')
    await expectPageText(bob.page, 'Only for staff, bob')

    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await assertSignedIn(alice, server.origin)
    await countersign('group', 'change', 'admins', '--wallets', unusedWallet)
    await alice.page.getByRole('button', { name: 'Sign in' }).click()
    await expectPageText(alice.page, /^Hello alice, of staff$/)
    return {
      signIn: 'works',
      names: 'username',
      groups: 'Django groups, with the adapter below',
      refused: 'refused by the application',
      signOut: 'only its own session',
      refresh: '-',
    }
  },
}
