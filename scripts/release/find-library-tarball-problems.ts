// Looks at a package as those who install it will (publint, are-the-types-wrong): do its entries lead to what is there, and do its types
// say what its code is.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { readFileSync } from 'node:fs'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/**
 * What is wrong with a packed library that has ES modules only; nothing, where all is well.
 * @param path of the tarball
 */
export async function findLibraryTarballProblems(path: string): Promise<string[]> {
  const bytes = new Uint8Array(readFileSync(path))
  return [...(await lint(bytes)), ...(await checkTypes(bytes))]
}

async function lint(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** By the profile for packages without CommonJS: as a program sees it whose modules are ES modules, and as a bundler does. */
async function checkTypes(bytes: Uint8Array): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(bytes))
  if (!('problems' in analysis)) return ['are-the-types-wrong: there are no types']
  const problems = (['node16-esm', 'bundler'] as const).flatMap((resolutionKind) =>
    filterProblems(analysis, { resolutionKind }),
  )
  return [...new Set(problems)].map((problem) => `are-the-types-wrong: ${JSON.stringify(problem)}`)
}
