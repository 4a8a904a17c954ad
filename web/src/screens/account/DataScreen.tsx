// What is kept of the person who is signed in: all of it as a file, and the way to have it deleted.
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useChapter } from '../../words/use-words.ts'
import { DataCopy } from './DataCopy.tsx'
import { DataKept } from './DataKept.tsx'
import { EraseMe } from './EraseMe.tsx'

export function DataScreen() {
  const { title } = useChapter('account').data
  const words = useChapter('myData')
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={title} />
        <p className="max-w-[60ch] text-soft">{words.intro}</p>
      </div>
      <DataCopy />
      <DataKept />
      <EraseMe />
    </div>
  )
}
