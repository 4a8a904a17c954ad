// A scope by its name, as programs have it, and in words.
import type { Scope } from '@countersign/api/calls'
import { useChapter } from '../../../words/use-words.ts'

export function ScopeLabel({ scope }: { scope: Scope }) {
  const words = useChapter('adminApplications')
  return (
    <>
      <code className="font-mono text-small">{scope}</code> – {words.scopes[scope]}
    </>
  )
}
