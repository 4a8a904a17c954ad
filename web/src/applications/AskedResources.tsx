// The services that an application asks to use in somebody's name: what each is called, what its scopes mean in its operator's words, and what
// it is told of the person, as far as that is ticked above. Its address stands beside a name that anybody could give it.
import type { AskedResource, ConsentPart } from '@countersign/api/calls'
import { cleanText } from '../ui/clean-text.ts'
import { useChapter } from '../words/use-words.ts'

interface AskedResourcesProps {
  resources: readonly AskedResource[]
  withheld: readonly ConsentPart[]
}

export function AskedResources({ resources, withheld }: AskedResourcesProps) {
  const words = useChapter('applications').consent
  return (
    <ul aria-label={words.access} className="divide-y divide-line border-t border-line">
      {resources.map(({ resource, scopes, name = resource, descriptions = [], claims = [] }) => {
        const described = descriptions.map((one) => one.scope)
        const rest = scopes.filter((scope) => !described.includes(scope))
        const told = claims.filter((claim) => !withheld.includes(claim)).map((claim) => words.told[claim])
        return (
          <li key={resource} className="px-5 py-3 [overflow-wrap:anywhere]">
            <p className="font-semibold">{words.accessTo(cleanText(name, 200))}</p>
            {name !== resource && <p className="font-mono text-caption text-soft">{cleanText(resource, 200)}</p>}
            {descriptions.length > 0 && (
              <ul className="list-disc pl-5 text-small text-soft">
                {descriptions.map(({ scope, description }) => (
                  <li key={scope}>{cleanText(description, 200)}</li>
                ))}
              </ul>
            )}
            {rest.length > 0 && (
              <p className="text-small text-soft">{words.accessScopes(cleanText(rest.join(', '), 400))}</p>
            )}
            {scopes.length === 0 && <p className="text-small text-soft">{words.accessUnnamed}</p>}
            {told.length > 0 && <p className="text-small">{words.resourceTold(told)}</p>}
          </li>
        )
      })}
    </ul>
  )
}
