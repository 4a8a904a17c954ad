import { expect, test } from 'vitest'
import { findPublishingProblems } from './find-publishing-problems.ts'

const complete = {
  manifest: {
    repository: 'https://example.com/c.git',
    bugs: 'https://example.com/bugs',
    homepage: 'https://example.com',
  },
  hasCodeOwners: true,
  missingFiles: [],
}

test('accepts a release with a public address and all files', () => {
  expect(findPublishingProblems(complete)).toEqual([])
})

test.each(['repository', 'bugs', 'homepage'])('refuses to publish without %s in package.json', (field) => {
  const manifest = Object.fromEntries(Object.entries(complete.manifest).filter(([name]) => name !== field))
  expect(findPublishingProblems({ ...complete, manifest })).toEqual([
    `package.json has no "${field}". Add the public address of the repository.`,
  ])
})

test('refuses to publish without code owners or a built file', () => {
  expect(
    findPublishingProblems({ ...complete, hasCodeOwners: false, missingFiles: ['countersign-1.0.0.tgz'] }),
  ).toEqual([
    '.github/CODEOWNERS is missing. List the maintainers who review changes in it.',
    'countersign-1.0.0.tgz is missing. Run "npm run release" first.',
  ])
})
