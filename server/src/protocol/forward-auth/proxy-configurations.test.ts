import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proxyConfigurations } from './proxy-configurations.ts'

test('what is to be pasted is what the guide explains', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/forward-auth.md'), 'utf8')
  const shown = [...guide.matchAll(/```(?:caddyfile|nginx|haproxy|yaml)\n([^]*?)```/g)].map(([, block]) => block)
  expect(proxyConfigurations().map(({ text }) => text)).toEqual(shown)
  for (const { text } of proxyConfigurations('notes.example', '10.0.0.7:3000'))
    expect(text).not.toMatch(/wiki\.example|127\.0\.0\.1:3000/)
})
