// Tests that docs/development/spec.md matches the code: pages, tables, permissions, endpoints,
// codes and limits.
import { sessionEndReasons } from '@countersign/api/activity-event-types'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import { errorCatalog } from '@countersign/api/error-catalog'
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { htmlFileByAdminPagePath, htmlFileByPagePath } from '@countersign/api/page-html-files'
import { rolesByPermission, adminRoles } from '@countersign/api/admin-role-permissions'
import { apiRoutes } from '@countersign/api/api-route-paths'
import { supportedOAuthScopes } from '@countersign/api/oauth-scopes'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const points = read('docs/development/spec.md').split(/^## (?=\d)/m)
const point = (number: number): string => points.find((text) => text.startsWith(`${number}. `)) ?? ''

function namesIn(number: number, column: number): string[] {
  const rows = point(number)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.flatMap((cells) => [...(cells[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort()
}

test('spec point 2 lists every page', () => {
  expect(namesIn(2, 1)).toEqual([...Object.keys(htmlFileByPagePath), ...Object.keys(htmlFileByAdminPagePath)].sort())
})

test('spec point 3 lists every table', () => {
  const schema =
    /export interface DatabaseSchema \{\n([^}]*)\}/.exec(
      read('server/src/platform/database/database-schema.ts'),
    )?.[1] ?? ''
  const tables = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, table = '']) => table)
  expect(tables.length).toBeGreaterThan(30)
  expect(namesIn(3, 2)).toEqual(tables.sort())
})

test('spec point 4 lists every reason for a session to end', () => {
  const [line = ''] = /\*\*Session\*\*: live → ended \([^)]*\)/.exec(point(4)) ?? []
  expect([...line.matchAll(/`([^`]+)`/g)].map(([, reason]) => reason)).toEqual([...sessionEndReasons])
})

test('spec point 6 lists the roles of each permission', () => {
  const rows = [...point(6).matchAll(/^\| (`.*`) \|(.*)\|$/gm)].flatMap(([, names = '', ticks = '']) => {
    const held = adminRoles.filter((_, column) => ticks.split('|')[column]?.trim() === '✓')
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, held] as const)
  })
  expect(Object.fromEntries(rows)).toEqual(rolesByPermission)
})

test('spec point 7 lists every endpoint and every scope', () => {
  expect(namesIn(7, 2)).toEqual([...Object.keys(apiRoutes), ...Object.keys(adminApiRoutes)].sort())
  const [listed = ''] = /Scopes: [^.]*\./s.exec(point(7)) ?? []
  expect([...listed.matchAll(/`([^`]+)`/g)].map(([, scope]) => scope)).toEqual([...supportedOAuthScopes])
})

test('spec point 8 names existing error codes with their titles', () => {
  const rows = [...point(8).matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, code = '', message]) => [code, message])
  expect(rows.length).toBeGreaterThan(0)
  const known = new Map(Object.entries(errorCatalog).map(([code, { title }]) => [code, title]))
  expect(rows).toEqual(rows.map(([code = '']) => [code, known.get(code)]))
  const named = [...point(8).matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, code = '']) => code)
  expect(named.filter((code) => !known.has(code))).toEqual([])
})

test('spec point 9 states the default limits', () => {
  const rows = [...point(9).matchAll(/^\| (.*`.*) \| ([\d, ]+) \|$/gm)].flatMap(([, names = '', numbers = '']) => {
    const defaults = numbers.split(', ').map(Number)
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name = ''], index) => [name, defaults[index]])
  })
  expect(rows.length).toBeGreaterThan(30)
  const known = new Map(Object.entries(serverLimitDefinitions).map(([name, limit]) => [name, limit.default]))
  expect(rows).toEqual(rows.map(([name]) => [name, known.get(String(name))]))
})
