// Checks for Conventional Commits 1.0.0 and a linear history.

const types = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
const form = new RegExp(`^(?:${types.join('|')})(?:\\([a-z0-9-]+(?:, ?[a-z0-9-]+)*\\))?!?: (?<text>\\S.*)$`)
const maxLength = 100

export interface CommitMessage {
  subject: string
  isMerge: boolean
}

export function findCommitMessageProblems({ subject, isMerge }: CommitMessage): string[] {
  if (isMerge) return ['is a merge commit; rebase instead, for example with "git pull --rebase"']
  const problems: string[] = []
  const text = form.exec(subject)?.groups?.['text']
  if (text === undefined)
    problems.push(
      `needs the form "type(scope): subject", for example "fix(oidc): check the nonce"; types: ${types.join(', ')}`,
    )
  else if (text.endsWith('.')) problems.push('ends with a period; remove it')
  if (subject.length > maxLength)
    problems.push(`is ${subject.length} characters long; at most ${maxLength} are allowed`)
  return problems
}
