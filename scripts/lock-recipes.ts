// `npm run lock:recipes [-- FOLDER]` writes the lockfiles of the recipes. FOLDER contains packed
// libraries; without it, they are packed first.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { listRecipeNames, recipesFolder, releaseFolderOfRecipes } from './recipe-files.ts'
import { packLibraryNpmPackages } from './release/pack-library-npm-packages.ts'

interface RecipeLockfile {
  packages: Record<string, { integrity?: string; resolved?: string }>
}

const work = mkdtempSync(join(tmpdir(), 'countersign-recipes-'))
try {
  const [given] = process.argv.slice(2)
  const tarballs = given === undefined ? join(work, 'tarballs') : resolve(given)
  if (given === undefined) await packLibraryNpmPackages(tarballs)
  const release = join(work, releaseFolderOfRecipes())
  mkdirSync(dirname(release), { recursive: true })
  symlinkSync(tarballs, release)
  for (const name of listRecipeNames()) writeLockfile(name)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function writeLockfile(name: string): void {
  const folder = join(work, 'recipes', name)
  mkdirSync(folder, { recursive: true })
  cpSync(join(recipesFolder, name, 'package.json'), join(folder, 'package.json'))
  const npm = [
    'install',
    '--package-lock-only',
    '--omit-lockfile-registry-resolved',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const lockfile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as RecipeLockfile
  // The hash of our own packages differs with each build.
  for (const locked of Object.values(lockfile.packages))
    if (locked.resolved?.startsWith('file:')) delete locked.integrity
  writeFileSync(join(recipesFolder, name, 'package-lock.json'), `${JSON.stringify(lockfile, null, 2)}\n`)
  console.log(`recipes/${name}/package-lock.json`)
}
