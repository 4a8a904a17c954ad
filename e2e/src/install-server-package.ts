import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packServerNpmPackage } from '../../scripts/release/pack-server-npm-package.ts'

export interface InstalledServerPackage {
  folder: string
  program: string
  remove: () => void
}

/** Uses neither this repository's Node nor its packages. */
export function installServerPackage(): InstalledServerPackage {
  const place = mkdtempSync(join(tmpdir(), 'countersign-package-'))
  const folder = join(place, 'empty')
  mkdirSync(folder)
  const tarball = packServerNpmPackage(place, null)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', tarball], {
    cwd: folder,
    env: getProcessEnvironmentWithoutNpm(),
    stdio: 'pipe',
  })
  return {
    folder,
    program: join(folder, 'node_modules/.bin/countersign'),
    remove: () => rmSync(place, { recursive: true, force: true }),
  }
}

/** Excludes the variables that npm scripts add. */
export function getProcessEnvironmentWithoutNpm(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: path.join(':') }
}
