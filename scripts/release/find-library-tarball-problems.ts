// Checks a packed library as its users will see it (publint, are-the-types-wrong).
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { readFileSync } from 'node:fs'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

export async function findLibraryTarballProblems(path: string): Promise<string[]> {
  const bytes = new Uint8Array(readFileSync(path))
  return [...(await lint(bytes)), ...(await checkTypes(bytes))]
}

async function lint(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** The libraries have no CommonJS build. */
async function checkTypes(bytes: Uint8Array): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(bytes))
  if (!('problems' in analysis)) return ['are-the-types-wrong: the package contains no types']
  const problems = (['node16-esm', 'bundler'] as const).flatMap((resolutionKind) =>
    filterProblems(analysis, { resolutionKind }),
  )
  return [...new Set(problems)].map((problem) => `are-the-types-wrong: ${JSON.stringify(problem)}`)
}
