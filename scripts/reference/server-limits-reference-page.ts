import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { parseServerSettings } from '../../server/src/platform/parse-server-settings.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

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

All limits are whole numbers, and the name of each ends in its unit. Set a limit within its range by
its variable, or by its name in the settings file ([settings.md](settings.md)). Some limits depend on
each other: a request body must have room for a message and a signature, the idle timeout of a
session cannot exceed its lifetime, and a signing key cannot be published in advance for longer than
it signs. [rate-limits.md](rate-limits.md) explains how limits per minute are counted, and which
requests are still accepted when a limit is used up.

${formatMarkdownTable(['Limit', 'Description', 'Default', 'Range', 'Variable'], rows)}
`
}
