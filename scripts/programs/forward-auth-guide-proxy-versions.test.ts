// Tests that the guide names the proxy versions of the last integration test run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requireApplicationPresetTestRun } from '../../server/src/oidc/presets/read-application-preset-test-runs.ts'

test.each(['forward-auth-caddy', 'forward-auth-traefik'])(
  'the forward-auth guide names the tested version of %s',
  (id) => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/forward-auth.md'), 'utf8')
    expect(guide).toContain(requireApplicationPresetTestRun(id).version)
  },
)
