// The sources as the tests of the house read them (static analysis): which there are, what they import, and in which room of the server they
// stand.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

const importForm = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** What a source imports, also by a type or late, as it is written there. */
export const importsOf = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(importForm)].map(([, target]) => target as string)

/** The sources of a folder, with their tests. */
export const sourcesOf = (room: string): string[] =>
  globSync(`${room}/**/*.{ts,tsx}`, { cwd: root }).filter((path) => !/node_modules|\/dist\//.test(path))

/** What has several rooms in it. */
const wings = ['identity', 'protocol', 'chain', 'administration']

/** The room of the server that a file stands in; a file beside the rooms is one of its own. */
export function serverRoomOf(path: string): string {
  const [wing = '', room = ''] = path.slice('server/src/'.length).replace(/\.ts$/, '').split('/')
  return wings.includes(wing) ? `${wing}/${room}` : wing
}
