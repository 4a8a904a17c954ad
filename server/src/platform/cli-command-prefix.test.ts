import { expect, test } from 'vitest'
import { findCliCommandPrefix, nameCliCommands } from './cli-command-prefix.ts'

test.each([
  ['npx', '/app/node_modules/.bin/countersign', { PATH: '/app/node_modules/.bin:/bin', npm_command: 'exec' }],
  ['a path outside the PATH', '/opt/app/node_modules/.bin/countersign', { PATH: '/usr/bin' }],
  ['the source', '/clone/server/src/cli-main.ts', { PATH: '/clone/server/src' }],
  ['an embedded process without a path', undefined, {}],
])('commands start with npx after a start with %s', (_start, path, environment) => {
  expect(findCliCommandPrefix({ path, environment })).toBe('npx countersign')
})

const container = { path: '/usr/local/bin/countersign', environment: { PATH: '/usr/local/bin' } }

test('commands have no npx where the program is on the PATH, as in the container image', () => {
  expect(findCliCommandPrefix(container)).toBe('countersign')
})

test('only quoted commands of a message are renamed', () => {
  const message = 'Run "countersign group list", then "countersign keys rotate". The user "countersign" stays.'
  const npx = { path: undefined, environment: {} }
  expect(nameCliCommands(message, npx)).toBe(
    'Run "npx countersign group list", then "npx countersign keys rotate". The user "countersign" stays.',
  )
  expect(nameCliCommands(message, container)).toBe(message)
})
