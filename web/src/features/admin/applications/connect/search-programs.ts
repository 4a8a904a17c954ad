// Search of the gallery of known programs.
import { applicationPresetCategories } from '@countersign/api/application-preset-categories'
import type { ApplicationPresetCategory } from '@countersign/api/application-preset-categories'

export interface SearchableProgram {
  id: string
  name: string
  category?: ApplicationPresetCategory
  description?: string
}

/**
 * @param search words that must all occur in the name, the ID or the description; whole matches of
 *   the name's start come first
 * @returns the programs that match, in their given order otherwise
 * @example
 * searchPrograms([{ id: 'auth-js', name: 'Auth.js', description: 'For Next.js' }], 'next')
 */
export function searchPrograms<Program extends SearchableProgram>(
  programs: readonly Program[],
  search: string,
): readonly Program[] {
  const words = normalize(search).split(' ').filter(Boolean)
  if (words.length === 0) return programs
  const rank = ({ id, name, description = '' }: Program): number => {
    const named = normalize(`${name} ${id}`)
    if (!words.every((word) => `${named} ${normalize(description)}`.includes(word))) return -1
    if (normalize(name).startsWith(words.join(' '))) return 2
    return words.every((word) => named.includes(word)) ? 1 : 0
  }
  return programs
    .map((program) => ({ program, at: rank(program) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => other.at - one.at)
    .map(({ program }) => program)
}

/** Ignores case, accents and punctuation: "nextjs" finds "Next.js". */
const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .trim()

/** Programs without a category, which an older server lists, are in the last group. */
export const groupProgramsByCategory = <Program extends SearchableProgram>(
  programs: readonly Program[],
): { category: ApplicationPresetCategory; programs: Program[] }[] =>
  applicationPresetCategories
    .map((category) => ({
      category,
      programs: programs.filter((program) => (program.category ?? applicationPresetCategories.at(-1)) === category),
    }))
    .filter((group) => group.programs.length > 0)
