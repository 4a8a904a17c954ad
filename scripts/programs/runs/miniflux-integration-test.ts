import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { expectPageText, assertThat, assertSignedIn } from '../integration-test-assertions.ts'
import { installGoPrograms } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

export const minifluxTest: IntegrationTest = {
  id: 'miniflux',
  registry: 'Go modules',
  install: async (folder) => {
    await installGoPrograms(folder, 'miniflux.app/v2@v2.3.5')
    return '2.3.5'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address, ['--allowed-group', 'staff'])
    writeFileSync(join(folder, 'environment'), paste)
    const postgres = await startTestPostgresServer()
    try {
      const database = new URL(await postgres.createDatabase('miniflux'))
      const socket = database.searchParams.get('host') ?? ''
      await start(['bash', '-c', `set -a; . ./environment; exec ${join(installed, 'bin/miniflux.app')}`], address, {
        environment: {
          DATABASE_URL: `user=postgres dbname=miniflux host=${socket} sslmode=disable`,
          RUN_MIGRATIONS: '1',
          LISTEN_ADDR: `127.0.0.1:${at}`,
          BASE_URL: address,
        },
      })
      await alice.page.goto(address)
      await alice.page.getByRole('link', { name: 'Sign in with Countersign' }).click()
      await alice.allow()
      const logout = alice.page.getByRole('button', { name: 'Logout' })
      const title = await logout.getAttribute('title')
      assertThat(title === 'Logged in as alice', `Miniflux calls Alice "${title}"`)
      await bob.page.goto(`${address}/oauth2/oidc/redirect`)
      await expectPageText(bob.page, 'can’t use Miniflux')
      await bob.page.getByText('Back to Miniflux').click()
      await bob.page.waitForURL(`${address}/**`)
      await logout.click()
      await expectPageText(alice.page, 'Sign in with Countersign')
      await alice.page.goto(`${address}/settings`)
      await expectPageText(alice.page, 'Sign in with Countersign')
      await assertSignedIn(alice, server.origin)
      return {
        signIn: 'works',
        names: 'username',
        groups: '`--allowed-group`',
        refused: 'Countersign shows the reason',
        signOut: 'only its own session',
        refresh: '-',
      }
    } finally {
      await postgres.stop()
    }
  },
}
