// docs/reference/limits.md: the limits of the product, as api/ has them.
import { limits } from '@countersign/api/limits'
import { readSettings } from '../../server/src/platform/settings.ts'
import { code, table } from './markdown.ts'

/** The page of all limits. */
export function makeLimits(): string {
  const variables = new Map<string, string>(readSettings({}, undefined).report.map((one) => [one.name, one.variable]))
  const rows = Object.entries(limits).map(([name, limit]) => [
    code(name),
    limit.about,
    String(limit.default),
    `${limit.min} – ${limit.max}`,
    code(variables.get(name) ?? ''),
  ])
  return `# Limits

Whole numbers; the name of each ends in its unit. Each can be set within its bounds, by its variable or by its name in the settings file
([settings.md](settings.md)). Some hold each other: a request body must have room for a message and a signature, a session cannot idle
for longer than it lives, and a signing key cannot be published for longer before it signs than it signs.
How those for a minute are counted, and who is let in when one is spent, stands in [rate-limits.md](rate-limits.md).

${table(['limit', 'what it bounds', 'default', 'bounds', 'variable'], rows)}
`
}
