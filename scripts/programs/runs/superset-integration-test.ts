import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectPageText, assertThat, assertSignedIn } from '../integration-test-assertions.ts'
import { installPythonPackages } from '../third-party-program-installers.ts'
import type { TestPerson, IntegrationTest } from '../integration-test-types.ts'

export const supersetTest: IntegrationTest = {
  id: 'superset',
  registry: 'PyPI',
  install: async (folder) => {
    // Superset does not declare rich and cachetools as dependencies. Newer Flask-Caching breaks it.
    await installPythonPackages(
      folder,
      'apache-superset==6.1.0',
      'flask-appbuilder==5.3.0',
      'Authlib==1.9.10',
      'Flask-Caching==2.3.1',
      'rich==15.0.0',
      'cachetools==8.0.2',
    )
    return '6.1.0, Flask-AppBuilder 5.3.0, Authlib 1.9.10'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address, ['--allowed-group', 'staff'])
    const configuration = join(folder, 'superset_config.py')
    writeFileSync(configuration, `SECRET_KEY = '${'of-this-run-'.repeat(4)}'\n${paste}\n`)
    const program = join(installed, 'bin/superset')
    await start(
      ['bash', '-c', `${program} db upgrade && ${program} init && exec ${program} run --host 127.0.0.1 --port ${at}`],
      `${address}/health`,
      { environment: { SUPERSET_CONFIG_PATH: configuration, SUPERSET_HOME: folder, FLASK_APP: 'superset' } },
    )
    const ask = async ({ page }: TestPerson, path: string): Promise<{ status: number; answer: unknown }> => {
      const answer = await page.request.get(`${address}/api/v1/me/${path}`)
      return { status: answer.status(), answer: await answer.json() }
    }
    const signInAddress = `${address}/login/countersign`
    await alice.signInAt(signInAddress)
    await alice.page.waitForURL('**/superset/welcome/')
    await alice.page.goto(`${address}/user_info/`)
    await expectPageText(alice.page, 'alice')
    const { result: me } = (await ask(alice, 'roles/')).answer as {
      result: { username: string; email: string; roles: object }
    }
    assertThat(me.username === 'alice' && me.email.endsWith('@people.example'), `Alice is ${me.username}, ${me.email}`)
    const roles = Object.keys(me.roles).toSorted().join(' ')
    assertThat(roles === 'Admin Gamma Public', `roles: ${roles}`)
    await bob.page.goto(signInAddress)
    await expectPageText(bob.page, 'can’t use Superset')
    await alice.page.goto(`${address}/logout/`)
    const after = await ask(alice, '')
    assertThat(after.status === 401, `after signing out: ${after.status}`)
    await assertSignedIn(alice, server.origin)
    return {
      signIn: 'works',
      names: 'username, alias as email address',
      groups: 'roles through `AUTH_ROLES_MAPPING`',
      refused: 'Countersign shows the reason',
      signOut: 'only its own session',
      refresh: '-',
    }
  },
}
