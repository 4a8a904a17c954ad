// A site of a few lines for a library of Node's, which has the library's preset in it as it is printed.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RegisteredTestApplication, IntegrationTestContext } from './integration-test-types.ts'

/**
 * Writes the site down and starts it; it finds its packages where they were installed, and listens on `process.env.PORT`.
 * @param ready a path that answers once it listens
 */
export async function startNodeJsApplicationTestSite(
  { folder, start }: Pick<IntegrationTestContext, 'folder' | 'start'>,
  installed: string,
  {
    address,
    text,
    registered,
    ready = '/',
  }: { address: string; text: string; registered: RegisteredTestApplication; ready?: string },
): Promise<void> {
  symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'site.ts'), text)
  await start([process.execPath, 'site.ts'], `${address}${ready}`, {
    environment: {
      PORT: new URL(address).port,
      // The names under which the presets read the secret.
      COUNTERSIGN_CLIENT_SECRET: registered.clientSecret,
      CLIENT_SECRET: registered.clientSecret,
      SESSION_SECRET: 'a secret that is long enough for this site',
    },
  })
}
