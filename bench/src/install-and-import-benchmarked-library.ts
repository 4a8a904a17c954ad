// Libraries that only benchmarks use have their own lockfile in alternatives/.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../alternatives')

export function installAndImportBenchmarkedLibrary(name: 'bip322-js'): unknown {
  const { dependencies } = read(join(folder, 'package.json')) as { dependencies: Record<string, string> }
  const installed = join(folder, 'node_modules', name, 'package.json')
  if (!existsSync(installed) || (read(installed) as { version: string }).version !== dependencies[name])
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return createRequire(join(folder, 'package.json'))(name) as unknown
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
