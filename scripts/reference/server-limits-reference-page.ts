// docs/reference/limits.md: the limits of the product, as api/ has them.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { parseServerSettings } from '../../server/src/platform/parse-server-settings.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

/** The page of all limits. */
export function renderServerLimitsReferencePage(): string {
  const variables = new Map<string, string>(
    parseServerSettings({}, undefined).report.map((one) => [one.name, one.variable]),
  )
  const rows = Object.entries(serverLimitDefinitions).map(([name, limit]) => [
    formatMarkdownCode(name),
    limit.about,
    String(limit.default),
    `${limit.min} – ${limit.max}`,
    formatMarkdownCode(variables.get(name) ?? ''),
  ])
  return `# Limits

Whole numbers; the name of each ends in its unit. Each can be set within its bounds, by its variable or by its name in the settings file
([settings.md](settings.md)). Some hold each other: a request body must have room for a message and a signature, a session cannot idle
for longer than it lives, and a signing key cannot be published for longer before it signs than it signs.
How those for a minute are counted, and who is let in when one is spent, stands in [rate-limits.md](rate-limits.md).

${formatMarkdownTable(['limit', 'what it bounds', 'default', 'bounds', 'variable'], rows)}
`
}
