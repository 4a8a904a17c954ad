import { expect, test } from 'vitest'
import { findCommitMessageProblems } from './find-commit-message-problems.ts'

const find = (subject: string, isMerge = false) => findCommitMessageProblems({ subject, isMerge })

test.each(['fix: check the nonce', 'feat(oidc)!: remove the implicit flow', 'docs(guides, spec): fix a link'])(
  'accepts the commit message "%s"',
  (subject) => expect(find(subject)).toEqual([]),
)

test.each([
  ['Check the nonce', /^needs the form "type\(scope\): subject"/],
  ['fixed: check the nonce', /^needs the form/],
  ['fix:check the nonce', /^needs the form/],
  ['fix(OIDC): check the nonce', /^needs the form/],
  ['fix: check the nonce.', /^ends with a period/],
  [`fix: ${'a'.repeat(96)}`, /^is 101 characters long; at most 100/],
])('refuses the commit message "%s"', (subject, problem) => {
  expect(find(subject)).toEqual([expect.stringMatching(problem)])
})

test('refuses a merge commit', () => {
  expect(find("Merge branch 'main' into topic", true)).toEqual([expect.stringMatching(/^is a merge commit; rebase/)])
})
