// Tests the packed @countersign/react: its size, and React 18 and 19 on a server and in Chromium.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { canInstallNodeJsReleases, installNodeJsRelease } from '@countersign/testing/install-nodejs-release-for-tests'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packLibraryNpmPackages } from './pack-library-npm-packages.ts'
import { installPackedLibraries } from './testing/install-packed-libraries.ts'
import type { LibraryInstallation } from './testing/install-packed-libraries.ts'
import { runTestProgramInChromium } from './testing/run-test-program-in-chromium.ts'

const packed = mkdtempSync(join(tmpdir(), 'countersign-packed-'))
const maxBytes = 15_000
let tarballs: string[] = []

beforeAll(async () => {
  tarballs = await packLibraryNpmPackages(packed)
}, 240_000)
afterAll(() => rmSync(packed, { recursive: true, force: true }))

async function bundle(input: string, options: { isMinified?: boolean; hasReact?: boolean }): Promise<string> {
  const { isMinified = false, hasReact = true } = options
  const bundled = await rolldown({
    input,
    platform: 'browser',
    external: hasReact ? [] : /^react(\/|$)/,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // The package is marked with 'use client', which a bundle does not need.
    onLog: (_level, { code, message }) => {
      if (code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(message)
    },
  })
  const { output } = await bundled.generate({ format: 'esm', minify: isMinified, codeSplitting: false })
  await bundled.close()
  return output[0].code
}

/** What an application imports, and the figure in the README. */
const imports: readonly (readonly [what: string, program: string])[] = [
  [
    'all components and hooks',
    `import { CountersignProvider, Gate, SignedIn, SignedOut, SignInButton, useApi, useCountersign, UserButton, useUser } from '@countersign/react'
globalThis.kit = [CountersignProvider, Gate, SignedIn, SignedOut, SignInButton, useApi, useCountersign, UserButton, useUser]`,
  ],
  [
    'provider and hooks',
    `import { CountersignProvider, useApi, useCountersign, useUser } from '@countersign/react'
globalThis.kit = [CountersignProvider, useApi, useCountersign, useUser]`,
  ],
  ['the web component', `import '@countersign/react/element'`],
  [
    'the callback module',
    `import { completeSignInCallback } from '@countersign/react/callback'
await completeSignInCallback()`,
  ],
]

describe.each([
  ['React 18', '18.3.1'],
  ['React 19', '19.3.1'],
])('%s', (_, version) => {
  let installed: LibraryInstallation
  beforeAll(() => {
    installed = installPackedLibraries([...tarballs, `react@${version}`, `react-dom@${version}`])
  }, 240_000)
  afterAll(() => installed.remove())

  const page = `
    import { CountersignProvider, SignedOut, SignInButton, useCountersign } from '@countersign/react'
    import { createElement as h } from 'react'
    const Status = () => h('p', null, useCountersign().status)
    export const app = h(
      CountersignProvider,
      { issuer: 'http://localhost:1', clientId: 'shop' },
      h(Status),
      h(SignedOut, null, h(SignInButton)),
    )
  `

  test.skipIf(!canInstallNodeJsReleases).each([20, 22] as const)('a server on Node %s renders a page', (major) => {
    installed.write('page.mjs', page)
    installed.write(
      'render.mjs',
      `import { renderToString } from 'react-dom/server'
import { app } from './page.mjs'
import '@countersign/react/element'
console.log(renderToString(app))`,
    )
    expect(installed.run(installNodeJsRelease(major), 'render.mjs').trim()).toBe('<p>loading</p>')
  })

  test('a browser shows that no one is signed in', async () => {
    installed.write('page.mjs', page)
    const program = installed.write(
      'browser.mjs',
      `import { createRoot } from 'react-dom/client'
import { app } from './page.mjs'
const root = document.body.appendChild(document.createElement('div'))
createRoot(root).render(app)
while (root.querySelector('button') === null) await new Promise((resolve) => requestAnimationFrame(resolve))
console.log(JSON.stringify(root.innerText.split('\\n').filter(Boolean)))`,
    )
    const printed = await runTestProgramInChromium(await bundle(program, {}), 'http://localhost:1')
    expect(JSON.parse(printed)).toEqual(['signed-out', 'Sign in with your wallet'])
  })
})

describe('size', () => {
  let installed: LibraryInstallation
  beforeAll(() => {
    installed = installPackedLibraries(tarballs)
  }, 240_000)
  afterAll(() => installed.remove())

  test.each(imports)(
    'with oauth4webapi and without React, %s has the size that the README states',
    async (what, program) => {
      const input = installed.write(`${what.replaceAll(' ', '-')}.mjs`, program)
      const { length } = gzipSync(await bundle(input, { isMinified: true, hasReact: false }), { level: 9 })
      expect(length).toBeLessThanOrEqual(maxBytes)
      const readme = readFileSync(join(import.meta.dirname, '../../packages/react/README.md'), 'utf8')
      const [, stated] = new RegExp(`^\\| ${what} \\| (.*) \\|$`, 'm').exec(readme) ?? []
      expect(stated).toBe(`${(length / 1000).toFixed(1)} kB`)
    },
  )
})
