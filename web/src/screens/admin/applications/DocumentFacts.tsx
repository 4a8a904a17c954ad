// What the metadata document of an application asks for, and what an operator changed about that.
import { listFormat, numberFormat } from '../../../ui/formats.ts'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { Fact } from '../Facts.tsx'
import type { ApplicationInFull } from './application-in-full.ts'

type Demands = Pick<
  NonNullable<ApplicationInFull['document']>,
  'dpopRequired' | 'pushedRequestRequired' | 'maximumAgeSeconds'
>

export function DocumentFacts({ application: { document, narrowing } }: { application: ApplicationInFull }) {
  const words = useChapter('adminApplications').document
  const { locale } = useSpeech()
  if (document === undefined) return null
  const list = (items: string[]): string =>
    items.length > 0 ? listFormat(locale, { type: 'unit' }).format(items) : words.none
  const demands = ({ dpopRequired, pushedRequestRequired, maximumAgeSeconds }: Demands): string[] => [
    ...(dpopRequired ? [words.dpop] : []),
    ...(pushedRequestRequired ? [words.pushed] : []),
    ...(maximumAgeSeconds === null ? [] : [words.age(numberFormat(locale).format(maximumAgeSeconds))]),
  ]
  const withheld = [...(narrowing?.withheldScopes ?? []), ...(narrowing?.withheldGrantTypes ?? [])]
  const added = narrowing?.addedScopes ?? []
  const changed = [
    ...(withheld.length > 0 ? [words.without(list(withheld))] : []),
    ...(added.length > 0 ? [words.added(list(added))] : []),
    ...(narrowing == null ? [] : demands(narrowing)),
  ]
  return (
    <>
      <Fact label={words.says}>{list([...document.scopes, ...demands(document)])}</Fact>
      <Fact label={words.narrowed}>{list(changed)}</Fact>
    </>
  )
}
