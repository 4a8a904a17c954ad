import { serverLimitDefinitions } from '@countersign/api/server-limits'
import {
  parseServerSettings,
  settingsFileEnvironmentVariable,
} from '../../server/src/platform/parse-server-settings.ts'
import type { ServerSettingReport } from '../../server/src/platform/parse-server-settings.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

/** Excludes the limits, which have their own page. */
export function renderServerSettingsReferencePage(): string {
  const { report } = parseServerSettings({}, undefined)
  const elsewhere = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined).report
  const rows = report
    .filter(({ name }) => !(name in serverLimitDefinitions))
    .map((setting) => [
      formatMarkdownCode(setting.variable),
      formatMarkdownCode(setting.name),
      setting.about,
      describeDefault(setting, elsewhere),
      setting.allowed,
    ])
  return `# Settings

A setting is an environment variable, or a member of the JSON file that
\`${settingsFileEnvironmentVariable}\` names. The environment takes precedence. In the file, lists can
be JSON arrays. A server with an unknown or invalid setting does not start, and reports all errors at
once. \`countersign settings\` prints the values in effect and their sources.

${formatMarkdownTable(['Variable', 'Name in the file', 'Description', 'Default', 'Allowed values'], rows)}

Every limit is also a setting: [limits.md](limits.md).
`
}

/** Some defaults differ if the server is reachable over the network. */
function describeDefault(
  { name, value, source }: ServerSettingReport,
  elsewhere: readonly ServerSettingReport[],
): string {
  if (source !== 'default') throw new Error(`${name} has no default`)
  const there = elsewhere.find((setting) => setting.name === name)
  const formattedValue = formatMarkdownCode(value) || 'empty'
  return there?.source !== 'default' || there.value === value
    ? formattedValue
    : `${formattedValue} on localhost, otherwise ${formatMarkdownCode(there.value) || 'empty'}`
}
