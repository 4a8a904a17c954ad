// `npm run reference` records each version's settings; those of released versions never change.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseServerSettings } from '../../server/src/platform/parse-server-settings.ts'
import { readServerBuildInfo } from '../../server/src/platform/read-server-build-info.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

const folder = join(import.meta.dirname, 'released-settings')

export interface ReleaseSettingSnapshot {
  variable: string
  default: string
  allowed: string
}

const listCurrentSettings = (): ReleaseSettingSnapshot[] =>
  parseServerSettings({}, undefined).report.map(({ variable, value, allowed }) => ({
    variable,
    default: value,
    allowed,
  }))

export const renderReleaseSettingSnapshotFile = (): { path: string; text: string } => ({
  path: join(folder, `${readServerBuildInfo().version}.json`),
  text: `${JSON.stringify(listCurrentSettings(), null, 2)}\n`,
})

const numberOf = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 1000 + Number.parseInt(part, 10), 0)

function loadReleasedSettings(): { version: string; settings: ReleaseSettingSnapshot[] }[] {
  return globSync('*.json', { cwd: folder })
    .map((name) => name.replace(/\.json$/, ''))
    .sort((one, other) => numberOf(one) - numberOf(other))
    .map((version) => ({
      version,
      settings: JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as ReleaseSettingSnapshot[],
    }))
}

export function compareSettingsBetweenReleases(
  before: readonly ReleaseSettingSnapshot[],
  after: readonly ReleaseSettingSnapshot[],
): string[][] {
  const names = [...new Set([...before, ...after].map(({ variable }) => variable))]
  return names.flatMap((name) => {
    const [old, now] = [before, after].map((settings) => settings.find(({ variable }) => variable === name))
    if (old === undefined && now !== undefined)
      return [[formatMarkdownCode(name), 'added', `default ${formatMarkdownCode(now.default)}; ${now.allowed}`]]
    if (old !== undefined && now === undefined)
      return [[formatMarkdownCode(name), 'removed', 'the server does not start with it; remove it']]
    if (old === undefined || now === undefined) return []
    const changes = (['default', 'allowed'] as const)
      .filter((member) => old[member] !== now[member])
      .map((member) => `${member}: ${formatMarkdownCode(old[member])} → ${formatMarkdownCode(now[member])}`)
    return changes.length === 0 ? [] : [[formatMarkdownCode(name), 'changed', changes.join('; ')]]
  })
}

export function renderSettingsChangesReferencePage(): string {
  const { version } = readServerBuildInfo()
  const released = loadReleasedSettings().filter((one) => one.version !== version)
  const all = [...released, { version, settings: listCurrentSettings() }]
  const chapters = all.slice(1).map(({ version: name, settings }, index) => {
    const rows = compareSettingsBetweenReleases(all[index]?.settings ?? [], settings)
    const since = all[index]?.version ?? ''
    return `## ${name}, since ${since}\n\n${rows.length === 0 ? 'None.' : formatMarkdownTable(['Setting', 'Change', 'Details'], rows)}\n`
  })
  return `# Settings changes

The settings that each version added, removed or changed ([all settings](settings.md)). A server
does not start with an unknown setting, and names all of them.

${chapters.length === 0 ? `${version} is the first version.\n` : chapters.toReversed().join('\n')}`
}
