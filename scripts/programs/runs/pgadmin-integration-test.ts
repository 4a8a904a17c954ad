import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectPageText, assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import { installPythonPackages } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const onlyStaff = "'OAUTH2_ADDITIONAL_CLAIMS': {'groups': ['staff']},"

export const pgadminTest: IntegrationTest = {
  id: 'pgadmin',
  registry: 'PyPI',
  install: async (folder) => {
    await installPythonPackages(folder, 'pgadmin4==9.18', 'Authlib==1.8.0')
    return '9.18, Authlib 1.8.0'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address)
    writeFileSync(
      join(folder, 'config_local.py'),
      `${paste.replace(/\}\]$/, `    ${onlyStaff}\n}]`)}
DATA_DIR = '${join(folder, 'data')}'
DEFAULT_SERVER_PORT = ${at}
UPGRADE_CHECK_ENABLED = False
`,
    )
    const python = join(installed, 'bin/python')
    await start(
      ['bash', '-c', `exec ${python} ${join(installed, 'lib/python3*/site-packages/pgadmin4/pgAdmin4.py')}`],
      `${address}/misc/ping`,
      {
        environment: {
          PYTHONPATH: folder,
          PGADMIN_SETUP_EMAIL: 'owner@people.example',
          PGADMIN_SETUP_PASSWORD: 'of-this-run',
        },
      },
    )
    for (const person of [alice, bob]) {
      await person.page.goto(`${address}/login`)
      await person.page.getByRole('button', { name: 'Countersign' }).click()
      await person.allow()
    }
    await expectPageText(bob.page, 'The user is not authorized to login')
    await expectPageText(alice.page, 'alice (countersign)')
    // This dialog asks for pgAdmin's master password, which protects saved credentials.
    await expectPageText(alice.page, 'Set Master Password')
    await alice.page.locator('button[data-label=Cancel]').click()
    await alice.page.getByText('alice (countersign)').click()
    await alice.page.getByText('Logout', { exact: true }).click()
    await alice.page.waitForURL((url) => url.origin === server.origin)
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.getByRole('button', { name: 'Countersign' }).waitFor()
    assertThat(new URL(alice.page.url()).origin === address, `after signing out at ${alice.page.url()}`)
    await assertSignedOut(alice, server.origin)
    return {
      signIn: 'works',
      names: 'username',
      groups: '`OAUTH2_ADDITIONAL_CLAIMS`',
      refused: '"The user is not authorized to login"',
      signOut: 'both sessions, returns to the application',
      refresh: '-',
    }
  },
}
