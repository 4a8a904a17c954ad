// Groups modules into chunks, so that each document loads few files and no unneeded code.
import type { Rolldown } from 'vite'

type ChunkGroups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>

/** From lightest to heaviest: a module goes into the group of the first document that needs it. */
export const htmlEntryDocuments = {
  signIn: 'sign-in.html',
  public: 'public.html',
  account: 'account.html',
  admin: 'admin.html',
}

/** The sign-in page imports these statically; the screens of other pages load them on demand. */
const sharedModules =
  /\/web\/src\/(ui|features\/applications|features\/sign-in\/demonstration-wallet)\/|\/(safe-redirect|cross-tab-challenge-request-lock|chain-names|chain-family-names)\.ts$/

export function createBundleChunkGroups(root: string): ChunkGroups {
  let starts: ReadonlyMap<string, readonly string[]> | null = null
  const groupOf = (id: string, context: Rolldown.ChunkingContext): string | null => {
    const [first, ...others] = (starts ??= findEntryDocuments(root, context)).get(id) ?? []
    return first === undefined ? null : `${others.length > 0 || sharedModules.test(id) ? 'shared' : 'start'}-${first}`
  }
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    // A group also takes in the imports of its modules, so the shared groups must come first.
    ...Object.keys(htmlEntryDocuments).flatMap((document) =>
      [`shared-${document}`, `start-${document}`].map((name) => ({
        name: (id: string, context: Rolldown.ChunkingContext) => (groupOf(id, context) === name ? name : null),
        debugName: name,
        minShareCount: 2,
      })),
    ),
    { name: 'ui', test: /\/web\/src\/(?:ui|i18n)\//, minShareCount: 2 },
    { name: 'account-screens', test: /\/web\/src\/features\/account\//, minShareCount: 2 },
    { name: 'admin-screens', test: /\/web\/src\/features\/admin\//, minShareCount: 3 },
  ]
}

function findEntryDocuments(root: string, context: Rolldown.ChunkingContext): ReadonlyMap<string, readonly string[]> {
  const starts = new Map<string, readonly string[]>()
  for (const [document, file] of Object.entries(htmlEntryDocuments)) {
    const found = new Set([`${root}/${file}`])
    for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
    for (const id of found) starts.set(id, [...(starts.get(id) ?? []), document])
  }
  return starts
}
