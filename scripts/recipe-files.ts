// Reads the recipes: folders with small applications that are not part of the workspaces.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repositoryRoot } from './list-source-files.ts'

export const recipesFolder = join(repositoryRoot, 'recipes')

export interface Recipe {
  name: string
  readme: string
  /** The commands that a reader runs in a clone, in this order. */
  commands: string[]
  /** The port that the README names; null if the recipe serves no pages. */
  port: number | null
}

export const listRecipeNames = (): string[] =>
  globSync('*/package.json', { cwd: recipesFolder })
    .map((path) => dirname(path))
    .sort()

export function readRecipe(name: string): Recipe {
  const readme = readFileSync(join(recipesFolder, name, 'README.md'), 'utf8')
  const [, port] = /^Open http:\/\/localhost:(\d+)/m.exec(readme) ?? []
  return {
    name,
    readme,
    commands: [...readme.matchAll(/^ {4}(\S.*)$/gm)].map(([, command = '']) => command),
    port: port === undefined ? null : Number(port),
  }
}

/** Where the recipes expect the packed libraries, relative to the root of the clone. */
export function releaseFolderOfRecipes(): string {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { version: string }
  return join('dist/release', version)
}
