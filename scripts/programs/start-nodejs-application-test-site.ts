// The library's preset is pasted exactly as printed.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RegisteredTestApplication, IntegrationTestContext } from './integration-test-types.ts'

/** The site resolves packages in the install folder, and listens on `process.env.PORT`. */
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
      // The presets read the secret from one of these variables.
      COUNTERSIGN_CLIENT_SECRET: registered.clientSecret,
      CLIENT_SECRET: registered.clientSecret,
      SESSION_SECRET: 'a secret that is long enough for this site',
    },
  })
}
