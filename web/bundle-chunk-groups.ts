// Which code shares a file (code splitting): what a document starts with is in few files, and nothing that it does not need is among it.
// What is loaded later is split by import(), as by default.
import type { Rolldown } from 'vite'

type ChunkGroups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>

/** The lightest first: it decides what it shares with the others. */
export const htmlEntryDocuments = {
  signIn: 'sign-in.html',
  public: 'public.html',
  account: 'account.html',
  admin: 'admin.html',
}

/** What the sign-in page starts with, and screens of other documents load later. */
const sharedModules =
  /\/web\/src\/(ui|features\/applications|features\/sign-in\/demonstration-wallet)\/|\/(safe-redirect|cross-tab-challenge-request-lock|chain-names)\.ts$/

/** @param root the folder of the documents */
export function createBundleChunkGroups(root: string): ChunkGroups {
  let starts: ReadonlyMap<string, readonly string[]> | null = null
  const groupOf = (id: string, context: Rolldown.ChunkingContext): string | null => {
    const [first, ...others] = (starts ??= findEntryDocuments(root, context)).get(id) ?? []
    return first === undefined ? null : `${others.length > 0 || sharedModules.test(id) ? 'shared' : 'start'}-${first}`
  }
  return [
    // In a file of its own, because it changes only when it is upgraded.
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    // A group takes what its modules import with it, so that what is shared comes first.
    ...Object.keys(htmlEntryDocuments).flatMap((document) =>
      [`shared-${document}`, `start-${document}`].map((name) => ({
        name: (id: string, context: Rolldown.ChunkingContext) => (groupOf(id, context) === name ? name : null),
        debugName: name,
        minShareCount: 2,
      })),
    ),
    // The sign-in page reads the names of chain families, and nothing else of this file.
    { name: 'ui', test: /\/web\/src\/(?:ui|i18n)\/(?!chain-family-names)/, minShareCount: 2 },
    { name: 'account-screens', test: /\/web\/src\/features\/account\//, minShareCount: 2 },
    { name: 'admin-screens', test: /\/web\/src\/features\/admin\//, minShareCount: 3 },
  ]
}

/** @returns for each module, the documents that import it statically */
function findEntryDocuments(root: string, context: Rolldown.ChunkingContext): ReadonlyMap<string, readonly string[]> {
  const starts = new Map<string, readonly string[]>()
  for (const [document, file] of Object.entries(htmlEntryDocuments)) {
    const found = new Set([`${root}/${file}`])
    for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
    for (const id of found) starts.set(id, [...(starts.get(id) ?? []), document])
  }
  return starts
}
