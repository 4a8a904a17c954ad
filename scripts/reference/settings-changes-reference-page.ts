// docs/reference/settings-changes.md: which settings came, went or changed with each release. The settings of every version are kept beside this file
// by `npm run reference`; a version that is out is not touched any more, because the next one has another number.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseServerSettings } from '../../server/src/platform/parse-server-settings.ts'
import { readServerBuildInfo } from '../../server/src/platform/read-server-build-info.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

const folder = join(import.meta.dirname, 'released-settings')

/** What of a setting is kept of a release. */
export interface ReleaseSettingSnapshot {
  variable: string
  default: string
  allowed: string
}

/** The settings as the code has them. */
const listCurrentSettings = (): ReleaseSettingSnapshot[] =>
  parseServerSettings({}, undefined).report.map(({ variable, value, allowed }) => ({
    variable,
    default: value,
    allowed,
  }))

/** Where the settings of this version are kept, and as what. */
export const renderReleaseSettingSnapshotFile = (): { path: string; text: string } => ({
  path: join(folder, `${readServerBuildInfo().version}.json`),
  text: `${JSON.stringify(listCurrentSettings(), null, 2)}\n`,
})

const numberOf = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 1000 + Number.parseInt(part, 10), 0)

/** The releases before this one, the oldest first. */
function loadReleasedSettings(): { version: string; settings: ReleaseSettingSnapshot[] }[] {
  return globSync('*.json', { cwd: folder })
    .map((name) => name.replace(/\.json$/, ''))
    .sort((one, other) => numberOf(one) - numberOf(other))
    .map((version) => ({
      version,
      settings: JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as ReleaseSettingSnapshot[],
    }))
}

/** A row for each setting that is not the same in both. */
export function compareSettingsBetweenReleases(
  before: readonly ReleaseSettingSnapshot[],
  after: readonly ReleaseSettingSnapshot[],
): string[][] {
  const names = [...new Set([...before, ...after].map(({ variable }) => variable))]
  return names.flatMap((name) => {
    const [old, now] = [before, after].map((settings) => settings.find(({ variable }) => variable === name))
    if (old === undefined && now !== undefined)
      return [[formatMarkdownCode(name), 'new', `default ${formatMarkdownCode(now.default)}; ${now.allowed}`]]
    if (old !== undefined && now === undefined)
      return [[formatMarkdownCode(name), 'gone', 'a start with it is refused; remove it']]
    if (old === undefined || now === undefined) return []
    const changes = (['default', 'allowed'] as const)
      .filter((member) => old[member] !== now[member])
      .map((member) => `${member}: ${formatMarkdownCode(old[member])} → ${formatMarkdownCode(now[member])}`)
    return changes.length === 0 ? [] : [[formatMarkdownCode(name), 'changed', changes.join('; ')]]
  })
}

/** The page of all changes, the newest first. */
export function renderSettingsChangesReferencePage(): string {
  const { version } = readServerBuildInfo()
  const released = loadReleasedSettings().filter((one) => one.version !== version)
  const all = [...released, { version, settings: listCurrentSettings() }]
  const chapters = all.slice(1).map(({ version: name, settings }, index) => {
    const rows = compareSettingsBetweenReleases(all[index]?.settings ?? [], settings)
    const since = all[index]?.version ?? ''
    return `## ${name}, since ${since}\n\n${rows.length === 0 ? 'None.' : formatMarkdownTable(['setting', 'what', 'how'], rows)}\n`
  })
  return `# Changes of settings

What came, went or changed with each version ([all settings](settings.md)). A start names every setting that it does not know, so that none is forgotten.

${chapters.length === 0 ? `${version} is the first version.\n` : chapters.toReversed().join('\n')}`
}
