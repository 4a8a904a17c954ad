import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findCommitMessageProblems } from './find-commit-message-problems.ts'

/** The last commit before Conventional Commits became a rule; missing in a shallow clone. */
const lastUnchecked = '1c60c731c2e25a394daf818bd4a58d70a505fc3e'

const git = (...words: string[]) => spawnSync('git', words, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' })

if (git('rev-parse', '--git-dir').status === 0) {
  const hasStart = git('merge-base', '--is-ancestor', lastUnchecked, 'HEAD').status === 0
  const { stdout } = git('log', '--format=%h%x09%p%x09%s', ...(hasStart ? [`${lastUnchecked}..HEAD`] : ['-1']))
  const problems = stdout
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [hash = '', parents = '', subject = ''] = line.split('\t')
      return findCommitMessageProblems({ subject, isMerge: parents.includes(' ') }).map(
        (problem) => `${hash} "${subject}": ${problem}`,
      )
    })
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) process.exitCode = 1
}
