import { installDjangoProject, signInToDjangoProject, startDjangoProject } from '../django-test-project.ts'
import { expectPageText, assertSignedIn } from '../integration-test-assertions.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

export const pythonSocialAuthTest: IntegrationTest = {
  id: 'python-social-auth',
  registry: 'PyPI',
  install: (folder) => installDjangoProject(folder, 'social-auth-core 7.0.0, social-auth-app-django 8.0.0'),
  run: async (context, installed) => {
    const { server, port, register, alice, bob } = context
    const address = `http://127.0.0.1:${await port()}`
    const { paste, more } = await register(address)
    await startDjangoProject(context, installed, {
      address,
      // With DEBUG, exceptions bypass the middleware.
      settings: `${paste}
${more[0]}
SOCIAL_AUTH_OIDC_ALLOW_GROUPS = ['staff']
SOCIAL_AUTH_RAISE_EXCEPTIONS = False
LOGIN_REDIRECT_URL = '/'`,
      groups: ['staff', 'admins'],
      paths: ["path('', include('social_django.urls'))"],
      signIn: { path: '/login/oidc/', method: 'post' },
      signOutPath: '/logout/',
      name: 'user.username',
    })
    await signInToDjangoProject(address, alice, bob)
    await expectPageText(alice.page, 'Hello alice, of admins staff')
    await expectPageText(bob.page, 'Authentication is not allowed by the application policy.')
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await assertSignedIn(alice, server.origin)
    return {
      signIn: 'works',
      names: 'username',
      groups: '`GROUPS_MAP`, `ALLOW_GROUPS`',
      refused: '"Authentication is not allowed by the application policy."',
      signOut: 'only its own session',
      refresh: '-',
    }
  },
}
