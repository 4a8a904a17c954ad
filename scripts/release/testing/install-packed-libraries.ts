// Installs the packed libraries into an empty folder outside the repository, as users do.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface LibraryInstallation {
  readonly folder: string
  readonly write: (name: string, text: string) => string
  readonly run: (node: string, file: string) => string
  readonly remove: () => void
}

/** @param packages tarballs, or package names with a version */
export function installPackedLibraries(packages: readonly string[]): LibraryInstallation {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-installed-'))
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  write('package.json', '{ "private": true, "type": "module" }\n')
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages]
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  copyFileSync(
    join(import.meta.dirname, 'published-libraries-test-program.mjs'),
    join(folder, 'published-libraries-test-program.mjs'),
  )
  return {
    folder,
    write,
    run: (node, file) =>
      execFileSync(node, [file], { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const names = {
  message: '@countersign/message',
  errors: '@countersign/message/message-error-catalog',
  proof: '@countersign/proof',
}

export const createEsmLibraryTestProgram = (given: unknown): string => `
${Object.entries(names)
  .map(([key, name]) => `import * as ${key} from '${name}'`)
  .join('\n')}
import { exercisePublishedLibraries } from './published-libraries-test-program.mjs'
console.log(JSON.stringify(await exercisePublishedLibraries({ message, errors, proof }, ${JSON.stringify(given)})))
`

export const createCommonJsLibraryTestProgram = (given: unknown): string => `
const { exercisePublishedLibraries } = require('./published-libraries-test-program.mjs')
const libraries = { ${Object.entries(names)
  .map(([key, name]) => `${key}: require('${name}')`)
  .join(', ')} }
exercisePublishedLibraries(libraries, ${JSON.stringify(given)}).then((result) => console.log(JSON.stringify(result)))
`
