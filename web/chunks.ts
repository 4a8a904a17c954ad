// Into which files the code of the pages is put (code splitting): by who needs it, not by where it stands. What a document cannot begin without
// is in as few files as its company allows, since many small ones are compressed worse; nothing that it does not need is among it.
import type { Rolldown } from 'vite'

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>

/** The documents. */
export const documents = { signIn: 'sign-in.html', public: 'public.html', account: 'account.html', admin: 'admin.html' }
type Document = keyof typeof documents

/** What a document begins with beside what it imports: its first screen. */
const firstScreens: Partial<Record<Document, string>> = { admin: 'src/screens/admin/overview/OverviewScreen.tsx' }

/** What the sign-in page needs where an application asks for it, and the pages on which a person decides need as well. */
const ofAsking =
  /\/web\/src\/(applications\/(LogoOrRosette|shown-name|Unusable|use-accents|use-decision|use-reading)|leave|ui\/Message)\.tsx?/
/** What the proof shares where another device takes part in it. */
const ofElsewhere =
  /\/web\/src\/(another-device\/(cross-device-api|own-clock|PairRow|LeadingOut)|prove\/page-elsewhere|wallet\/passing-codes|ui\/CopyButton)\.tsx?/
/** What pages are drawn with, whatever they are about. */
const ofDrawing = /\/web\/src\/(ui\/|demonstration-wallet\/is-local)/

/** Which documents need a module, before they draw anything or at all. */
interface Need {
  first: ReadonlySet<Document>
  ever: ReadonlySet<Document>
}

/** The groups in which modules come into files, for documents that stand in `root`. */
export function groupByNeed(root: string): Groups {
  let needs: ReadonlyMap<string, Need> | null = null
  const byNeed =
    (choose: (need: Need, id: string) => string | null) => (id: string, context: Rolldown.ChunkingContext) => {
      needs ??= findNeeds(root, context)
      const need = needs.get(id)
      return need === undefined ? null : choose(need, id)
    }
  return [
    // React in a file of its own: all documents use it, and it changes only when it is upgraded.
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    // What the sign-in page begins with as other documents do.
    {
      name: byNeed(({ first }, id) =>
        first.has('signIn') && (first.size > 1 || ofDrawing.test(id)) ? 'interface' : null,
      ),
      debugName: 'interface',
    },
    // What it begins with, and others come to: the proof.
    {
      name: byNeed(({ first }) => (first.has('signIn') ? 'prove' : null)),
      debugName: 'prove',
      minShareCount: 2,
    },
    { name: 'asking', test: ofAsking, minShareCount: 2 },
    // What account or administration begin with, and pages in front of the sign-in come to.
    {
      name: byNeed(({ first, ever }) =>
        first.size > 0 && (ever.has('signIn') || ever.has('public')) ? 'in-front' : null,
      ),
      debugName: 'in-front',
      minShareCount: 2,
    },
    // What only the pages behind the sign-in need: the router, the store of what the server has answered, their frame.
    {
      name: byNeed(({ first, ever }, id) =>
        ever.size > 1 && (first.size > 0 || ofDrawing.test(id)) && !ever.has('public') ? 'behind' : null,
      ),
      debugName: 'behind',
      minShareCount: 2,
    },
    // What one of them begins with, and its later screens need too.
    {
      name: byNeed(({ first }) => (first.size === 1 && !first.has('public') ? `begin-${[...first].join('')}` : null)),
      debugName: 'begin',
      minShareCount: 2,
    },
    // What only later parts share: the names of chain families are asked for on the sign-in page too, which needs nothing of the decisions.
    { name: 'family-names', test: /\/web\/src\/wallet\/families\/(names|signed-otherwise)\.ts/ },
    // Small, and shared by later parts of the proof: as files of their own they would cost more than they weigh.
    { name: 'elsewhere', test: ofElsewhere },
    { name: 'chain-families', test: /\/message\/src\/(layout|base58|labels)\.ts/ },
    { name: 'chains', test: /\/chains\.ts|\/prove\/known-chains\.ts/ },
    { name: 'decisions', test: /\/web\/src\/applications\//, minShareCount: 2 },
    { name: 'account-screens', test: /\/web\/src\/screens\/account\//, minShareCount: 2 },
    {
      name: byNeed(({ ever }) => (ever.size === 1 && ever.has('admin') ? 'lists' : null)),
      debugName: 'lists',
      minShareCount: 3,
    },
  ]
}

function findNeeds(root: string, context: Rolldown.ChunkingContext): ReadonlyMap<string, Need> {
  const needs = new Map<string, { first: Set<Document>; ever: Set<Document> }>()
  const visit = (id: string, document: Document, isFirst: boolean): void => {
    const need = needs.get(id) ?? { first: new Set(), ever: new Set() }
    needs.set(id, need)
    if (isFirst ? need.first.has(document) : need.ever.has(document)) return
    need.ever.add(document)
    if (isFirst) need.first.add(document)
    // What is given holds for this module only until the next one is asked for.
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    const [now, later] = [[...importedIds], [...dynamicallyImportedIds]]
    for (const one of now) visit(one, document, isFirst)
    for (const one of later) visit(one, document, false)
  }
  for (const files of [documents, firstScreens])
    for (const [document, file] of Object.entries(files)) visit(`${root}/${file}`, document as Document, true)
  return needs
}
