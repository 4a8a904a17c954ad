export interface PublishingConditions {
  manifest: Record<string, unknown>
  hasCodeOwners: boolean
  /** Files that the release folder lacks. */
  missingFiles: readonly string[]
}

/** One sentence for each problem, with what to do. */
export function findPublishingProblems({ manifest, hasCodeOwners, missingFiles }: PublishingConditions): string[] {
  const problems = ['repository', 'bugs', 'homepage']
    .filter((field) => manifest[field] === undefined)
    .map((field) => `package.json has no "${field}". Add the public address of the repository.`)
  if (!hasCodeOwners) problems.push('.github/CODEOWNERS is missing. List the maintainers who review changes in it.')
  for (const file of missingFiles) problems.push(`${file} is missing. Run "npm run release" first.`)
  return problems
}
