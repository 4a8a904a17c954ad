import { expect, test } from 'vitest'
import { createPublishedPackageManifest, listPackageEntryPointSources } from './published-package-manifest.ts'
import type { PackageManifest } from './published-package-manifest.ts'

const workspace: PackageManifest = {
  name: '@countersign/thing',
  version: '0.0.1',
  private: true,
  license: 'Apache-2.0',
  type: 'module',
  imports: { '#engine': { node: './src/engine.node.ts', default: './src/engine.ts' } },
  exports: {
    '.': './src/thing.tsx',
    './more': './src/more/all.ts',
    './styles.css': './src/styles.css',
    './*': './src/*.ts',
  },
  dependencies: { '@countersign/message': '0.0.1', other: '1.2.3-beta.1' },
  peerDependencies: { maybe: '^2.0.0' },
  devDependencies: { tester: '1.0.0' },
}

test('a published manifest points to compiled files and omits repository-only fields', () => {
  expect(createPublishedPackageManifest(workspace, '2.0.0')).toEqual({
    name: '@countersign/thing',
    version: '2.0.0',
    license: 'Apache-2.0',
    type: 'module',
    peerDependencies: { maybe: '^2.0.0' },
    files: ['dist', 'src'],
    imports: { '#engine': { node: './dist/engine.node.js', default: './dist/engine.js' } },
    exports: {
      '.': { types: './dist/thing.d.ts', default: './dist/thing.js' },
      './more': { types: './dist/more/all.d.ts', default: './dist/more/all.js' },
      './styles.css': { types: './dist/styles.css.d.ts', default: './dist/styles.css' },
      './package.json': './package.json',
    },
    dependencies: { '@countersign/message': '2.0.0', other: '1.2.3-beta.1' },
  })
})

test('entry point sources include all exports and all conditional imports', () => {
  expect(listPackageEntryPointSources(workspace)).toEqual([
    './src/thing.tsx',
    './src/more/all.ts',
    './src/engine.node.ts',
    './src/engine.ts',
  ])
})

test.each(['^1.0.0', '~1.0.0', '1.0', '1.x', '*', 'latest', '>=1.0.0', 'file:../other'])(
  'a published manifest refuses a dependency on %s',
  (range) => {
    const dependencies = { other: range }
    expect(() => createPublishedPackageManifest({ ...workspace, dependencies }, '2.0.0')).toThrow(
      `@countersign/thing depends on other "${range}", which is not an exact version.`,
    )
  },
)

test('a published manifest refuses an export that is not a source file', () => {
  expect(() => createPublishedPackageManifest({ ...workspace, exports: { '.': './thing.js' } }, '2.0.0')).toThrow(
    './thing.js is not a source file (./src/….ts).',
  )
})
