// One browser that may not be the person's, and the question whether it is.
import type { NewBrowser } from '@countersign/api/calls'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { useChapter } from '../../words/use-words.ts'
import { useDeviceName } from './new-browsers.ts'
import { networkWords } from './network-words.ts'

interface NewBrowserItemProps {
  browser: NewBrowser
  /** Whether the title names it already. */
  isOnly: boolean
  isBusy: boolean
  onYes: () => void
  onNo: () => void
}

export function NewBrowserItem({ browser, isOnly, isBusy, onYes, onNo }: NewBrowserItemProps) {
  const person = useChapter('person')
  const words = person.newBrowsers
  const name = useDeviceName()(browser)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
      <div className="min-w-0">
        {!isOnly && <p className="font-semibold">{name}</p>}
        <p className="flex flex-wrap gap-x-3">
          <span className="[overflow-wrap:anywhere]">
            {networkWords(person, browser.networkPrefix, browser.sameNetwork)}
          </span>
          <RelativeTime at={browser.firstSeenAt} />
        </p>
        {isOnly && <p className="font-semibold">{words.question}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {browser.answerable && (
          <Button small aria-label={words.yesFor(name)} busyLabel={isBusy ? words.busy : undefined} onClick={onYes}>
            {words.yes}
          </Button>
        )}
        <Button
          small
          look="danger"
          aria-label={words.noFor(name)}
          busyLabel={isBusy ? words.busy : undefined}
          onClick={onNo}
        >
          {words.no}
        </Button>
      </div>
    </li>
  )
}
