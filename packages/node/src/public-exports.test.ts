import { expect, test } from 'vitest'
import * as core from './index.ts'
import * as onExpress from './express/index.ts'
import * as onFastify from './fastify/index.ts'
import * as onHono from './hono/index.ts'
import * as onNext from './next/index.ts'
import * as terminal from './terminal/index.ts'

test('@countersign/node exports exactly these names', () => {
  const entries = { core, onExpress, onFastify, onHono, onNext, terminal }
  expect(Object.entries(entries).map(([entry, names]) => `${entry}: ${Object.keys(names).sort().join(' ')}`)).toEqual([
    'core: ConfigurationError createMemorySessionStore protect sessions',
    'onExpress: protect protectedResourceMetadata sessions',
    'onFastify: protect sessions',
    'onHono: protect sessions',
    'onNext: protect sessions',
    'terminal: renewTerminalSignIn signInFromTerminal',
  ])
})
