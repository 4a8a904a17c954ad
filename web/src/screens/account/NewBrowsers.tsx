// Stands above every page of the account while there is a browser that the person may not know: somebody who signed in
// there may have been given a signature on another site (THREATS M17), and only the person can tell.
import { useEffect, useRef, useState } from 'react'
import type { NewBrowser } from '@countersign/api/calls'
import { paths } from '../../paths.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { useChapter } from '../../words/use-words.ts'
import { NewBrowserItem } from './NewBrowserItem.tsx'
import { useDeviceName, useDisown, useNewBrowsers, useRecognise } from './new-browsers.ts'

/** As many as can be looked at one by one; the others come when these are answered. */
const shownAtOnce = 4

export function NewBrowsers() {
  const words = useChapter('person').newBrowsers
  const nameOf = useDeviceName()
  const browsers = useNewBrowsers().data?.items ?? []
  const [ended, setEnded] = useState<NewBrowser | null>(null)
  const recognise = useRecognise()
  const disown = useDisown(setEnded)
  const problem = recognise.error?.problem ?? disown.error?.problem ?? null
  const [first] = browsers
  useSayNew(browsers)

  return (
    <>
      {ended && <Ended browser={ended} onDone={() => (setEnded(null), focusPageHeading())} />}
      {problem && <ErrorState problem={problem} />}
      {first && (
        <Notice
          tone="attention"
          title={browsers.length === 1 ? words.title(nameOf(first)) : words.several(browsers.length)}
        >
          <ul className="grid gap-4">
            {browsers.slice(0, shownAtOnce).map((browser) => (
              <NewBrowserItem
                key={browser.id}
                browser={browser}
                isOnly={browsers.length === 1}
                isBusy={
                  (recognise.isPending && recognise.variables.id === browser.id) ||
                  (disown.isPending && disown.variables.id === browser.id)
                }
                onYes={() => (disown.reset(), recognise.mutate(browser))}
                onNo={() => (recognise.reset(), disown.mutate(browser))}
              />
            ))}
          </ul>
          {browsers.length > shownAtOnce && <p>{words.more(browsers.length - shownAtOnce)}</p>}
        </Notice>
      )}
    </>
  )
}

/** What else to do once somebody else is out. */
function Ended({ browser, onDone }: { browser: NewBrowser; onDone: () => void }) {
  const words = useChapter('person').newBrowsers
  const nameOf = useDeviceName()
  return (
    <Notice tone="verified" title={words.ended(nameOf(browser))}>
      <p>{words.endedText}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        <li>
          <TextLink href={paths.activity}>{words.checkActivity}</TextLink>
        </li>
        <li>
          <TextLink href={paths.applications}>{words.checkApplications}</TextLink>
        </li>
        <li>
          <TextLink href={paths.lost('stolen-wallet')}>{words.whatElse}</TextLink>
        </li>
      </ul>
      <Button className="justify-self-start" onClick={onDone}>
        {words.done}
      </Button>
    </Notice>
  )
}

/** Says each new browser aloud once, and several that come together in one sentence. */
function useSayNew(browsers: readonly NewBrowser[]) {
  const words = useChapter('person').newBrowsers
  const nameOf = useDeviceName()
  const announce = useAnnounce()
  const said = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const unsaid = browsers.filter(({ id }) => !said.current.has(id))
    const [first] = unsaid
    if (first === undefined) return
    said.current = new Set([...said.current, ...unsaid.map(({ id }) => id)])
    announce(unsaid.length === 1 ? words.said(nameOf(first)) : words.saidSeveral(unsaid.length))
  }, [browsers, words, nameOf, announce])
}
