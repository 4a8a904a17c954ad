// The arrows between rooms, and the written order inside the server (ARCHITECTURE.md): imports only go where they may.
import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, root, serverRoomOf, sourcesOf } from './sources.ts'

/** What each room may import of the others. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  message: [],
  proof: ['message'],
  log: [],
  inspector: ['message', 'proof', 'log'],
  api: ['message', 'log'],
  server: ['proof', 'api', 'message', 'inspector', 'log'],
  web: ['api', 'message', 'inspector', 'log'],
  testing: ['message', 'api'],
  // Whole-system tests use what is released, as it is made for a release.
  e2e: ['testing', 'message', 'api', 'inspector', 'scripts', 'server'],
  bench: ['message', 'proof', 'api', 'server', 'testing'],
  examples: [],
}

/** Tests, wherever they stand, may also use the room that is made for them. */
const isTest = (path: string): boolean => path.includes('.test.') || path.startsWith('server/src/testing/')

/** The server's rooms, by wing and name: each imports only from those left of it, and from its neighbours in the same place. */
const serverOrder = [
  ['platform'],
  ['identity/namespaces'],
  ['activity', 'chain/reader'],
  ['protocol/authorizations'],
  [
    'identity/people',
    'identity/user-names',
    'identity/email',
    'identity/wallets',
    'identity/sessions',
    'protocol/keys',
    'administration/roles',
    'administration/views',
  ],
  ['chain/names', 'checkpoints'],
  ['chain/groups'],
  ['protocol/applications', 'protocol/resources'],
  ['protocol/programs', 'protocol/trouble'],
  ['protocol/client-documents'],
  ['protocol/grants', 'protocol/interactions'],
  ['identity/custody'],
  ['identity/challenges'],
  ['identity/cross-device'],
  ['identity/sign-in'],
  ['identity/passkeys'],
  ['identity/step-up'],
  [
    'identity/linking',
    'identity/merging',
    'identity/own-data',
    'protocol/openid',
    'protocol/forward-auth',
    'protocol/devices',
    'protocol/logouts',
    'chain/rechecks',
    'administration/retention',
  ],
  ['administration/calls', 'administration/restore', 'administration/setup'],
  ['app', 'main', 'start', 'commands', 'countersign'],
]

/** The room that an import leads to, or undefined where it stays at home or goes to a package. */
function roomOf(path: string, target: string): string | undefined {
  const named = /^@countersign\/([a-z0-9]+)/.exec(target)
  if (named !== null) return named[1]
  return target.startsWith('.') ? relative(root, join(root, dirname(path), target)).split('/')[0] : undefined
}

test('every folder with code is one of the rooms', () => {
  const folders = globSync('*/**/*.{ts,tsx}', { cwd: root, exclude: ['node_modules', '**/node_modules', '**/dist'] })
  const known = [...Object.keys(rooms), 'scripts']
  expect([...new Set(folders.map((path) => path.split('/')[0]))].filter((room) => !known.includes(room ?? ''))).toEqual(
    [],
  )
})

test.each(Object.keys(rooms))('%s imports only the rooms it may', (room) => {
  const sources = sourcesOf(room)
  expect(sources.length).toBeGreaterThan(0)
  const wrong = sources.flatMap((path) => {
    const allowed = [room, ...(rooms[room] ?? []), ...(isTest(path) ? ['testing'] : [])]
    return importsOf(path)
      .filter((target) => !allowed.includes(roomOf(path, target) ?? room))
      .map((target) => `${path} imports ${target}`)
  })
  expect(wrong).toEqual([])
})

test('of e2e, the simulation alone takes the server apart', () => {
  const wrong = sourcesOf('e2e')
    .filter((path) => !path.startsWith('e2e/src/simulation/'))
    .filter((path) => importsOf(path).some((target) => roomOf(path, target) === 'server'))
  expect(wrong).toEqual([])
})

test('the rooms of the server import only to the left', () => {
  const placeOf = (path: string): number => {
    const place = serverOrder.findIndex((rooms) => rooms.includes(serverRoomOf(path)))
    if (place < 0) throw new Error(`${path} stands in a room that has no place in the order yet.`)
    return place
  }
  const sources = sourcesOf('server/src').filter((path) => !isTest(path))
  expect(sources.length).toBeGreaterThan(300)
  const wrong = sources.flatMap((path) =>
    importsOf(path)
      .filter((target) => target.startsWith('.'))
      .map((target) => relative(root, join(root, dirname(path), target)))
      .filter((target) => target.startsWith('server/src/') && placeOf(target) > placeOf(path))
      .map((target) => `${path} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

test('a screen never imports a screen', () => {
  const screenOf = (path: string): string | undefined => /^web\/src\/screens\/([^/]+)\//.exec(path)?.[1]
  const wrong = sourcesOf('web')
    .filter((path) => screenOf(path) !== undefined)
    .flatMap((path) =>
      importsOf(path)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(root, join(root, dirname(path), target)))
        .filter((target) => screenOf(target) !== undefined && screenOf(target) !== screenOf(path))
        .map((target) => `${path} imports ${target}`),
    )
  expect(wrong).toEqual([])
})

/** The ways through files that lead back to where they began; one at least where there is any. */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set<string>()
  const way: string[] = []
  const cycles: string[] = []
  const visit = (path: string): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (seen.has(path)) return
    seen.add(path)
    way.push(path)
    for (const next of imports.get(path) ?? []) visit(next)
    way.pop()
  }
  for (const path of imports.keys()) visit(path)
  return cycles
}

test('a cycle is found, whatever leads to it', () => {
  const imports = { a: ['b'], b: ['c', 'd'], c: ['b'], d: [], e: ['e'] }
  expect(findCycles(new Map(Object.entries(imports)))).toEqual(['b → c → b', 'e → e'])
})

// Types count too: of two files that need each other's, neither can be read, moved or tested alone.
test.each([...Object.keys(rooms), 'scripts'])('no file of %s imports one that imports it', (room) => {
  const near = (path: string): string[] =>
    importsOf(path)
      .filter((target) => target.startsWith('.'))
      .map((target) => relative(root, join(root, dirname(path), target)))
  expect(findCycles(new Map(sourcesOf(room).map((path) => [path, near(path)])))).toEqual([])
})
