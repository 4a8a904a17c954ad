// The branding: how the site presents itself. What the owner chose is checked, kept in one row, and read for every page.
import { contrastOfAccent, deriveAccent, isColour, leastContrast } from '@countersign/api/accent'
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import type { SiteBranding } from '@countersign/api/branding'
import { languages } from '@countersign/api/languages'
import { actorEvidence } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import { checkLabel } from '../../store/people/label.ts'
import { pictureMediaType } from '../../store/pictures/picture.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { Refusal } from '../../platform/refusal.ts'

/** What the owner chooses; its logo is kept beside it. */
export type BrandingChoices = AdminInput<'changeBranding'>['body']
export type Branding = AdminAnswer<'changeBranding'>

interface World {
  queries: Queries
  random: Random
}

const nothingChosen: BrandingChoices = {
  name: null,
  colours: { light: null, dark: null },
  languages: [...languages],
  termsUrl: null,
  privacyUrl: null,
  helpUrl: null,
}

const selectBranding = prepare((queries) =>
  queries.selectFrom('branding').select(['choices', 'mark_media_type', 'changed_at']).where('id', '=', 1),
)

export async function readBranding(queries: Queries): Promise<Branding> {
  const [row] = await selectBranding(queries)
  if (row === undefined) return { ...nothingChosen, mark: null }
  const chosen = JSON.parse(row.choices) as Partial<BrandingChoices>
  // Another logo has another address, so that no browser shows one that was replaced.
  return {
    ...nothingChosen,
    ...chosen,
    mark: row.mark_media_type === null ? null : `/mark?v=${row.changed_at.toString(36)}`,
  }
}

/** The same as the documents of the screens carry it; null where nothing is chosen. */
export function describeSite({ colours, languages: chosen, ...rest }: Branding): SiteBranding | null {
  const offered = languages.filter((language) => chosen.includes(language))
  const nothing =
    Object.values({ ...rest, ...colours }).every((value) => value === null) && offered.length === languages.length
  if (nothing) return null
  const accentOf = (mode: 'light' | 'dark') => (colours[mode] === null ? null : deriveAccent(mode, colours[mode]))
  return { ...rest, accents: { light: accentOf('light'), dark: accentOf('dark') }, languages: offered }
}

/**
 * Changes how the site presents itself.
 * @throws Refusal `branding.faulty` with the field at fault
 */
export async function changeBranding(
  { queries, random }: World,
  given: BrandingChoices,
  { actor, now }: { actor: Actor; now: number },
): Promise<Branding> {
  const choices = checkChoices(given)
  return queries.transaction().execute(async (transaction) => {
    const before = await holdBranding(transaction)
    const changed = (Object.keys(choices) as (keyof BrandingChoices)[]).filter(
      (member) => JSON.stringify(choices[member]) !== JSON.stringify(before[member]),
    )
    if (changed.length > 0) {
      await transaction
        .updateTable('branding')
        .set({ choices: JSON.stringify(choices) })
        .where('id', '=', 1)
        .execute()
      await logChange(transaction, random, { changed: changed.join(','), actor, now })
    }
    return readBranding(transaction)
  })
}

/**
 * Gives the site a logo of its own, or takes it away.
 * @param logo as it was written anew; null for none
 */
export async function changeSiteLogo(
  { queries, random }: World,
  logo: Buffer | null,
  { actor, now }: { actor: Actor; now: number },
): Promise<Branding> {
  return queries.transaction().execute(async (transaction) => {
    const before = await holdBranding(transaction)
    if (logo !== null || before.mark !== null) {
      const kept = {
        mark: logo?.toString('base64') ?? null,
        mark_media_type: logo === null ? null : pictureMediaType,
        changed_at: now,
      }
      await transaction.updateTable('branding').set(kept).where('id', '=', 1).execute()
      await logChange(transaction, random, { changed: 'mark', actor, now })
    }
    return readBranding(transaction)
  })
}

/** The logo of the site itself. */
export async function findSiteLogo(queries: Queries): Promise<{ mediaType: string; bytes: Buffer } | null> {
  const row = await queries
    .selectFrom('branding')
    .select(['mark', 'mark_media_type'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return row.mark === null || row.mark_media_type === null
    ? null
    : { mediaType: row.mark_media_type, bytes: Buffer.from(row.mark, 'base64') }
}

/** As it is, and held until the transaction ends: what two change at once is told as what each has changed. */
async function holdBranding(transaction: Transaction): Promise<Branding> {
  await transaction
    .updateTable('branding')
    .set((expression) => ({ changed_at: expression.ref('changed_at') }))
    .where('id', '=', 1)
    .execute()
  return readBranding(transaction)
}

const logChange = (
  transaction: Transaction,
  random: Random,
  { changed, actor, now }: { changed: string; actor: Actor; now: number },
): Promise<void> =>
  appendEvents(transaction, random, now, [
    {
      type: 'branding.changed',
      outcome: 'success',
      details: { changed },
      evidence: { personId: actor.kind === 'operator' ? null : actor.personId, content: actorEvidence(actor) },
    },
  ])

function checkChoices({
  name,
  colours,
  languages: chosen,
  termsUrl,
  privacyUrl,
  helpUrl,
}: BrandingChoices): BrandingChoices {
  return {
    name: checkName(name),
    colours: { light: checkColour('light', colours.light), dark: checkColour('dark', colours.dark) },
    languages: checkLanguages(chosen),
    termsUrl: checkLink('termsUrl', termsUrl),
    privacyUrl: checkLink('privacyUrl', privacyUrl),
    helpUrl: checkLink('helpUrl', helpUrl),
  }
}

const faulty = (field: string, privateDetail: string): Refusal =>
  new Refusal('branding.faulty', { place: { field: `/${field}` }, privateDetail })

/** What people read beside the logo on every page has to fit there. */
const nameLength = 40

function checkName(name: string | null): string | null {
  try {
    const checked = checkLabel(name)
    if (checked !== null && [...checked].length > nameLength) throw faulty('name', `longer than ${nameLength}`)
    return checked
  } catch (error) {
    throw error instanceof Refusal ? faulty('name', 'a name that cannot be shown') : error
  }
}

/** A colour in which something cannot be read would make the site unusable for some, who cannot change it (WCAG 2.2 §1.4.3). */
function checkColour(mode: 'light' | 'dark', colour: string | null): string | null {
  if (colour === null) return null
  const lower = colour.toLowerCase()
  if (!isColour(lower)) throw faulty(`colours/${mode}`, 'no colour')
  const ratio = contrastOfAccent(mode, lower)
  if (ratio < leastContrast) throw faulty(`colours/${mode}`, `a contrast of ${ratio.toFixed(2)}`)
  return lower
}

function checkLanguages(chosen: readonly string[]): string[] {
  const offered = languages.filter((language) => chosen.includes(language))
  if (offered.length === 0 || offered.length !== chosen.length)
    throw faulty('languages', 'none, one twice, or one that the screens do not speak')
  return offered
}

const linkLength = 500

/** Links stand on the sign-in page: they lead to a page, and nowhere else (THREATS N4). */
function checkLink(field: string, url: string | null): string | null {
  if (url === null) return null
  if (url.length > linkLength || !URL.canParse(url)) throw faulty(field, 'no address')
  const { protocol, username, password, href } = new URL(url)
  if (protocol !== 'https:' || username !== '' || password !== '') throw faulty(field, 'not an https address of a page')
  return href
}
