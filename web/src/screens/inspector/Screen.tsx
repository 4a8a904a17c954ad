// The inspector: what a sign-in message says and what exactly is wrong with it, and a form that makes one. The address's
// fragment says which of the two is shown, and what it opens with.
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ComposeView } from './ComposeView.tsx'
import { readExample } from './examples.ts'
import { nothingInspected, readFragment } from './fragment.ts'
import type { Asked, Inspected } from './fragment.ts'
import { InspectorLayout } from './InspectorLayout.tsx'
import { InspectView } from './InspectView.tsx'
import { newDraft } from './draft.ts'

/** What the inspector was opened with, or null where it stays with what it has. */
function openedBy(asked: Asked): Inspected | null {
  if (asked.kind === 'given') return asked.inspected
  return asked.kind === 'example' ? readExample(asked.name) : null
}

export function InspectorScreen() {
  const t = useTranslations()
  const [asked, setAsked] = useState(() => readFragment(location.hash))
  const [inspected, setInspected] = useState(() => openedBy(asked) ?? nothingInspected)
  const [draft, setDraft] = useState(() => newDraft(location, Date.now()))
  const [signedWith, setSignedWith] = useState<string | null>(null)
  const isComposing = asked.kind === 'compose'

  useEffect(() => {
    const read = () => {
      const next = readFragment(location.hash)
      setAsked(next)
      setInspected((now) => openedBy(next) ?? now)
    }
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  /** From now on it is not what a link asked for, and the address does not say so any more. */
  function change(next: Inspected) {
    setInspected(next)
    setSignedWith(null)
    setAsked({ kind: 'inspect' })
    if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
  }

  /** Shows a composed message in the other view. */
  function open(text: string, signature: string, wallet: string | null) {
    setInspected({ ...nothingInspected, text, signature })
    setSignedWith(wallet)
    location.hash = 'inspect'
  }

  return (
    <InspectorLayout isComposing={isComposing}>
      {isComposing ? (
        <ComposeView draft={draft} onChange={setDraft} onOpen={open} />
      ) : (
        <InspectView
          inspected={inspected}
          isAsked={asked.kind === 'example' || asked.kind === 'given'}
          said={signedWith && t('inspector.composing.signed', { wallet: signedWith })}
          onChange={change}
        />
      )}
    </InspectorLayout>
  )
}
