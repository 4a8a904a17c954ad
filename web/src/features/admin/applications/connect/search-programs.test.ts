import { expect, test } from 'vitest'
import { groupProgramsByCategory, searchPrograms } from './search-programs.ts'

const programs = [
  { id: 'argo-cd', name: 'Argo CD', category: 'code', description: 'Continuous deployment for Kubernetes.' },
  { id: 'auth-js', name: 'Auth.js', category: 'libraries', description: 'For Next.js sites.' },
  { id: 'kubernetes', name: 'Kubernetes', category: 'infrastructure', description: 'For kubectl.' },
  { id: 'outdated', name: 'From an older server' },
] as const

const find = (text: string) => searchPrograms(programs, text).map(({ id }) => id)

test.each([
  ['', ['argo-cd', 'auth-js', 'kubernetes', 'outdated']],
  ['  ', ['argo-cd', 'auth-js', 'kubernetes', 'outdated']],
  ['kubernetes', ['kubernetes', 'argo-cd']],
  ['KUBE', ['kubernetes', 'argo-cd']],
  ['argocd', ['argo-cd']],
  ['cd argo', ['argo-cd']],
  ['nextjs', ['auth-js']],
  ['next.js', ['auth-js']],
  ['Nëxt', ['auth-js']],
  ['quake', []],
])('a search for "%s" finds %j', (text, found) => expect(find(text)).toEqual(found))

test('programs without a category are in the last group', () => {
  expect(groupProgramsByCategory(programs).map((group) => [group.category, group.programs.length])).toEqual([
    ['code', 1],
    ['infrastructure', 1],
    ['libraries', 2],
  ])
})
