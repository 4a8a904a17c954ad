// What every language must bring (a typed message catalogue). English sets the shape; a language that lacks a sentence, or a code of the
// catalogue of errors that lacks words in any of them, does not compile.
import type { catalogue } from './en/catalogue.ts'
import type { alsoAlone } from './files.ts'

type English = typeof catalogue
type Tries = English['adminTries']

/** Of a test login, what was refused and what is claimed are codes, not English words. */
interface AdminTriesWords extends Omit<Tries, 'refusals' | 'claims'> {
  readonly refusals: Readonly<Record<keyof Tries['refusals'], { readonly title: string; readonly text: string }>>
  readonly claims: Readonly<Record<keyof Tries['claims'], string>>
}

/** All words of a language. */
export interface Catalogue extends Omit<English, 'adminTries'> {
  adminTries: AdminTriesWords
}

/** The sentences of the sign-in page and of the parts that every page is made of. */
export type Words = Pick<Catalogue, keyof typeof import('./en/common.ts')>

/** The sentences that only some pages need, and only those load. */
export type Chapters = Omit<Catalogue, keyof Words>
export type ChapterName = keyof Chapters

/** The words of the states of a proof. */
export type ProvingWords = Chapters['proving']

/** The chapters that a page or a flow begins with, in one file that is named after it (words/en/account-page.ts). */
export type PageWords = 'accountPage' | 'adminPage' | 'signInPage'

type OfPages =
  | keyof typeof import('./en/account-page.ts')
  | keyof typeof import('./en/admin-page.ts')
  | keyof typeof import('./en/sign-in-page.ts')

/** What can be fetched by its name: chapters that have a file of their own, and those of a page together. */
export type WordsFile = Exclude<ChapterName, OfPages> | (typeof alsoAlone)[number] | PageWords
