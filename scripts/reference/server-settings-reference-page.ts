// docs/reference/settings.md: the settings, as the server reads them.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import {
  parseServerSettings,
  settingsFileEnvironmentVariable,
} from '../../server/src/platform/parse-server-settings.ts'
import type { ServerSettingReport } from '../../server/src/platform/parse-server-settings.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

/** The page of all settings but the limits, which have their own. */
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

Each is an environment variable, or a member of the JSON file that \`${settingsFileEnvironmentVariable}\` names; where both say something, the
environment counts. Lists may be JSON arrays in the file. A server with a setting that is unknown or not allowed does not start, and says all
that is wrong at once. \`countersign settings\` prints what is in force, and where it came from.

${formatMarkdownTable(['variable', 'in the file', 'what it is for', 'default', 'allowed'], rows)}

Every limit is a setting as well: [limits.md](limits.md).
`
}

/** A default may be another one where people reach the server over the network. */
function describeDefault(
  { name, value, source }: ServerSettingReport,
  elsewhere: readonly ServerSettingReport[],
): string {
  if (source !== 'default') throw new Error(`${name} has no default`)
  const there = elsewhere.find((setting) => setting.name === name)
  const told = formatMarkdownCode(value) || 'empty'
  return there?.source !== 'default' || there.value === value
    ? told
    : `${told} on localhost, otherwise ${formatMarkdownCode(there.value) || 'empty'}`
}
