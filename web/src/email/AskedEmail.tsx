// What stands below the item of a consent that shares the e-mail address: which it is, or that there is none and how one is added.
import { useCallback } from 'react'
import { call } from '../api.ts'
import { useReading } from '../applications/use-reading.ts'
import { paths } from '../paths.ts'
import { cleanText } from '../ui/clean-text.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { useChapter } from '../words/use-words.ts'

export function AskedEmail() {
  const words = useChapter('email')
  const [email] = useReading(useCallback((signal: AbortSignal) => call('readEmail', { signal }), []))
  // Its place is held, so that nothing moves below a finger.
  if (email.at !== 'read') return <div aria-hidden="true" className="min-h-12" />
  const { address, offered } = email.answer
  if (address !== null)
    return <p className="text-small [overflow-wrap:anywhere]">{words.yours(cleanText(address, 254))}</p>
  return (
    <p className="text-small text-amber">
      {words.missing} {offered && <TextLink href={paths.account}>{words.addFirst}</TextLink>}
    </p>
  )
}
